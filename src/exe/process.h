// SPDX-License-Identifier: MIT
#pragma once

#include "call.h"
#include "result.h"

#include <QString>

#include <chrono>
#include <memory>
#include <optional>

namespace exedev {

class Transport;

/// How wait() waits.
struct WaitOptions
{
    bool check = false;                               ///< another status than 0 throws CommandError
    bool capture = true;                              ///< whether the result has the outputs
    qint64 maxOutput = 8 * 1024 * 1024;               ///< bytes; more throws OutputLimitError
    std::optional<std::chrono::milliseconds> timeout; ///< then TimeoutError; the process runs on
};

/// A command that Vm::spawn() started. It belongs to the VM: it runs on whatever becomes of this
/// program, pausing and resuming keep it, a restart ends it. One that spawn() gave is killed when
/// this object dies, unless release() was called; one that was looked up is left alone.
/// All calls need the permission `ssh`, and throw what Vm::run() throws but CommandError where not
/// said. Not for two threads at once. The record on the VM and the meaning of "lost" are those of
/// the official SDK (exedev 0.4.0); exe.dev itself knows no such processes.
class Process
{
public:
    Process(std::shared_ptr<Transport> transport, const QString &vm, const QString &name,
            const QByteArray &state, bool isOwned);
    ~Process();

    Process(Process &&other) noexcept;
    Process &operator=(Process &&other) noexcept;
    Process(const Process &) = delete;
    Process &operator=(const Process &) = delete;

    const QString &name() const { return m_name; }
    const QString &vm() const { return m_vm; }
    qint64 pid() const { return m_pid; } ///< 0 where it is no longer known

    /// The exit status that the last poll(), wait() or look-up saw.
    std::optional<int> exitCode() const { return m_exitCode; }

    /// From now on the process outlives this object.
    void release() { m_isOwned = false; }

    /// The exit status, or nothing while it runs. Throws ProcessLostError, ProcessLookupError (its
    /// record is gone).
    std::optional<int> poll(const Call &call = {});

    /// Waits for its end, over lost connections, and gives all that it printed. Throws
    /// ProcessLostError, ProcessLookupError, TimeoutError, CommandError (with `check`).
    CommandResult wait(const WaitOptions &options = {}, const Call &call = {});

    /// What it printed so far; with `tail` the last lines of each output. exitCode is 0.
    CommandResult logs(std::optional<int> tail = {}, const Call &call = {});

    /// Send a signal to it and to all that it started; nothing where it has ended. `signal` is
    /// "TERM", "SIGTERM" or a number from 1 to 127.
    void terminate(const Call &call = {});
    void kill(const Call &call = {});
    void sendSignal(const QString &signal, const Call &call = {});

private:
    void takeState(const QByteArray &state);
    void end() noexcept;

    std::shared_ptr<Transport> m_transport;
    QString m_vm;
    QString m_name;
    qint64 m_pid = 0;
    std::optional<int> m_exitCode;
    bool m_isLost = false;
    bool m_isOwned = false;
};

} // namespace exedev
