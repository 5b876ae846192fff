// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
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

enum class SandboxState {
    None,
    Preparing,  ///< the Python environment
    MakingBase, ///< a VM that sandboxes are copied from
    Copying,    ///< a VM for this conversation
    Starting,   ///< the kernel, or the connection to it
    Resuming,
    Ready,
    Running,
    Paused,
    Dead, ///< the kernel ended: variables are gone
    Gone, ///< so did its VM: what code made is gone as well
};

/// Which VM a sandbox has, and up to which event of its kernel host all is known and recorded.
struct SandboxPlace
{
    QString vm;   ///< empty for none
    QString boot; ///< of the host: numbers count within it
    qint64 last = 0;

    friend bool operator==(const SandboxPlace &, const SandboxPlace &) = default;
};

/// Where code runs: one kernel and one work folder. Owned by a Session; execute(), await() and
/// restart() are called on its cells worker. Outputs and notices come from the sandbox's own link
/// thread, states and places also from the cells worker; they are to be connected directly by slots
/// that are safe there.
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

    /// Whether the kernel and its cells live on when this object or the program ends, to be found
    /// again by another one that is told the place.
    virtual bool outlives() const { return false; }

    /// Tells one that outlives where it is, and its cells so far. Before the first call.
    virtual void goOn(const SandboxPlace &place, const QList<CellId> &cells);

    /// Goes on with a cell that an earlier object was given, as execute() does: its outputs are
    /// signalled from the first on. Throws Error as execute() does, and where nothing outlives.
    virtual CellResult await(const CellId &cell, std::stop_token stop);

    /// Any thread, for closing a conversation, where Stop would wait for code that ignores it: ends
    /// the kernel at once, and an execute() that runs returns Died. Where the kernel outlives, it
    /// is only left, and the execute() throws Error(Cancelled).
    virtual void kill() {}

    /// Any thread: opens connections anew that may be dead, as after the computer slept.
    virtual void reconnect() {}

Q_SIGNALS:
    /// `cell` is null for output that belongs to none.
    void output(const sandglass::CellId &cell, const sandglass::Output &output);
    void notice(const sandglass::CellId &cell, const sandglass::Notice &notice);
    void stateChanged(sandglass::SandboxState state, const QString &detail);
    /// To be recorded, after what was signalled before.
    void placeChanged(const sandglass::SandboxPlace &place);
};

inline void Sandbox::goOn(const SandboxPlace &, const QList<CellId> &) {}

inline CellResult Sandbox::await(const CellId &, std::stop_token)
{
    throw Error(ErrorKind::Unsupported,
                QStringLiteral("The kernel that ran this cell ended with the program."));
}

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::SandboxState)
Q_DECLARE_METATYPE(sandglass::SandboxPlace)
