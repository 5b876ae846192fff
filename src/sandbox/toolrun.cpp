// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/toolrun.h"

#include "base/error.h"
#include "base/log.h"

#include <QDeadlineTimer>
#include <QProcess>

#include <cerrno>

#ifdef Q_OS_UNIX
#include <signal.h>
#include <unistd.h>
#endif
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

namespace sandglass {
namespace {

constexpr int PollMs = 50;
constexpr qsizetype MaxOutput = 4 << 20;
constexpr qsizetype MaxLines = 64 << 10;
constexpr qsizetype MaxLine = 16 << 10;

/// Cuts what comes into lines; an endless one is given in pieces.
class LineCutter
{
public:
    explicit LineCutter(const std::function<void(const QString &)> &line)
        : m_line(line)
    {}

    void feed(const QByteArray &bytes)
    {
        for (const char c : bytes) {
            if (c == '\n' || c == '\r' || m_pending.size() >= MaxLine)
                flush();
            if (c != '\n' && c != '\r')
                m_pending += c;
        }
    }

    void flush()
    {
        if (m_line && !m_pending.isEmpty())
            m_line(QString::fromUtf8(m_pending));
        m_pending.clear();
    }

private:
    const std::function<void(const QString &)> &m_line;
    QByteArray m_pending;
};

void prepareChild(QProcess &process)
{
#ifdef Q_OS_UNIX
    process.setChildProcessModifier([] { // async-signal-safe calls only
        ::setsid();                      // a group of its own, to be killed as one
#ifdef Q_OS_LINUX
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
#endif
    });
#else
    static_cast<void>(process);
#endif
}

void killAll(QProcess &process)
{
#ifdef Q_OS_UNIX
    if (const qint64 id = process.processId(); id > 0)
        ::kill(static_cast<pid_t>(-id), SIGKILL);
#endif
    process.kill();
    process.waitForFinished(-1);
}

void collect(QProcess &process, ToolEnd &end, LineCutter &cutter, LineCutter &errorCutter)
{
    const QByteArray out = process.readAllStandardOutput();
    const QByteArray err = process.readAllStandardError();
    end.output += out.left(MaxOutput - end.output.size());
    end.lines = (end.lines + out + err).right(MaxLines);
    cutter.feed(out);
    errorCutter.feed(err);
}

} // namespace

QProcessEnvironment toolEnvironment()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QStringList names = environment.keys();
    for (const QString &name : names) {
        if (name.startsWith(QLatin1String("PYTHON")) || name.startsWith(QLatin1String("CONDA")))
            environment.remove(name);
    }
    for (const char *name :
         {"VIRTUAL_ENV", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER", "PIP_REQUIREMENT",
          "PIP_EDITABLE", "PIP_NO_BINARY", "PIP_REPORT", "PIP_LOG", "PIP_DRY_RUN", "PIP_PYTHON",
          "UV_PYTHON", "UV_PROJECT_ENVIRONMENT", "UV_TARGET"})
        environment.remove(QLatin1String(name));
    environment.insert(QStringLiteral("PIP_NO_INPUT"), QStringLiteral("1"));
    environment.insert(QStringLiteral("PIP_DISABLE_PIP_VERSION_CHECK"), QStringLiteral("1"));
    environment.insert(QStringLiteral("PIP_REQUIRE_VIRTUALENV"), QStringLiteral("0"));
    environment.insert(QStringLiteral("NO_COLOR"), QStringLiteral("1"));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    return environment;
}

ToolEnd runTool(const ToolRun &run, const std::function<void(const QString &line)> &line,
                const std::stop_token &stop)
{
    QProcess process;
    process.setProgram(run.program);
    process.setArguments(run.arguments);
    process.setProcessEnvironment(run.environment);
    process.setWorkingDirectory(run.folder.isEmpty() ? QStringLiteral("/") : run.folder);
    process.setStandardInputFile(QProcess::nullDevice());
    prepareChild(process);
    process.start(QIODevice::ReadOnly);
    if (!process.waitForStarted(-1))
        throw Error(ErrorKind::SetupFailed,
                    QStringLiteral("“%1” couldn't be started: %2.")
                        .arg(redacted(run.program, 300), redacted(process.errorString(), 300)));

    ToolEnd end;
    LineCutter cutter(line);
    LineCutter errorCutter(line);
    const QDeadlineTimer deadline(run.timeout);
    while (process.state() != QProcess::NotRunning) {
        if (stop.stop_requested() || deadline.hasExpired()) {
            killAll(process);
            throw stop.stop_requested()
                ? Error(ErrorKind::Cancelled, QStringLiteral("It was cancelled."))
                : Error(ErrorKind::TimedOut,
                        QStringLiteral("“%1” took longer than %2 s and was ended.")
                            .arg(redacted(run.program, 300))
                            .arg(run.timeout.count()));
        }
        process.waitForFinished(PollMs); // reads meanwhile
        collect(process, end, cutter, errorCutter);
    }
    collect(process, end, cutter, errorCutter);
    cutter.flush();
    errorCutter.flush();
    end.crashed = process.exitStatus() != QProcess::NormalExit;
    end.exitCode = process.exitCode();
    return end;
}

} // namespace sandglass
