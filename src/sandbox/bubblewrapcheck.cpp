// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/bubblewrap.h"
#include "sandbox/childprocess.h"
#include "sandbox/seccomp.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <poll.h>

namespace sandglass {

namespace {

constexpr int probeSeconds = 20;

struct ProbeResult
{
    bool worked = false;
    QString said; ///< its stderr
};

/// Runs /usr/bin/true in the emptiest sandbox that uses every namespace we need.
ProbeResult probe(const QString &program)
{
    DescriptorPair error = readingPipe();
    ChildCommand command;
    command.words = {QFile::encodeName(program),
                     "--unshare-user",
                     "--unshare-all",
                     "--disable-userns",
                     "--die-with-parent",
                     "--as-pid-1",
                     "--uid",
                     "1000",
                     "--gid",
                     "1000",
                     "--cap-drop",
                     "ALL"};
    command.words += systemFolders();
    command.words += {"--proc", "/proc", "--dev", "/dev", "--", "/usr/bin/true"};
    command.environment = {"PATH=/usr/bin:/bin"};
    command.error = error.theirs.get();
    ChildProcess child(command);
    error.theirs = Descriptor();
    const std::optional<ChildEnd> end =
        child.wait(QDeadlineTimer(std::chrono::seconds(probeSeconds)));
    const QByteArray said = readSome(error.ours.get(), 4096).value_or(QByteArray());
    if (!end)
        return {false, QStringLiteral("no answer in %1 seconds").arg(probeSeconds)};
    return {end->exitCode == 0 && end->signal == 0, QString::fromLocal8Bit(said).trimmed()};
}

bool appArmorRestricts()
{
    QFile file(QStringLiteral("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"));
    return file.open(QIODevice::ReadOnly) && file.read(1) == "1";
}

Failure explained(const QString &said)
{
    const QString refused =
        QStringLiteral("Code can't run on this computer yet: bubblewrap couldn't make a sandbox "
                       "(%1). Sandglass never runs code without one.")
            .arg(said.isEmpty() ? QStringLiteral("it gave no reason") : said.left(300));
    if (said.contains(QLatin1String("Unknown option")))
        return {
            ErrorKind::Unsupported, refused,
            QStringLiteral("Install bubblewrap 0.8 or newer; the one that was found is older.")};
    if (appArmorRestricts())
        return {
            ErrorKind::Unsupported, refused,
            QStringLiteral("Ubuntu 23.10 and newer deny user namespaces to programs without an "
                           "AppArmor profile. Install the Sandglass package, which brings a "
                           "profile for its own bubblewrap, or let an administrator run: sysctl "
                           "kernel.apparmor_restrict_unprivileged_userns=0")};
    return {ErrorKind::Unsupported, refused,
            QStringLiteral("Let an administrator allow user namespaces (sysctl "
                           "user.max_user_namespaces and kernel.unprivileged_userns_clone; in a "
                           "container it has to be started with permission for them), or choose an "
                           "exe.dev sandbox in the settings.")};
}

} // namespace

QString bubblewrapPath()
{
    // The package's own copy has the AppArmor profile that Ubuntu asks for.
    const QString own =
        QCoreApplication::applicationDirPath() + QStringLiteral("/../lib/sandglass/bwrap");
    if (QFileInfo(own).isExecutable())
        return QFileInfo(own).canonicalFilePath();
    return QStandardPaths::findExecutable(
        QStringLiteral("bwrap"),
        {QStringLiteral("/usr/bin"), QStringLiteral("/usr/local/bin"), QStringLiteral("/bin")});
}

std::optional<Failure> checkBubblewrap()
{
    if (seccompFilter().isEmpty())
        return Failure{
            ErrorKind::Unsupported,
            QStringLiteral("Code can't run on this computer: the local sandbox knows x86-64 and "
                           "64-bit ARM processors only."),
            QStringLiteral("Choose an exe.dev sandbox in the settings.")};
    const QString program = bubblewrapPath();
    if (program.isEmpty())
        return Failure{
            ErrorKind::Unsupported,
            QStringLiteral("Code can't run on this computer yet: bubblewrap, which keeps it away "
                           "from your files, isn't installed. Sandglass never runs code without "
                           "it."),
            QStringLiteral("Install it (Debian and Ubuntu: apt install bubblewrap), or choose an "
                           "exe.dev sandbox in the settings.")};
    try {
        const ProbeResult result = probe(program);
        return result.worked ? std::nullopt : std::optional(explained(result.said));
    } catch (const Error &error) {
        return error.failure();
    }
}

} // namespace sandglass
