// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/markdownsplit.h"

#include <algorithm>

namespace sandglass {

namespace {

struct Fence
{
    QChar mark;
    qsizetype length = 0;
};

// The fence that a line at the left margin opens; length 0 for none.
Fence fenceOf(QStringView line)
{
    Fence fence;
    if (line.isEmpty() || (line[0] != u'`' && line[0] != u'~'))
        return fence;
    fence.mark = line[0];
    while (fence.length < line.size() && line[fence.length] == fence.mark)
        ++fence.length;
    if (fence.length < 3 || (fence.mark == u'`' && line.sliced(fence.length).contains(u'`')))
        fence.length = 0;
    return fence;
}

bool closes(QStringView line, const Fence &fence)
{
    qsizetype i = 0;
    while (i < line.size() && i < 3 && line[i] == u' ')
        ++i;
    qsizetype marks = 0;
    while (i + marks < line.size() && line[i + marks] == fence.mark)
        ++marks;
    return marks >= fence.length && line.sliced(i + marks).trimmed().isEmpty();
}

// Could this line continue a list that stands before a blank line?
bool mayContinue(QStringView line)
{
    if (line[0].isSpace())
        return true;
    if (line[0] == u'-' || line[0] == u'*' || line[0] == u'+')
        return line.size() == 1 || line[1].isSpace();
    const auto digits =
        std::find_if_not(line.begin(), line.end(), [](QChar c) { return c.isDigit(); });
    if (digits == line.begin())
        return false;
    return digits == line.end() || *digits == u'.' || *digits == u')';
}

class Splitter
{
public:
    Splitter(QStringView text, qsizetype from)
        : m_text(text)
    {
        m_piece.start = from;
    }

    std::vector<MarkdownPiece> run()
    {
        qsizetype at = m_piece.start;
        while (at < m_text.size()) {
            qsizetype end = m_text.indexOf(u'\n', at);
            const qsizetype next = end < 0 ? m_text.size() : end + 1;
            if (end < 0)
                end = m_text.size();
            take(m_text.sliced(at, end - at), at, next);
            at = next;
        }
        if (m_fence.length > 0)
            m_piece.codeEnd = m_text.size();
        finish(m_text.size());
        return std::move(m_pieces);
    }

private:
    void take(QStringView line, qsizetype at, qsizetype next)
    {
        if (m_fence.length > 0) {
            if (closes(line, m_fence)) {
                m_piece.codeEnd = at;
                finish(next);
            }
            return;
        }
        if (line.trimmed().isEmpty()) {
            m_blankBefore = true;
            return;
        }
        const Fence fence = fenceOf(line);
        if (fence.length > 0 || (m_blankBefore && !mayContinue(line)))
            finish(at);
        if (fence.length > 0) {
            m_fence = fence;
            m_piece.kind = MarkdownPiece::Kind::Code;
            m_piece.language = line.sliced(fence.length).trimmed().toString().section(u' ', 0, 0);
            m_piece.codeStart = m_piece.codeEnd = next;
        }
        m_blankBefore = false;
    }

    void finish(qsizetype end)
    {
        m_piece.end = end;
        m_blankBefore = false;
        m_fence = {};
        if (end == m_piece.start)
            return;
        m_pieces.push_back(m_piece);
        m_piece = {};
        m_piece.start = end;
    }

    QStringView m_text;
    std::vector<MarkdownPiece> m_pieces;
    MarkdownPiece m_piece;
    Fence m_fence;
    bool m_blankBefore = false;
};

} // namespace

std::vector<MarkdownPiece> splitMarkdown(QStringView text, qsizetype from)
{
    return Splitter(text, from).run();
}

} // namespace sandglass
