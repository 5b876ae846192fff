// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/environmentbuilder.h"

#include "base/error.h"
#include "base/log.h"
#include "sandbox/toolfailure.h"

#include <QDateTime>
#include <QDir>
#include <QRegularExpression>
#include <QStandardPaths>

#include <utility>

namespace sandglass {
namespace {

constexpr qint64 MaxLog = 8 << 20;
constexpr qint64 MaxPipLog = 4 << 20;

void writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
        throw Error(ErrorKind::File,
                    QStringLiteral("“%1” couldn't be written: %2.")
                        .arg(redacted(path, 300), redacted(file.errorString(), 300)));
}

} // namespace

QString interpreterIn(const QString &prefix)
{
#ifdef Q_OS_WIN
    return prefix + QStringLiteral("/Scripts/python.exe");
#else
    return prefix + QStringLiteral("/bin/python");
#endif
}

EnvironmentBuilder::EnvironmentBuilder(const Interpreter &base, QString prefix,
                                       const QString &logPath, PythonSetup::Progress progress,
                                       std::stop_token stop)
    : m_base(base)
    , m_prefix(std::move(prefix))
    , m_log(logPath)
    , m_progress(std::move(progress))
    , m_stop(std::move(stop))
{
    // A log that can't be written stops nothing; the end of the output is in the error as well.
    if (!m_log.open(QIODevice::WriteOnly | QIODevice::Truncate))
        qCWarning(lcSandbox) << "The log of the set-up can't be written:" << m_log.errorString();
}

QString EnvironmentBuilder::build(const PythonRequirements &requirements)
{
    m_expected = qMax<int>(1, static_cast<int>(requirements.pinned.count("==")));
    if (!buildWithUv(requirements)) {
        QDir(m_prefix).removeRecursively();
        buildWithPip(requirements);
    }
    return interpreterIn(m_prefix);
}

/// False where there is no uv or it failed: pip may know an index or proxy that uv doesn't.
bool EnvironmentBuilder::buildWithUv(const PythonRequirements &requirements)
{
    const QString uv = QStandardPaths::findExecutable(QStringLiteral("uv"));
    if (uv.isEmpty())
        return false;
    m_progress(QStringLiteral("Making the Python environment"), 0.05);
    // With pip in it (--seed), for the packages that are added later.
    ToolEnd end = run(uv, {QStringLiteral("venv"), QStringLiteral("--seed"),
                           QStringLiteral("--python"), m_base.path, m_prefix});
    if (end.ok())
        end = install(uv,
                      {QStringLiteral("pip"), QStringLiteral("install"), QStringLiteral("--python"),
                       interpreterIn(m_prefix), QStringLiteral("--only-binary"),
                       QStringLiteral(":all:"), QStringLiteral("--compile-bytecode")},
                      requirements);
    if (!end.ok() && troubleOf(end) == ToolTrouble::DiskFull)
        fail(end);
    return end.ok();
}

void EnvironmentBuilder::buildWithPip(const PythonRequirements &requirements)
{
    m_collected = 0;
    m_progress(QStringLiteral("Making the Python environment"), 0.05);
    ToolEnd end = run(m_base.path, {QStringLiteral("-I"), QStringLiteral("-m"),
                                    QStringLiteral("venv"), m_prefix});
    if (!end.ok())
        fail(end);
    end = install(interpreterIn(m_prefix),
                  {QStringLiteral("-I"), QStringLiteral("-m"), QStringLiteral("pip"),
                   QStringLiteral("install"), QStringLiteral("--only-binary=:all:"),
                   QStringLiteral("--progress-bar=off"),
                   QStringLiteral("--no-warn-script-location"), QStringLiteral("--log"), pipLog()},
                  requirements);
    if (!end.ok())
        fail(end);
    QFile::remove(pipLog());
}

/// The pinned list, and where that doesn't fit this Python the names alone.
ToolEnd EnvironmentBuilder::install(const QString &program, const QStringList &arguments,
                                    const PythonRequirements &requirements)
{
    m_progress(QStringLiteral("Fetching packages"), 0.1);
    const QString list = m_prefix + QStringLiteral("/sandglass-requirements.txt");
    ToolEnd end;
    end.crashed = true;
    if (m_base.minorVersion() >= requirements.pinnedFrom && !requirements.pinned.isEmpty()) {
        writeFile(list, requirements.pinned);
        end = run(program, arguments + QStringList{QStringLiteral("-r"), list});
        const ToolTrouble trouble = end.ok() ? ToolTrouble::Unknown : troubleOf(end);
        if (end.ok() || requirements.names.isEmpty() || trouble == ToolTrouble::Offline ||
            trouble == ToolTrouble::DiskFull || trouble == ToolTrouble::NoPermission)
            return end;
        log(QStringLiteral("The pinned versions don't fit; taking those that do."));
    }
    m_collected = 0;
    writeFile(list, requirements.names.join(QLatin1Char('\n')).toUtf8() + '\n');
    return run(program, arguments + QStringList{QStringLiteral("-r"), list});
}

/// pip's own log says what its output doesn't: that the index wasn't reached.
ToolTrouble EnvironmentBuilder::troubleOf(const ToolEnd &end) const
{
    QFile file(pipLog());
    QByteArray more;
    if (file.open(QIODevice::ReadOnly)) {
        file.seek(qMax<qint64>(0, file.size() - MaxPipLog));
        more = file.read(MaxPipLog);
    }
    return toolTrouble(end.lines, more);
}

ToolEnd EnvironmentBuilder::run(const QString &program, const QStringList &arguments)
{
    log(QStringLiteral("$ ") + program + QLatin1Char(' ') + arguments.join(QLatin1Char(' ')));
    const ToolEnd end = runTool(
        {program, arguments, toolEnvironment(), {}, std::chrono::hours(2)},
        [this](const QString &line) { follow(line); }, m_stop);
    log(QStringLiteral("ended with %1").arg(end.exitCode));
    return end;
}

void EnvironmentBuilder::follow(const QString &line)
{
    log(line);
    static const QRegularExpression collecting(
        QStringLiteral("^\\s*(?:Collecting|Downloading|Building) ([A-Za-z0-9._-]+)"));
    static const QRegularExpression installing(
        QStringLiteral("^(?:Installing collected packages|Prepared \\d+ packages)"));
    if (installing.match(line).hasMatch()) {
        m_progress(QStringLiteral("Installing packages"), 0.75);
        return;
    }
    const QRegularExpressionMatch match = collecting.match(line);
    if (!match.hasMatch() || line.startsWith(QLatin1Char(' ')))
        return;
    m_collected = qMin(m_collected + 1, m_expected);
    m_progress(QStringLiteral("Fetching %1").arg(match.captured(1)),
               0.1 + 0.6 * m_collected / m_expected);
}

void EnvironmentBuilder::log(const QString &line)
{
    static const QRegularExpression credentials(QStringLiteral("://[^/@\\s]+@"));
    if (!m_log.isOpen() || m_log.size() > MaxLog)
        return;
    QString clean = line;
    clean.replace(credentials, QStringLiteral("://…@"));
    m_log.write(QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toUtf8() + ' ' +
                redacted(clean).toUtf8() + '\n');
    m_log.flush();
}

void EnvironmentBuilder::fail(const ToolEnd &end) const
{
    throw Error(toolFailure(
        QStringLiteral("The Python environment couldn't be made, so code can't run yet"),
        troubleOf(end), end.lines, m_base.version));
}

} // namespace sandglass
