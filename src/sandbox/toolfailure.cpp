// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/toolfailure.h"

#include "base/log.h"

#include <QRegularExpression>

namespace sandglass {
namespace {

struct Sign
{
    ToolTrouble trouble;
    const char *text;
};

/// In the order of what explains most: a full disk or no network makes the others.
constexpr Sign Signs[] = {
    {ToolTrouble::DiskFull, "No space left on device"},
    {ToolTrouble::DiskFull, "[Errno 28]"},
    {ToolTrouble::DiskFull, "os error 28"},
    {ToolTrouble::DiskFull, "Disk quota exceeded"},
    {ToolTrouble::NoVenv, "ensurepip is not available"},
    {ToolTrouble::NoVenv, "No module named ensurepip"},
    {ToolTrouble::NoVenv, "No module named venv"},
    {ToolTrouble::NoVenv, "'ensurepip', '--"},
    {ToolTrouble::NoVenv, "\"ensurepip\", \"--"},
    {ToolTrouble::Offline, "connection error"},
    {ToolTrouble::Offline, "after connection broken by"},
    {ToolTrouble::Offline, "NewConnectionError"},
    {ToolTrouble::Offline, "Max retries exceeded"},
    {ToolTrouble::Offline, "Temporary failure in name resolution"},
    {ToolTrouble::Offline, "Network is unreachable"},
    {ToolTrouble::Offline, "ReadTimeoutError"},
    {ToolTrouble::Offline, "ProxyError"},
    {ToolTrouble::Offline, "CERTIFICATE_VERIFY_FAILED"},
    {ToolTrouble::Offline, "error sending request"},
    {ToolTrouble::Offline, "dns error"},
    {ToolTrouble::Offline, "503 Server Error"},
    {ToolTrouble::Offline, "502 Server Error"},
    {ToolTrouble::NoPermission, "Permission denied"},
    {ToolTrouble::NoPermission, "[Errno 13]"},
    {ToolTrouble::NoPermission, "Read-only file system"},
    {ToolTrouble::Conflict, "ResolutionImpossible"},
    {ToolTrouble::Conflict, "conflicting dependencies"},
    {ToolTrouble::Conflict, "No solution found"},
    {ToolTrouble::NoSuchPackage, "No matching distribution found"},
    {ToolTrouble::NoSuchPackage, "Could not find a version"},
};

ToolTrouble firstSign(const QByteArray &output)
{
    const QByteArray text = output.simplified(); // their lines are broken anywhere
    for (const Sign &sign : Signs) {
        if (text.contains(sign.text))
            return sign.trouble;
    }
    return ToolTrouble::Unknown;
}

QString packageOfVenv(const QString &version)
{
    const QString minor = version.section(QLatin1Char('.'), 0, 1);
    return minor.isEmpty() ? QStringLiteral("python3-venv")
                           : QStringLiteral("python3-venv (or python%1-venv)").arg(minor);
}

QString reasonFor(ToolTrouble trouble)
{
    switch (trouble) {
    case ToolTrouble::Offline:
        return QStringLiteral("the package index can't be reached");
    case ToolTrouble::DiskFull:
        return QStringLiteral("the disk is full");
    case ToolTrouble::NoVenv:
        return QStringLiteral("this Python can't make virtual environments");
    case ToolTrouble::NoPermission:
        return QStringLiteral("a file or folder may not be written");
    case ToolTrouble::NoSuchPackage:
        return QStringLiteral("there is no such package, or none that fits this Python and "
                              "needs no compiler");
    case ToolTrouble::Conflict:
        return QStringLiteral("it doesn't go together with the packages that are there");
    case ToolTrouble::Unknown:
        break;
    }
    return QStringLiteral("a tool failed");
}

QString remedyFor(ToolTrouble trouble, const QString &version)
{
    switch (trouble) {
    case ToolTrouble::Offline:
        return QStringLiteral("Check the connection and the proxy, then try again.");
    case ToolTrouble::DiskFull:
        return QStringLiteral("Free about 1 GB and try again.");
    case ToolTrouble::NoVenv:
        return QStringLiteral("Install the package %1 and try again.").arg(packageOfVenv(version));
    case ToolTrouble::NoPermission:
        return QStringLiteral("Check who owns the data folder, then try again.");
    case ToolTrouble::NoSuchPackage:
        return QStringLiteral("Check the spelling of the name.");
    case ToolTrouble::Conflict:
        return QStringLiteral("Ask for another version, or for none in particular.");
    case ToolTrouble::Unknown:
        break;
    }
    return QStringLiteral("Try again.");
}

} // namespace

ToolTrouble toolTrouble(const QByteArray &output, const QByteArray &log)
{
    const ToolTrouble trouble = firstSign(output);
    const bool vague = trouble == ToolTrouble::Unknown || trouble == ToolTrouble::NoSuchPackage ||
                       trouble == ToolTrouble::Conflict;
    if (!vague)
        return trouble;
    const QByteArray text = log.simplified();
    for (const Sign &sign : Signs) { // the log's tracebacks have other signs that mean nothing
        if (sign.trouble == ToolTrouble::Offline && text.contains(sign.text))
            return ToolTrouble::Offline;
    }
    return trouble;
}

QString lastWords(const QByteArray &output)
{
    static const QRegularExpression credentials(QStringLiteral("://[^/@\\s]+@"));
    const QStringList lines = QString::fromUtf8(output.right(16 << 10))
                                  .split(QRegularExpression(QStringLiteral("[\r\n]+")));
    QStringList words;
    for (auto line = lines.crbegin(); line != lines.crend() && words.size() < 3; ++line) {
        const QString text = line->simplified();
        if (!text.isEmpty() && !text.startsWith(QLatin1String("[notice]")))
            words.prepend(text);
    }
    QString joined = words.join(QStringLiteral(" / "));
    joined.replace(credentials, QStringLiteral("://…@"));
    return redacted(joined, 600);
}

Failure toolFailure(const QString &act, ToolTrouble trouble, const QByteArray &output,
                    const QString &version)
{
    const QString words = lastWords(output);
    QString text = act + QStringLiteral(": ") + reasonFor(trouble) + QLatin1Char('.');
    if (!words.isEmpty())
        text += QStringLiteral(" The last it said: ") + words;
    return Failure{ErrorKind::SetupFailed, text, remedyFor(trouble, version)};
}

} // namespace sandglass
