// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace sandglass::cli {

/// Makes text of a model or a kernel fit for a terminal: of all control sequences only colours
/// (SGR) stay, and of control characters only line end, tab and carriage return. Everything else
/// could retitle, paste, answer or hide. A stream: sequences may be cut anywhere. Pure.
class TerminalText
{
public:
    /// Without `colours` the colour sequences go too.
    explicit TerminalText(bool colours)
        : m_colours(colours)
    {}

    QByteArray feed(const QByteArray &text);

    /// Forgets a sequence that was cut off and gives what sets colours back, if any were set.
    QByteArray finish();

    /// A whole text at once.
    static QByteArray cleaned(const QByteArray &text, bool colours);

private:
    enum class State { Text, Escape, Csi, String, StringEscape };

    void text(char c, QByteArray &out);
    void begin(unsigned char introducer);
    void csi(char c, QByteArray &out);

    bool m_colours;
    bool m_coloured = false;
    State m_state = State::Text;
    QByteArray m_sequence;   ///< of a CSI, after the introducer
    int m_continuations = 0; ///< bytes of a UTF-8 character that are still to come
    bool m_afterC2 = false;  ///< C1 controls are written C2 80 to C2 9F
};

} // namespace sandglass::cli
