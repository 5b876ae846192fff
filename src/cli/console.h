// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace sandglass::cli {

/// The two streams that the program writes to, each at once and unbuffered, so that a reader sees
/// a line when it happens. Main thread.
class Console
{
public:
    Console();

    void out(const QByteArray &bytes);
    void err(const QByteArray &bytes);

    /// Our own sentence on stderr, cleaned of control sequences, with a line end.
    void say(const QString &text);

    /// True where the stream is a terminal that shows colours (NO_COLOR and TERM=dumb are not).
    bool outHasColours() const { return m_outHasColours; }
    bool errHasColours() const { return m_errHasColours; }
    bool outIsTerminal() const { return m_outIsTerminal; }
    bool errIsTerminal() const { return m_errIsTerminal; }

    /// False once stdout could not be written: its reader is gone or the disk is full.
    bool isGood() const { return m_good; }

private:
    bool m_outIsTerminal;
    bool m_errIsTerminal;
    bool m_outHasColours;
    bool m_errHasColours;
    bool m_good = true;
};

} // namespace sandglass::cli
