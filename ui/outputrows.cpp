// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/outputrows.h"

#include <algorithm>

namespace sandglass {

bool isWide(char32_t c)
{
    return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
           (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
           (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
           (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) ||
           (c >= 0x20000 && c <= 0x3fffd);
}

void OutputRows::setText(std::vector<const TerminalText::Line *> head,
                         std::vector<const TerminalText::Line *> tail, qint64 between)
{
    m_lines = std::move(head);
    m_headCount = m_lines.size();
    m_lines.insert(m_lines.end(), tail.begin(), tail.end());
    m_between = between;
    m_rows.clear();
}

void OutputRows::fold(int columns, bool expanded)
{
    m_rows.clear();
    m_leftOut = m_between;
    m_cutLines = false;
    const size_t count = m_lines.size();
    // A fold that would hide a handful of lines isn't worth its row.
    const auto shownFirst = static_cast<size_t>(m_folding.head);
    const auto shownLast = static_cast<size_t>(m_folding.tail);
    const size_t shown = shownFirst + shownLast;
    const bool many = count > shown + 5 || (m_between > 0 && count > shown);
    m_folded = many && !expanded;
    size_t headEnd = m_headCount;
    size_t tailBegin = m_headCount;
    if (m_folded) {
        headEnd = m_between > 0 ? std::min(m_headCount, shownFirst) : shownFirst;
        tailBegin = count - shownLast;
        if (m_between > 0)
            tailBegin = std::max(tailBegin, m_headCount);
        m_leftOut += static_cast<qint64>(tailBegin - headEnd);
    }
    for (size_t i = 0; i < headEnd; ++i)
        addLine(static_cast<int>(i), columns);
    if (m_leftOut > 0)
        m_rows.push_back({-1, 0, 0, true});
    for (size_t i = tailBegin; i < count; ++i)
        addLine(static_cast<int>(i), columns);
}

void OutputRows::addLine(int index, int columns)
{
    const TerminalText::Line &shown = line(index);
    m_cutLines = m_cutLines || shown.leftOut > 0;
    const QString &text = shown.text;
    int start = 0;
    int used = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        char32_t c = text[i].unicode();
        const bool pair = text[i].isHighSurrogate() && i + 1 < text.size();
        if (pair)
            c = QChar::surrogateToUcs4(text[i], text[i + 1]);
        const int width = isWide(c) ? 2 : 1;
        if (used + width > columns && i > start) {
            m_rows.push_back({index, start, static_cast<int>(i) - start, false});
            start = static_cast<int>(i);
            used = 0;
        }
        used += width;
        i += pair;
    }
    m_rows.push_back({index, start, static_cast<int>(text.size()) - start, true});
}

} // namespace sandglass
