// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminaltext.h"

namespace sandglass {

namespace {

constexpr char16_t escapeChar = 0x1b;
constexpr qsizetype maxParameters = 32;
constexpr int maxParameter = 100'000;

} // namespace

void TerminalText::append(QByteArrayView bytes)
{
    const QString text = m_decoder.decode(bytes);
    takeText(text);
}

void TerminalText::clear()
{
    *this = TerminalText();
}

void TerminalText::takeText(QStringView text)
{
    qsizetype plain = 0; // start of the characters not yet put
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t c = text[i].unicode();
        if (m_state == State::Text) {
            if (c >= 0x20 && c != 0x7f && (c < 0x80 || c >= 0xa0))
                continue;
            put(text.sliced(plain, i - plain));
            control(c);
            plain = i + 1;
            continue;
        }
        plain = i + 1;
        switch (m_state) {
        case State::Escape:
            m_parameters.clear();
            m_parameterOpen = false;
            m_state = c == u'['                                          ? State::Csi
                      : c == u']' || c == u'P' || c == u'_' || c == u'^' ? State::Osc
                      : c == u'(' || c == u')'                           ? State::Charset
                                                                         : State::Text;
            break;
        case State::Csi:
            if (c == escapeChar)
                m_state = State::Escape;
            else
                endSequence(c);
            break;
        case State::Osc:
            if (c == 0x07)
                m_state = State::Text;
            else if (c == escapeChar)
                m_state = State::OscEscape;
            break;
        case State::OscEscape:
            m_state = c == u'\\' ? State::Text : State::Osc;
            break;
        case State::Charset:
        case State::Text:
            m_state = State::Text;
            break;
        }
    }
    if (m_state == State::Text)
        put(text.sliced(plain));
}

void TerminalText::control(char16_t c)
{
    switch (c) {
    case u'\n':
        moveToRow(m_row + 1);
        m_column = 0;
        break;
    case u'\r':
        m_column = 0;
        break;
    case u'\b':
        m_column = std::max(0, m_column - 1);
        break;
    case u'\t': {
        const QString spaces(8 - m_column % 8, u' ');
        put(spaces);
        break;
    }
    case escapeChar:
        m_state = State::Escape;
        break;
    default:
        break;
    }
}

void TerminalText::put(QStringView text)
{
    if (text.isEmpty())
        return;
    Line &line = m_lines[static_cast<size_t>(m_row)];
    const int room = std::max(0, maxColumns - m_column);
    int kept = static_cast<int>(std::min<qsizetype>(room, text.size()));
    if (kept > 0 && kept < text.size() && text[kept - 1].isHighSurrogate())
        --kept; // never half of a character
    if (kept > 0) {
        if (line.text.size() < m_column)
            line.text += QString(m_column - line.text.size(), u' ');
        const qsizetype over = std::min<qsizetype>(kept, line.text.size() - m_column);
        line.text.replace(m_column, over, text.data(), kept);
        paint(&line, m_column, kept);
    }
    line.leftOut = std::max<qint64>(line.leftOut, m_column + text.size() - maxColumns);
    // Beyond the cap the column goes on, so that a \r or \b still does what it means.
    m_column = static_cast<int>(std::min<qint64>(m_column + text.size(), 1 << 30));
}

// Gives [start, start + length) the present style.
void TerminalText::paint(Line *line, int start, int length)
{
    auto &runs = line->runs;
    const bool plain = m_style == AnsiStyle{};
    const int end = start + length;
    if (runs.empty() && plain)
        return;
    if (runs.empty() || runs.back().start + runs.back().length <= start) { // the usual case
        if (plain)
            return;
        if (!runs.empty() && runs.back().style == m_style &&
            runs.back().start + runs.back().length == start)
            runs.back().length += length;
        else
            runs.push_back({start, length, m_style});
        return;
    }
    std::vector<Run> next;
    bool placed = plain;
    for (const Run &run : runs) {
        const int runEnd = run.start + run.length;
        if (run.start < start)
            next.push_back({run.start, std::min(runEnd, start) - run.start, run.style});
        if (!placed && run.start >= start) {
            next.push_back({start, length, m_style});
            placed = true;
        }
        if (runEnd > end) {
            if (!placed) {
                next.push_back({start, length, m_style});
                placed = true;
            }
            const int from = std::max(run.start, end);
            next.push_back({from, runEnd - from, run.style});
        }
    }
    if (!placed)
        next.push_back({start, length, m_style});
    runs = std::move(next);
}

int TerminalText::parameter(int otherwise) const
{
    return m_parameters.isEmpty() || m_parameters[0] == 0 ? otherwise : m_parameters[0];
}

void TerminalText::endSequence(char16_t c)
{
    if (c >= u'0' && c <= u'9') {
        if (!m_parameterOpen) {
            if (m_parameters.size() < maxParameters)
                m_parameters.append(0);
            m_parameterOpen = true;
        }
        m_parameters.last() = std::min(maxParameter, m_parameters.last() * 10 + (c - u'0'));
        return;
    }
    if (c == u';' || c == u':') {
        // In 38:2::R:G:B the empty place is a colour space, which nobody fills.
        if (!m_parameterOpen && c == u';' && m_parameters.size() < maxParameters)
            m_parameters.append(0);
        m_parameterOpen = false;
        return;
    }
    if (c < 0x40)
        return; // private markers and intermediate bytes
    m_state = State::Text;
    const int columns = static_cast<int>(m_lines[static_cast<size_t>(m_row)].text.size());
    switch (c) {
    case u'm':
        m_style.apply(m_parameters);
        break;
    case u'K': {
        const int mode = parameter(0);
        erase(mode == 0 ? m_column : 0, mode == 1 ? std::min(m_column + 1, columns) : columns);
        break;
    }
    case u'A':
        moveToRow(std::max(0, m_row - parameter(1)));
        break;
    case u'B':
        moveToRow(std::min(m_row + parameter(1), static_cast<int>(m_lines.size()) - 1));
        break;
    case u'C':
        m_column = std::min(m_column + parameter(1), maxColumns);
        break;
    case u'D':
        m_column = std::max(0, m_column - parameter(1));
        break;
    case u'G':
        m_column = std::min(parameter(1) - 1, maxColumns);
        break;
    default:
        break;
    }
}

void TerminalText::moveToRow(int row)
{
    m_row = row;
    if (static_cast<size_t>(row) >= m_lines.size())
        m_lines.resize(static_cast<size_t>(row) + 1);
}

void TerminalText::erase(int from, int to)
{
    Line &line = m_lines[static_cast<size_t>(m_row)];
    const int columns = static_cast<int>(line.text.size());
    from = std::min(from, columns);
    if (to <= from)
        return;
    const AnsiStyle style = m_style;
    m_style = {};
    if (to >= columns) {
        line.text.truncate(from);
        line.leftOut = 0;
        paint(&line, from, columns - from); // drops the runs there
    } else {
        line.text.replace(from, to - from, QString(to - from, u' '));
        paint(&line, from, to - from);
    }
    m_style = style;
}

} // namespace sandglass
