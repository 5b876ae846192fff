// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "agent/resulttext.h"
#include "app/recorder.h"
#include "sandbox/sandbox.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

namespace sandglass {

/// Runs cells in the conversation's sandbox and records all that happens to them. Cells worker, but
/// for what the sandbox signals from its link thread. Owned by the Session, destroyed on the cells
/// worker.
class RecordedCells
{
public:
    using MakeSandbox = std::function<std::unique_ptr<Sandbox>()>;
    using OnState = std::function<void(SandboxState, const QString &detail)>;

    /// `place` is where the sandbox was when an earlier object ended, `cells` are those it ran.
    RecordedCells(MakeSandbox make, Recorder &recorder, OnState onState, SandboxPlace place = {},
                  QList<CellId> cells = {});

    struct Ran
    {
        CellResult result;
        QString told; ///< what a model is told of it
    };

    /// Records the cell, runs it and waits for its end, which is recorded as well, whatever it is.
    /// Throws Error where it could not run (see Sandbox::execute()).
    Ran run(const CellRecord &cell, std::chrono::milliseconds timeout, std::stop_token stop);

    /// Goes on with a cell that has no end yet in a sandbox that outlives the program. `segment`:
    /// see Recorder::beginAgain(). Where that can't be done the cell ends as unknown.
    void resume(const CellId &cell, int segment, std::stop_token stop);

    /// The VM that there is; empty where there is none. Any thread.
    QString vm() const;

    /// Ends the kernel; the next cell starts one.
    void restart();

    /// The next cell that finds no kernel running gets a sandbox made anew. Any thread.
    void renew() { m_renew = true; }

    bool hasKernel() const;

    /// Opens connections anew that may be dead. Any thread.
    void reconnect();

    /// Ends the kernel at once, or leaves one that outlives the program. Any thread.
    void kill();

private:
    void prepare();
    bool makeSandbox();
    void record(const CellId &cell, const Output &output);
    void state(SandboxState state, const QString &detail);
    void setPlace(const SandboxPlace &next);
    void endCurrent();
    bool isLeft(const Error &error);
    void addFailure(const CellId &cell, const Failure &failure);
    void recordFailure(const CellId &cell, const Failure &failure);

    MakeSandbox m_make;
    Recorder &m_recorder;
    OnState m_onState;
    std::atomic<bool> m_renew = false;

    mutable std::mutex m_mutex; ///< of what the link thread uses as well
    CellId m_current;
    ResultText m_told;
    QString m_toldFirst; ///< what happened to the kernel since the cell was given
    SandboxPlace m_place;
    std::optional<SandboxPlace> m_laterPlace; ///< to be recorded once the current cell has its end
    QList<CellId> m_cells;
    SandboxState m_state = SandboxState::None;

    std::mutex m_sandboxMutex;          ///< of the pointer: held where it changes, and by kill()
    bool m_killed = false;              ///< no sandbox is made any more
    std::unique_ptr<Sandbox> m_sandbox; // last: its signals use all of the above
};

} // namespace sandglass
