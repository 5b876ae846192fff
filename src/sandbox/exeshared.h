// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/exesandbox.h"

#include <condition_variable>
#include <mutex>

namespace sandglass {

/// What the cells worker and the link thread of an ExeSandbox tell each other. All but the mutex is
/// guarded by it.
struct ExeSandbox::Shared
{
    using Clock = std::chrono::steady_clock;

    std::mutex mutex;
    std::condition_variable_any changed;
    SandboxPlace place;               ///< `last` isn't kept up
    bool connected = false;           ///< events come
    bool gone = false;                ///< the VM doesn't exist
    bool left = false;                ///< nobody waits any more
    std::optional<Failure> trouble;   ///< why no events come
    CellId cell;                      ///< the one that is being run, else null
    QString sentTo;                   ///< the boot that has or may have got it
    std::optional<CellResult> result; ///< its end
    QList<FileInfo> files;
    std::stop_source sending{std::nostopstate}; ///< of the request whose answer isn't needed then

    /// The end of the cell, from where it is known. With the mutex held.
    void finish(const CellResult &end)
    {
        if (!result)
            result = end;
        sending.request_stop();
        changed.notify_all();
    }

    /// As finish(), where nobody saw the end. With the mutex held.
    void lose()
    {
        if (sentTo.isEmpty())
            return;
        CellResult end;
        end.variablesLost = true;
        finish(end);
    }
};

/// Does something at the end of a scope.
class Closing
{
public:
    explicit Closing(std::function<void()> action)
        : m_action(std::move(action))
    {}
    ~Closing() { m_action(); }

    Closing(const Closing &) = delete;
    Closing &operator=(const Closing &) = delete;

private:
    std::function<void()> m_action;
};

/// Whether trying again is no use.
bool isFinal(ErrorKind kind);

} // namespace sandglass
