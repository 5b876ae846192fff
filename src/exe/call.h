// SPDX-License-Identifier: MIT
#pragma once

#include <QDeadlineTimer>

#include <functional>
#include <stop_token>

namespace exedev {

/// How long one blocking call may take and who can end it. Every call that waits takes one; it ends
/// within 100 ms of a stop request, with CancelledError, and at its deadline, with TimeoutError
/// (run(): CommandTimeoutError).
///
/// create() and copy() make a VM that costs money. Stopped, or past their deadline, while exe.dev
/// is making it, they wait until it exists, say `onCleaningUp` (at a stop: at once), remove it and
/// only then return. A request to `giveUp` ends that, too: the error then names what is left.
///
/// That closing the connection ends a command is the official SDK's behaviour (exedev 0.4.0); that
/// the server ends what isn't `ssh` after 30 s stands on https://exe.dev/docs/https-api.
struct Call
{
    std::stop_token stop;
    QDeadlineTimer deadline{QDeadlineTimer::Forever};
    std::stop_token giveUp;
    std::function<void()> onCleaningUp; ///< may be called in the thread that requests the stop
};

} // namespace exedev
