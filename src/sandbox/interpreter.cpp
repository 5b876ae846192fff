// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/interpreter.h"

#include "base/error.h"
#include "base/log.h"
#include "sandbox/pythonresource.h"
#include "sandbox/toolfailure.h"
#include "sandbox/toolrun.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFileInfo>
#include <QSet>
#include <QStandardPaths>

#include <algorithm>
#include <optional>

namespace sandglass {
namespace {

constexpr std::chrono::seconds ProbeTimeout{60};
constexpr int OldestUsable = 310;
constexpr int OldestGood = 311;

QString text(const nlohmann::json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string()
               ? QString::fromStdString(found->get_ref<const std::string &>())
               : QString();
}

std::optional<Interpreter> parsed(const QByteArray &output)
{
    // What site's .pth files print stands before.
    const QByteArray line = output.trimmed().split('\n').last();
    const auto object = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
    if (!object.is_object())
        return std::nullopt;
    Interpreter found{text(object, "executable"),
                      text(object, "real"),
                      text(object, "base_executable"),
                      text(object, "prefix"),
                      text(object, "base_prefix"),
                      {text(object, "exec_prefix"), text(object, "base_exec_prefix")},
                      text(object, "version"),
                      {}};
    if (const auto missing = object.find("missing");
        missing != object.end() && missing->is_object()) {
        for (const auto &[module, reason] : missing->items())
            found.missing.insert(
                QString::fromStdString(module),
                reason.is_string() ? QString::fromStdString(reason.get<std::string>()) : QString());
    }
    for (const QString &path : {found.path, found.realPath, found.prefix, found.basePrefix}) {
        if (!path.startsWith(QLatin1Char('/')) && !QFileInfo(path).isAbsolute())
            return std::nullopt;
    }
    return found.minorVersion() > 0 ? std::optional(found) : std::nullopt;
}

bool isBelow(const QString &path, const QString &folder)
{
    return path == folder || folder == QLatin1String("/") ||
           path.startsWith(folder + QLatin1Char('/'));
}

/// The folder through which `link` is reached, as it is written, that is the same as one of
/// `folders`; where none is, the one the link lies in.
QString folderOfLink(const QString &link, const QStringList &folders)
{
    QStringList real;
    for (const QString &folder : folders)
        real.append(QFileInfo(folder).canonicalFilePath());
    for (QString above = QFileInfo(link).path(); above.size() > 1;
         above = QFileInfo(above).path()) {
        if (real.contains(QFileInfo(above).canonicalFilePath()))
            return above;
    }
    return QFileInfo(link).path();
}

/// `path` and where the link there leads, and so on.
QStringList linkChain(QString path)
{
    QStringList chain;
    while (chain.size() < 40 && !path.isEmpty() && !chain.contains(path)) {
        chain.append(path);
        path = QFileInfo(path).symLinkTarget();
    }
    return chain;
}

} // namespace

int Interpreter::minorVersion() const
{
    const QStringList parts = version.split(QLatin1Char('.'));
    return parts.size() == 3 ? parts.at(0).toInt() * 100 + parts.at(1).toInt() : 0;
}

Interpreter askInterpreter(const QString &path, const QStringList &modules,
                           const std::stop_token &stop)
{
    const QStringList arguments{QStringLiteral("-I"), QStringLiteral("-c"),
                                QString::fromUtf8(pythonResource(QStringLiteral("probe.py")))};
    const QString act = QStringLiteral("“%1” can't be used as the Python").arg(redacted(path, 300));
    if (!QFileInfo(path).isExecutable() || QFileInfo(path).isDir())
        throw Error(ErrorKind::SetupFailed, act + QStringLiteral(": there is no such program."),
                    QStringLiteral("Choose another interpreter."));
    const ToolEnd end =
        runTool({path, arguments + modules, toolEnvironment(), {}, ProbeTimeout}, {}, stop);
    if (auto found = end.ok() ? parsed(end.output) : std::nullopt) {
        if (found->prefix == found->basePrefix) // else a link in ~/bin would have that mounted
            found->path = found->realPath;
        return *found;
    }
    throw Error(ErrorKind::SetupFailed,
                act + QStringLiteral(": it doesn't answer as Python 3 does. ") +
                    lastWords(end.lines),
                QStringLiteral("Choose another interpreter."));
}

Interpreter findInterpreter(const std::stop_token &stop)
{
    std::optional<Interpreter> usable;
    for (const char *name : {"python3", "python3.13", "python3.12", "python3.11", "python3.14",
                             "/usr/bin/python3", "python3.10"}) {
        const QString path = QStandardPaths::findExecutable(QLatin1String(name));
        if (path.isEmpty())
            continue;
        try {
            Interpreter found = askInterpreter(path, {}, stop);
            if (QFileInfo(found.basePath).isExecutable())
                found.path = found.basePath;
            if (found.minorVersion() >= OldestGood)
                return found;
            if (!usable && found.minorVersion() >= OldestUsable)
                usable = found;
        } catch (const Error &error) {
            if (error.kind() == ErrorKind::Cancelled)
                throw;
            qCInfo(lcSandbox) << error.failure().text;
        }
    }
    if (usable)
        return *usable;
    throw Error(
        ErrorKind::SetupFailed,
        QStringLiteral("There is no Python 3.11 or newer on this computer, so code can't run yet."),
        QStringLiteral("Install the packages python3 and python3-venv, or choose an interpreter in "
                       "the settings."));
}

QStringList reducedMounts(const QStringList &folders)
{
    QStringList clean;
    for (const QString &folder : folders) {
        if (folder.startsWith(QLatin1Char('/')))
            clean.append(QDir::cleanPath(folder));
    }
    std::sort(clean.begin(), clean.end(), [](const QString &a, const QString &b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    QStringList kept;
    for (const QString &folder : std::as_const(clean)) {
        bool covered = isBelow(folder, QStringLiteral("/usr"));
        for (const QString &other : std::as_const(kept))
            covered = covered || isBelow(folder, other);
        if (!covered)
            kept.append(folder);
    }
    return kept;
}

bool exposesTooMuch(const QString &folder, const QString &home, const QString &data)
{
    static const QSet<QString> tops{
        QStringLiteral("/"),     QStringLiteral("/bin"),   QStringLiteral("/boot"),
        QStringLiteral("/dev"),  QStringLiteral("/etc"),   QStringLiteral("/home"),
        QStringLiteral("/lib"),  QStringLiteral("/media"), QStringLiteral("/mnt"),
        QStringLiteral("/opt"),  QStringLiteral("/proc"),  QStringLiteral("/root"),
        QStringLiteral("/run"),  QStringLiteral("/srv"),   QStringLiteral("/sys"),
        QStringLiteral("/tmp"),  QStringLiteral("/var"),   QStringLiteral("/var/tmp"),
        QStringLiteral("/Users")};
    const QString clean = QDir::cleanPath(folder);
    return tops.contains(clean) || isBelow(QDir::cleanPath(home), clean) ||
           isBelow(QDir::cleanPath(data), clean);
}

QStringList mountsOf(const Interpreter &interpreter, const QString &dataFolder)
{
    QStringList folders{interpreter.prefix, interpreter.basePrefix};
    folders += interpreter.otherPrefixes;
    const QStringList prefixes = folders;
    const QStringList links = linkChain(interpreter.path);
    for (const QString &link : links + QStringList(interpreter.realPath)) {
        const QStringList known = reducedMounts(folders);
        const bool seen = reducedMounts(known + QStringList(QFileInfo(link).path())) == known;
        if (!seen) // not below one of them as it is written
            folders.append(folderOfLink(link, prefixes));
    }
    const QStringList mounts = reducedMounts(folders);
    const QString home = QDir::homePath();
    for (const QString &folder : mounts) {
        const QString real = QFileInfo(folder).canonicalFilePath();
        const QString realHome = QFileInfo(home).canonicalFilePath();
        const QString realData = QFileInfo(dataFolder).canonicalFilePath();
        if (exposesTooMuch(folder, home, dataFolder) ||
            exposesTooMuch(real, realHome.isEmpty() ? home : realHome,
                           realData.isEmpty() ? dataFolder : realData))
            throw Error(
                ErrorKind::SetupFailed,
                QStringLiteral("This Python needs the folder “%1”, and code in the sandbox would "
                               "see everything in it.")
                    .arg(redacted(folder, 300)),
                QStringLiteral("Choose a Python in a folder of its own, for example a virtual "
                               "environment."));
    }
    return mounts;
}

} // namespace sandglass
