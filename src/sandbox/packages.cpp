// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/packages.h"

#include "base/error.h"
#include "base/log.h"
#include "sandbox/layerfiles.h"
#include "sandbox/toolfailure.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QLockFile>
#include <QTemporaryDir>

#include <utility>

namespace sandglass {
namespace {

constexpr int MaxNames = 50;
constexpr int LockPollMs = 100;
constexpr qint64 MaxReport = 64 << 20;
constexpr qint64 MaxPipLog = 1 << 20;

QList<Requirement> checked(const QStringList &names)
{
    if (names.isEmpty() || names.size() > MaxNames)
        throw Error(
            ErrorKind::InvalidInput,
            QStringLiteral("Between 1 and %1 packages can be added at once.").arg(MaxNames));
    QList<Requirement> wanted;
    for (const QString &name : names) {
        const auto requirement = parsedRequirement(name);
        if (!requirement)
            throw Error(
                ErrorKind::InvalidInput,
                QStringLiteral("“%1” isn't the name of a package.").arg(redacted(name, 200)),
                QStringLiteral("Give the name alone or with a version, for example seaborn or "
                               "\"polars>=1\"; addresses, files and options aren't taken."));
        wanted.append(*requirement);
    }
    return wanted;
}

QByteArray head(const QString &path, qint64 size)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(size) : QByteArray();
}

/// What pip would install, from its installation report (version 1).
QList<Package> reported(const QByteArray &bytes)
{
    QList<Package> packages;
    try {
        const auto report = nlohmann::json::parse(bytes.begin(), bytes.end());
        for (const auto &item : report.at("install")) {
            const auto &metadata = item.at("metadata");
            packages.append({QString::fromStdString(metadata.at("name").get<std::string>()),
                             QString::fromStdString(metadata.at("version").get<std::string>())});
        }
    } catch (const nlohmann::json::exception &) {
        throw Error(
            ErrorKind::SetupFailed,
            QStringLiteral("The packages couldn't be added: pip gave no list of what to install."),
            QStringLiteral("Try again; pip 22.2 or newer is needed."));
    }
    for (const Package &package : std::as_const(packages)) {
        // Both become an argument of pip.
        if (!parsedRequirement(package.name + QStringLiteral("==") + package.version))
            throw Error(ErrorKind::SetupFailed,
                        QStringLiteral("The packages couldn't be added: the index names one “%1”.")
                            .arg(redacted(package.name + QLatin1Char(' ') + package.version, 200)));
    }
    return packages;
}

/// `packages` without those that are in `present`; other versions of them go to `replaced`.
QList<Package> missingFrom(const QList<Package> &present, const QList<Package> &packages,
                           QList<Package> *replaced)
{
    QHash<QString, Package> known;
    for (const Package &package : present)
        known.insert(normalizedPackage(package.name), package);
    QList<Package> missing;
    for (const Package &package : packages) {
        const auto found = known.constFind(normalizedPackage(package.name));
        if (found != known.cend() && found->version == package.version)
            continue;
        if (found != known.cend())
            replaced->append(*found);
        missing.append(package);
    }
    return missing;
}

Error failed(const QStringList &names, const ToolEnd &end, const QByteArray &log)
{
    if (end.lines.contains("No module named pip"))
        return Error(
            ErrorKind::SetupFailed,
            QStringLiteral("Packages can't be added: this Python has no pip."),
            QStringLiteral("Install pip into it (“python -m ensurepip”), or use the managed "
                           "environment."));
    return Error(
        toolFailure(QStringLiteral("%1 couldn't be added").arg(names.join(QStringLiteral(", "))),
                    toolTrouble(end.lines, log), end.lines, {}));
}

QStringList texts(const QList<Requirement> &wanted)
{
    QStringList list;
    for (const Requirement &requirement : wanted)
        list.append(requirement.text());
    return list;
}

void waitForLock(QLockFile &lock, const std::stop_token &stop)
{
    lock.setStaleLockTime(0);
    while (!lock.tryLock(LockPollMs)) {
        if (stop.stop_requested())
            throw Error(ErrorKind::Cancelled, QStringLiteral("Adding packages was cancelled."));
        if (lock.error() != QLockFile::LockFailedError)
            throw Error(
                ErrorKind::File,
                QStringLiteral("The conversation's folder can't be written, so no packages can be "
                               "added."));
    }
}

} // namespace

PackageLayer::PackageLayer(QString folder, QString interpreter)
    : m_folder(QDir::cleanPath(QFileInfo(folder).absoluteFilePath()))
    , m_interpreter(std::move(interpreter))
{}

QList<Package> PackageLayer::list() const
{
    return packagesIn(m_folder);
}

PackageChange PackageLayer::add(const QStringList &names, const Progress &progress,
                                std::stop_token stop)
{
    const Progress told = progress ? progress : [](const QString &, double) {
    };
    const QList<Requirement> wanted = checked(names);
    QDir().mkpath(m_folder);
    QLockFile lock(m_folder + QStringLiteral(".lock"));
    waitForLock(lock, stop);
    // Beside the layer, so that what is finished only has to be renamed.
    QTemporaryDir scratch(m_folder + QStringLiteral(".adding-XXXXXX"));
    if (!scratch.isValid())
        throw Error(ErrorKind::File,
                    QStringLiteral("No packages can be added: “%1” can't be written.")
                        .arg(redacted(QFileInfo(m_folder).path(), 300)),
                    QStringLiteral("Check the free space and who owns the folder."));

    told(QStringLiteral("Looking for %1").arg(texts(wanted).join(QStringLiteral(", "))), 0.1);
    PackageChange change;
    change.added = missingFrom(list(), resolve(wanted, scratch.path(), stop), &change.replaced);
    if (!change.added.isEmpty()) {
        const QString target = scratch.filePath(QStringLiteral("target"));
        QDir().mkpath(target);
        install(change.added, target, told, stop);
        told(QStringLiteral("Putting them in place"), 0.95);
        for (const Package &old : std::as_const(change.replaced))
            removePackage(m_folder, old);
        mergeFolder(target, m_folder);
    }
    told(QStringLiteral("Done"), 1);
    return change;
}

/// What the environment has, and of the layer what isn't asked for now, must stay as it is.
QByteArray PackageLayer::constraints(const QList<Requirement> &wanted,
                                     const std::stop_token &stop) const
{
    const ToolEnd end =
        pip({QStringLiteral("list"), QStringLiteral("--format=freeze")}, {}, {}, stop);
    if (!end.ok())
        throw failed(texts(wanted), end, {});
    QByteArray lines;
    for (const QByteArray &line : end.output.split('\n')) {
        if (line.contains("==") && parsedRequirement(QString::fromUtf8(line)))
            lines += line.trimmed() + '\n';
    }
    const QList<Package> present = list();
    for (const Package &package : present) {
        bool asked = false;
        for (const Requirement &requirement : wanted)
            asked = asked || normalizedPackage(requirement.name) == normalizedPackage(package.name);
        if (!asked)
            lines += (package.name + QStringLiteral("==") + package.version).toUtf8() + '\n';
    }
    return lines;
}

QList<Package> PackageLayer::resolve(const QList<Requirement> &wanted, const QString &scratch,
                                     const std::stop_token &stop) const
{
    const QString constraintFile = scratch + QStringLiteral("/constraints.txt");
    const QString report = scratch + QStringLiteral("/report.json");
    const QString log = scratch + QStringLiteral("/pip.log");
    QFile file(constraintFile);
    const QByteArray lines = constraints(wanted, stop);
    if (!file.open(QIODevice::WriteOnly) || file.write(lines) != lines.size() || !file.flush())
        throw Error(ErrorKind::File,
                    QStringLiteral("No packages can be added: %1.").arg(file.errorString()));
    const ToolEnd end =
        pip(QStringList{QStringLiteral("install"), QStringLiteral("--dry-run"),
                        QStringLiteral("--report"), report, QStringLiteral("--only-binary=:all:"),
                        QStringLiteral("--progress-bar=off"), QStringLiteral("--log"), log,
                        QStringLiteral("-c"), constraintFile, QStringLiteral("--")} +
                texts(wanted),
            scratch, {}, stop);
    if (!end.ok()) // the log says what the terminal doesn't: that the index wasn't reached
        throw failed(texts(wanted), end, head(log, MaxPipLog));
    return reported(head(report, MaxReport));
}

void PackageLayer::install(const QList<Package> &packages, const QString &target,
                           const Progress &progress, const std::stop_token &stop) const
{
    QStringList exact;
    for (const Package &package : packages)
        exact.append(package.name + QStringLiteral("==") + package.version);
    int fetched = 0;
    const ToolEnd end = pip(
        QStringList{QStringLiteral("install"), QStringLiteral("--no-deps"),
                    QStringLiteral("--only-binary=:all:"), QStringLiteral("--no-compile"),
                    QStringLiteral("--progress-bar=off"), QStringLiteral("--target"), target,
                    QStringLiteral("--")} +
            exact,
        target,
        [&](const QString &line) {
            if (!line.startsWith(QLatin1String("Collecting ")))
                return;
            fetched = qMin<int>(fetched + 1, static_cast<int>(exact.size()));
            progress(QStringLiteral("Fetching %1").arg(line.section(QLatin1Char(' '), 1, 1)),
                     0.3 + 0.6 * fetched / static_cast<double>(exact.size()));
        },
        stop);
    if (!end.ok())
        throw failed(exact, end, {});
}

/// `-I` and never the layer on PYTHONPATH: what a wheel put there must not run out here.
ToolEnd PackageLayer::pip(const QStringList &arguments, const QString &scratch,
                          const std::function<void(const QString &)> &line,
                          const std::stop_token &stop) const
{
    QProcessEnvironment environment = toolEnvironment();
    // A dry run on a distribution's own Python is refused without it; nothing is installed there.
    environment.insert(QStringLiteral("PIP_BREAK_SYSTEM_PACKAGES"), QStringLiteral("1"));
    return runTool(
        {m_interpreter,
         QStringList{QStringLiteral("-I"), QStringLiteral("-m"), QStringLiteral("pip")} + arguments,
         environment, scratch, std::chrono::hours(1)},
        line, stop);
}

} // namespace sandglass
