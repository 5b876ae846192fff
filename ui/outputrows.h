// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/terminaltext.h"

#include <vector>

namespace sandglass {

/// Which rows an output shows: lines folded to a width in columns, a head and a tail of them where
/// there are many, and one row that says how many are left out between. Pure.
class OutputRows
{
public:
    struct Row
    {
        int line = 0;  ///< into lines(); -1 is the row that counts what is left out
        int start = 0; ///< first character
        int length = 0;
        bool last = true; ///< of its line
    };

    /// Where an output isn't opened up, it shows so many lines of its start and end.
    static constexpr int shownHead = 40;
    static constexpr int shownTail = 20;

    /// How much it shows where it isn't opened up.
    struct Folding
    {
        int head = shownHead;
        int tail = shownTail;

        friend bool operator==(const Folding &, const Folding &) = default;
    };
    void setFolding(Folding folding) { m_folding = folding; }

    /// `between` lines lie in a file only, after the last line of `head`.
    void setText(std::vector<const TerminalText::Line *> head,
                 std::vector<const TerminalText::Line *> tail, qint64 between);
    /// Makes the rows for this many columns.
    void fold(int columns, bool expanded);

    const std::vector<Row> &rows() const { return m_rows; }
    const TerminalText::Line &line(int index) const { return *m_lines[static_cast<size_t>(index)]; }
    int lineCount() const { return static_cast<int>(m_lines.size()); }
    /// Lines that the rows don't show.
    qint64 leftOut() const { return m_leftOut; }
    /// True where an expanded view would show more.
    bool isFolded() const { return m_folded; }
    bool hasCutLines() const { return m_cutLines; }

private:
    void addLine(int index, int columns);

    std::vector<const TerminalText::Line *> m_lines;
    size_t m_headCount = 0;
    qint64 m_between = 0;
    Folding m_folding;
    std::vector<Row> m_rows;
    qint64 m_leftOut = 0;
    bool m_folded = false;
    bool m_cutLines = false;
};

/// True for the characters of East Asian scripts and emoji that take two columns.
bool isWide(char32_t c);

} // namespace sandglass
