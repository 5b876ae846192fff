// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/pipes.h"

#include <QByteArrayList>
#include <QDeadlineTimer>

#include <optional>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace sandglass {

/// What to start. Of our descriptors the child keeps `passed` (under their own numbers), and has
/// the given ones as 0, 1 and 2 (-1: /dev/null).
struct ChildCommand
{
    QByteArrayList words;       ///< the first is an absolute path
    QByteArrayList environment; ///< NAME=value, nothing is inherited
    int input = -1;
    int output = -1;
    int error = -1;
    std::vector<int> passed;
    std::vector<int> groups;                    ///< open cgroup.procs files that it joins
    std::vector<std::pair<int, qint64>> limits; ///< RLIMIT_…, at most
};

/// How a process ended.
struct ChildEnd
{
    int exitCode = 0;
    int signal = 0; ///< not 0: killed by it
};

/// One child process in a session of its own, started by fork so that it can get its limits, its
/// control group and exactly its descriptors before it runs. It dies with the *thread* that made
/// it. One thread; the destructor kills and collects it.
class ChildProcess
{
public:
    /// Starts it. Throws Error(SetupFailed), also where the program can't be run.
    explicit ChildProcess(const ChildCommand &command);
    ~ChildProcess();

    ChildProcess(const ChildProcess &) = delete;
    ChildProcess &operator=(const ChildProcess &) = delete;

    /// Becomes readable when the process has ended.
    int pidfd() const { return m_pidfd.get(); }
    pid_t pid() const { return m_pid; }

    void kill();

    /// Waits for the end and collects the process; nothing where the deadline passes first.
    std::optional<ChildEnd> wait(QDeadlineTimer deadline);

private:
    pid_t m_pid = -1;
    Descriptor m_pidfd;
    std::optional<ChildEnd> m_end;
};

} // namespace sandglass
