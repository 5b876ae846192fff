// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ansistyle.h"

#include <QByteArrayView>
#include <QString>
#include <QStringDecoder>

#include <vector>

namespace sandglass {

/// Program output as lines of styled text: UTF-8, the escape sequences for colour, and as much of a
/// terminal as a transcript needs (\r, \b, tab, erase line, cursor up and down within it). Fed in
/// any pieces; a sequence may be cut anywhere. Pure. Bounded by what it is fed and by maxColumns.
class TerminalText
{
public:
    /// A line keeps this many characters; the rest is only counted.
    static constexpr int maxColumns = 4000;

    struct Run
    {
        int start = 0;
        int length = 0;
        AnsiStyle style;
    };

    struct Line
    {
        QString text;
        std::vector<Run> runs; ///< where the style isn't the plain one; in order, not overlapping
        qint64 leftOut = 0;    ///< characters beyond maxColumns
    };

    void append(QByteArrayView bytes);
    void clear();

    /// The last line is there even where it is empty and no text follows its start.
    const std::vector<Line> &lines() const { return m_lines; }

private:
    enum class State { Text, Escape, Csi, Osc, OscEscape, Charset };

    void takeText(QStringView text);
    void control(char16_t c);
    void put(QStringView text);
    void endSequence(char16_t final);
    void moveToRow(int row);
    void erase(int from, int to);
    void paint(Line *line, int start, int length);
    int parameter(int otherwise) const;

    QStringDecoder m_decoder{QStringDecoder::Utf8};
    std::vector<Line> m_lines{Line{}};
    int m_row = 0;
    int m_column = 0;
    AnsiStyle m_style;
    State m_state = State::Text;
    QList<int> m_parameters;
    bool m_parameterOpen = false;
};

} // namespace sandglass
