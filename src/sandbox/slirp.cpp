// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/slirp.h"

#include "base/error.h"

#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>

#include <fcntl.h>
#include <linux/nsfs.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sandglass {

namespace {

constexpr qsizetype maxInfo = 4096;

[[noreturn]] void refuse(const QString &why)
{
    throw Error(ErrorKind::SetupFailed,
                QStringLiteral("The sandbox's network couldn't be made: %1.").arg(why),
                QStringLiteral("Switch the network off for this conversation, or try again."));
}

/// Waits until `done` says yes of everything that was read so far.
template <class Done>
QByteArray readUntil(int descriptor, QDeadlineTimer deadline, const char *what, Done done)
{
    QByteArray all;
    while (!done(all)) {
        pollfd waiting{descriptor, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(deadline.remainingTime()));
        if (ready == 0 || all.size() > maxInfo)
            refuse(QStringLiteral("%1 didn't answer").arg(QLatin1String(what)));
        if (ready < 0)
            continue; // interrupted by a signal
        const std::optional<QByteArray> more = readSome(descriptor, maxInfo);
        if (!more)
            refuse(QStringLiteral("%1 ended").arg(QLatin1String(what)));
        all += *more;
    }
    return all;
}

Descriptor networkOf(const QByteArray &pid)
{
    return Descriptor(::open(("/proc/" + pid + "/ns/net").constData(), O_RDONLY | O_CLOEXEC));
}

/// The user namespace that owns `network`. Not that of the process: --disable-userns soon moves it
/// into a second one, which has no say over the network.
Descriptor ownerOf(const Descriptor &network)
{
    const Descriptor owner(::ioctl(network.get(), NS_GET_USERNS));
    return Descriptor(::fcntl(owner.get(), F_DUPFD_CLOEXEC, 3));
}

QByteArray link(const Descriptor &file)
{
    return "/proc/self/fd/" + QByteArray::number(file.get());
}

} // namespace

QString Slirp::program()
{
    const QString found = QStandardPaths::findExecutable(
        QStringLiteral("slirp4netns"),
        {QStringLiteral("/usr/bin"), QStringLiteral("/usr/local/bin")});
    if (found.isEmpty())
        throw Error(
            ErrorKind::Unsupported,
            QStringLiteral("The network is switched on for this conversation, but slirp4netns, "
                           "which gives a sandbox its network, isn't installed. The code was not "
                           "run."),
            QStringLiteral("Install it (Debian and Ubuntu: apt install slirp4netns), or switch "
                           "the network off."));
    return found;
}

Slirp::Slirp(int info, int block, int errors, QDeadlineTimer deadline)
{
    const QByteArray said = readUntil(info, deadline, "bubblewrap",
                                      [](const QByteArray &all) { return all.contains('}'); });
    const QRegularExpression pattern(QStringLiteral("\"child-pid\"\\s*:\\s*(\\d+)"));
    const QRegularExpressionMatch match = pattern.match(QString::fromLatin1(said));
    if (!match.hasMatch())
        refuse(QStringLiteral("bubblewrap didn't tell its child"));
    const Descriptor network = networkOf(match.captured(1).toLatin1());
    const Descriptor user = ownerOf(network);
    if (!network || !user)
        refuse(QStringLiteral("its namespace couldn't be opened"));
    DescriptorPair ready = readingPipe();
    ChildCommand command;
    command.words = {QFile::encodeName(program()),
                     "--configure",
                     "--mtu=65520",
                     "--disable-host-loopback",
                     "--ready-fd=" + QByteArray::number(ready.theirs.get()),
                     "--userns-path=" + link(user),
                     "--netns-type=path",
                     link(network),
                     "tap0"};
    command.environment = {"PATH=/usr/bin:/bin"};
    command.passed = {network.get(), user.get(), ready.theirs.get()};
    command.error = errors;
    m_process = std::make_unique<ChildProcess>(command);
    ready.theirs = Descriptor();
    readUntil(ready.ours.get(), deadline, "slirp4netns",
              [](const QByteArray &all) { return !all.isEmpty(); });
    if (::write(block, "1", 1) != 1)
        refuse(QStringLiteral("bubblewrap ended"));
}

} // namespace sandglass
