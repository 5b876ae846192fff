// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/console.h"

#include "cli/terminaltext.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace sandglass::cli {

namespace {

bool writeAll(int fd, const QByteArray &bytes)
{
    qsizetype written = 0;
    while (written < bytes.size()) {
        const ssize_t n = ::write(fd, bytes.constData() + written, size_t(bytes.size() - written));
        if (n >= 0) {
            written += n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd waiting{fd, POLLOUT, 0}; // someone made the terminal non-blocking
            ::poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool showsColours()
{
    const QByteArray term = qgetenv("TERM");
    return qgetenv("NO_COLOR").isEmpty() && !term.isEmpty() && term != "dumb";
}

} // namespace

Console::Console()
    : m_outIsTerminal(::isatty(STDOUT_FILENO) == 1)
    , m_errIsTerminal(::isatty(STDERR_FILENO) == 1)
    , m_outHasColours(m_outIsTerminal && showsColours())
    , m_errHasColours(m_errIsTerminal && showsColours())
{}

void Console::out(const QByteArray &bytes)
{
    if (m_good)
        m_good = writeAll(STDOUT_FILENO, bytes);
}

void Console::err(const QByteArray &bytes)
{
    writeAll(STDERR_FILENO, bytes);
}

void Console::say(const QString &text)
{
    err(TerminalText::cleaned(text.toUtf8(), false) + '\n');
}

} // namespace sandglass::cli
