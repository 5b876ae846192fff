// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/output.h"

#include <QByteArray>
#include <QObject>

#include <chrono>
#include <stop_token>

namespace sandglass {

struct CellRequest
{
    CellId cell;
    QByteArray code;                            ///< UTF-8
    std::chrono::milliseconds timeout{300'000}; ///< counted from the start of the cell
};

enum class SandboxState { None, Preparing, Starting, Ready, Running, Dead };

/// Where code runs: one kernel and one work folder. Owned by a Session; execute() and restart() are
/// called on its cells worker. Outputs and notices come from the sandbox's own link thread, states
/// also from the cells worker; they are to be connected directly by slots that are safe there.
class Sandbox : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Runs one cell and waits for its end; starts the kernel where none runs. All of the cell's
    /// outputs were signalled before it returns. On stop it interrupts the cell like Ctrl-C and
    /// goes on waiting for the end, so that the variables stay.
    /// Throws Error where the cell could not be handed over: SetupFailed, Unsupported, Protocol,
    /// Cancelled (stopped before it was sent).
    virtual CellResult execute(const CellRequest &request, std::stop_token stop) = 0;

    /// Ends the kernel and its processes; the next cell starts a new one.
    virtual void restart() = 0;

    /// Any thread: ends the kernel at once, without waiting for it. An execute() that runs returns
    /// Died. For closing a conversation, where Stop would wait for code that ignores it.
    virtual void kill() {}

Q_SIGNALS:
    /// `cell` is null for output that belongs to none.
    void output(const sandglass::CellId &cell, const sandglass::Output &output);
    void notice(const sandglass::CellId &cell, const sandglass::Notice &notice);
    void stateChanged(sandglass::SandboxState state, const QString &detail);
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::SandboxState)
