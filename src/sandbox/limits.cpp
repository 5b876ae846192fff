// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/limits.h"

#include "base/error.h"
#include "sandbox/controlgroup.h"

#include <QDir>
#include <QFile>
#include <QLocale>
#include <QStandardPaths>

#include <sys/resource.h>
#include <unistd.h>

#include <limits>

namespace sandglass {

namespace {

constexpr int probeSeconds = 10;
constexpr qint64 leastMemory = qint64(1) << 30; // numpy's OpenBLAS doesn't start with less of AS

QByteArrayList scopeWords(const QString &program, const SandboxLimits &limits)
{
    return {QFile::encodeName(program),
            "--user",
            "--scope",
            "--quiet",
            "--collect",
            "-p",
            "MemoryMax=" + QByteArray::number(limits.memory),
            "-p",
            "MemorySwapMax=0",
            "-p",
            "TasksMax=" + QByteArray::number(limits.tasks),
            "--"};
}

/// What systemd-run needs to find the user's manager.
QByteArrayList busEnvironment()
{
    QByteArrayList environment = {"PATH=/usr/bin:/bin"};
    for (const char *name : {"XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"}) {
        if (qEnvironmentVariableIsSet(name))
            environment += QByteArray(name) + '=' + qgetenv(name);
    }
    return environment;
}

QString scopeProgram()
{
    return QStandardPaths::findExecutable(QStringLiteral("systemd-run"),
                                          {QStringLiteral("/usr/bin"), QStringLiteral("/bin")});
}

/// Whether a scope really gets the limits: a manager without the memory controller (cgroup v1)
/// says yes and does nothing.
bool scopeHolds(const SandboxLimits &limits)
{
    const QString program = scopeProgram();
    if (program.isEmpty())
        return false;
    DescriptorPair output = readingPipe();
    ChildCommand command;
    command.words = scopeWords(program, limits);
    command.words +=
        {"/bin/sh", "-c",
         "read -r line < /proc/self/cgroup; cd \"/sys/fs/cgroup${line#0::}\" && cat memory.max "
         "pids.max"};
    command.environment = busEnvironment();
    command.output = output.theirs.get();
    try {
        ChildProcess child(command);
        output.theirs = Descriptor();
        const auto end = child.wait(QDeadlineTimer(std::chrono::seconds(probeSeconds)));
        if (!end || end->exitCode != 0 || end->signal != 0)
            return false;
    } catch (const Error &) {
        return false; // there is no such program after all: the next means is tried
    }
    const QByteArrayList lines =
        readSome(output.ours.get(), 4096).value_or(QByteArray()).split('\n');
    const qint64 memory = lines.value(0).toLongLong();
    const qint64 tasks = lines.value(1).toLongLong();
    return memory > 0 && memory <= limits.memory && tasks > 0 && tasks <= limits.tasks;
}

/// Processes and threads of our user now: RLIMIT_NPROC counts them all, not those of the sandbox.
qint64 tasksOfUser()
{
    qint64 count = 0;
    const uint user = ::getuid();
    const QFileInfoList processes =
        QDir(QStringLiteral("/proc")).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QFileInfo &process : processes) {
        if (process.fileName()[0].isDigit() && process.ownerId() == user)
            count += QDir(process.filePath() + QStringLiteral("/task"))
                         .entryList(QDir::Dirs | QDir::NoDotAndDotDot)
                         .size();
    }
    return count;
}

} // namespace

HeldLimits::HeldLimits(const SandboxLimits &limits)
    : m_limits(limits)
{
    if (::geteuid() == 0)
        m_group = ControlGroup::create(limits.memory, limits.tasks);
    if (m_group)
        m_means = Means::ControlGroup;
    else if (scopeHolds(limits))
        m_means = Means::Scope;
}

HeldLimits::~HeldLimits() = default;

void HeldLimits::apply(ChildCommand *command) const
{
    command->limits.push_back({RLIMIT_FSIZE, m_limits.file});
    command->limits.push_back({RLIMIT_CORE, 0});
    switch (m_means) {
    case Means::ControlGroup:
        command->groups = m_group->members();
        break;
    case Means::Scope: {
        QByteArrayList words = scopeWords(scopeProgram(), m_limits);
        // What systemd-run needs to know is nothing for the sandbox.
        words += {"/usr/bin/env", "-i"};
        words += command->environment;
        words += command->words;
        command->words = words;
        command->environment = busEnvironment();
        break;
    }
    case Means::EachProcess:
        command->limits.push_back({RLIMIT_AS, std::max(m_limits.memory, leastMemory)});
        command->limits.push_back({RLIMIT_NPROC, tasksOfUser() + m_limits.tasks});
        break;
    }
}

void HeldLimits::started(pid_t pid)
{
    if (m_means == Means::Scope)
        m_events = ControlGroup::eventsFileOf(pid);
}

QString HeldLimits::describe() const
{
    const QString memory = QLocale::c().formattedDataSize(m_limits.memory);
    if (m_means != Means::EachProcess)
        return QStringLiteral("Code may use %1 of memory and %2 processes in all.")
            .arg(memory)
            .arg(m_limits.tasks);
    QString text = QStringLiteral("Memory is limited for each process only (%1 each): this "
                                  "computer gives Sandglass no way to limit a whole sandbox, so "
                                  "code that starts many processes can use more.")
                       .arg(memory);
    if (::geteuid() == 0) // RLIMIT_NPROC doesn't hold root
        text += QStringLiteral(" As root the number of processes isn't limited.");
    return text;
}

std::optional<qint64> HeldLimits::memoryKills() const
{
    return m_group ? m_group->memoryKills() : ControlGroup::killsIn(m_events);
}

} // namespace sandglass
