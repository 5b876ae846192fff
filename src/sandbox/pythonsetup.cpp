// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/pythonsetup.h"

#include "base/error.h"
#include "base/log.h"
#include "sandbox/environmentbuilder.h"
#include "sandbox/fontcache.h"
#include "sandbox/interpreter.h"
#include "sandbox/pythonresource.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QLockFile>

#include <chrono>
#include <filesystem>
#include <utility>

namespace sandglass {
namespace {

constexpr int LockPollMs = 100;

/// What the kernel host imports.
QStringList neededModules()
{
    return {QStringLiteral("ipykernel"), QStringLiteral("jupyter_client")};
}

QString digest(const QByteArray &bytes)
{
    return QString::fromLatin1(
        QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().left(16));
}

void step(const PythonSetup::Progress &progress, const QString &text, double fraction)
{
    if (progress)
        progress(text, fraction);
}

/// Qt's own leaves files behind whose names aren't UTF-8.
void removeTree(const QString &folder)
{
    std::error_code error;
    std::filesystem::remove_all(QFile::encodeName(folder).toStdString(), error);
    if (error)
        qCWarning(lcSandbox) << "couldn't remove" << folder;
}

void makeFolder(const QString &folder)
{
    if (!QDir().mkpath(folder))
        throw Error(ErrorKind::File,
                    QStringLiteral("The folder “%1” couldn't be made, so Python can't be set up.")
                        .arg(redacted(folder, 300)),
                    QStringLiteral("Check the free space and who owns the folder above it."));
}

Error lacking(const Interpreter &interpreter, const QString &shown)
{
    QStringList reasons;
    for (auto it = interpreter.missing.cbegin(); it != interpreter.missing.cend(); ++it)
        reasons.append(it.key() + QStringLiteral(" (") + redacted(it.value(), 200) +
                       QLatin1Char(')'));
    const QStringList names = interpreter.missing.keys();
    return Error(
        ErrorKind::SetupFailed,
        QStringLiteral("“%1” can't run cells: it can't import %2.")
            .arg(redacted(shown, 300), reasons.join(QStringLiteral(", "))),
        QStringLiteral("Install what is missing (“%1 -m pip install %2”), or choose another "
                       "interpreter.")
            .arg(interpreter.path, names.join(QLatin1Char(' '))));
}

/// Waits until no other thread or process is setting up.
void waitForLock(QLockFile &lock, const PythonSetup::Progress &progress,
                 const std::stop_token &stop)
{
    lock.setStaleLockTime(0); // a set-up takes long; the lock of a dead process is taken over
    while (!lock.tryLock(LockPollMs)) {
        if (stop.stop_requested())
            throw Error(ErrorKind::Cancelled, QStringLiteral("Setting up Python was cancelled."));
        if (lock.error() != QLockFile::LockFailedError)
            throw Error(
                ErrorKind::File,
                QStringLiteral("The folder “%1” can't be written, so Python can't be set up.")
                    .arg(redacted(QFileInfo(lock.fileName()).path(), 300)),
                QStringLiteral("Check who owns it."));
        step(progress, QStringLiteral("Waiting for another set-up of Python"), 0);
    }
}

} // namespace

PythonRequirements PythonRequirements::builtIn()
{
    const QString names = QString::fromUtf8(pythonResource(QStringLiteral("packages.txt")));
    return {pythonResource(QStringLiteral("requirements.txt")),
            names.split(QLatin1Char('\n'), Qt::SkipEmptyParts), 311};
}

PythonSetup::PythonSetup(QString dataFolder, QString chosenInterpreter,
                         PythonRequirements requirements)
    : m_dataFolder(QDir::cleanPath(QFileInfo(dataFolder).absoluteFilePath()))
    , m_chosen(std::move(chosenInterpreter))
    , m_requirements(std::move(requirements))
    , m_key(digest(m_requirements.pinned + '\0' +
                   m_requirements.names.join(QLatin1Char(' ')).toUtf8()))
{}

QString PythonSetup::logFile() const
{
    return pythonFolder() + QStringLiteral("/setup.log");
}

QString PythonSetup::chosenFolder() const
{
    return pythonFolder() + QStringLiteral("/chosen-") + digest(m_chosen.toUtf8());
}

std::optional<PythonEnvironment> PythonSetup::ready() const
{
    if (m_chosen.isEmpty())
        return readyManaged();
    const auto record = readRecord(chosenFolder());
    return record && record->key == m_chosen ? std::optional(record->environment) : std::nullopt;
}

std::optional<PythonEnvironment> PythonSetup::readyManaged() const
{
    const QStringList folders =
        QDir(pythonFolder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time);
    for (const QString &name : folders) {
        const auto record = readRecord(pythonFolder() + QLatin1Char('/') + name);
        if (record && record->key == m_key)
            return record->environment;
    }
    return std::nullopt;
}

PythonEnvironment PythonSetup::prepare(const Progress &progress, std::stop_token stop) const
{
    const auto made = ready();
    const PythonEnvironment environment = made                 ? *made
                                          : m_chosen.isEmpty() ? prepareManaged(progress, stop)
                                                               : prepareChosen(progress, stop);
    step(progress, QStringLiteral("Python %1 is ready").arg(environment.version), 1);
    return environment;
}

PythonEnvironment PythonSetup::prepareChosen(const Progress &progress,
                                             const std::stop_token &stop) const
{
    step(progress, QStringLiteral("Looking at the chosen Python"), 0.1);
    const Interpreter interpreter = askInterpreter(m_chosen, neededModules(), stop);
    if (!interpreter.missing.isEmpty())
        throw lacking(interpreter, m_chosen);
    makeFolder(pythonFolder());
    QLockFile lock(pythonFolder() + QStringLiteral("/setup.lock"));
    waitForLock(lock, progress, stop);
    if (const auto made = ready())
        return *made;
    makeFolder(chosenFolder());
    step(progress, QStringLiteral("Preparing fonts"), 0.5);
    return finish(chosenFolder(), interpreter, m_chosen, stop);
}

PythonEnvironment PythonSetup::prepareManaged(const Progress &progress,
                                              const std::stop_token &stop) const
{
    makeFolder(pythonFolder());
    QLockFile lock(pythonFolder() + QStringLiteral("/setup.lock"));
    waitForLock(lock, progress, stop);
    if (const auto made = ready())
        return *made;
    step(progress, QStringLiteral("Looking for Python"), 0.01);
    const Interpreter base = findInterpreter(stop);
    const QString folder =
        pythonFolder() + QLatin1Char('/') + digest((m_key + base.version + base.path).toUtf8());
    removeTree(folder); // what was cut off
    try {
        makeFolder(folder);
        return makeManaged(folder, base, progress, stop);
    } catch (...) {
        removeTree(folder);
        throw;
    }
}

PythonEnvironment PythonSetup::makeManaged(const QString &folder, const Interpreter &base,
                                           const Progress &progress,
                                           const std::stop_token &stop) const
{
    EnvironmentBuilder builder(
        base, folder + QStringLiteral("/venv"), logFile(),
        [&](const QString &text, double fraction) { step(progress, text, fraction); }, stop);
    const QString path = builder.build(m_requirements);
    step(progress, QStringLiteral("Preparing fonts"), 0.95);
    const Interpreter interpreter = askInterpreter(path, neededModules(), stop);
    if (!interpreter.missing.isEmpty())
        throw lacking(interpreter, path);
    return finish(folder, interpreter, m_key, stop);
}

PythonEnvironment PythonSetup::finish(const QString &folder, const Interpreter &interpreter,
                                      const QString &key, const std::stop_token &stop) const
{
    PythonRecord record;
    record.key = key;
    record.program = interpreter.realPath;
    record.stamp = programStamp(interpreter.realPath);
    record.environment.interpreter = interpreter.path;
    record.environment.version = interpreter.version;
    record.environment.mounts = mountsOf(interpreter, m_dataFolder);
    record.environment.matplotlibCache = makeFontCache(
        interpreter, record.environment.mounts, folder + QStringLiteral("/matplotlib"), stop);
    writeRecord(folder, record);
    return record.environment;
}

} // namespace sandglass
