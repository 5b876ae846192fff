// SPDX-License-Identifier: MIT
#include "exe/pause.h"

#include "exe/error.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace exedev {

void requireGoingOn(const Call &call)
{
    if (call.stop.stop_requested())
        throw CancelledError(QStringLiteral("The call was stopped"));
    if (call.deadline.hasExpired())
        throw TimeoutError(QStringLiteral("The time allowed for the call is over"));
}

void pauseFor(std::chrono::milliseconds time, const Call &call)
{
    const qint64 left = call.deadline.isForever() ? time.count() : call.deadline.remainingTime();
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any wake;
    wake.wait_for(lock, call.stop, std::chrono::milliseconds(std::min<qint64>(time.count(), left)),
                  [] { return false; });
    requireGoingOn(call);
}

Call within(const Call &call, std::chrono::milliseconds time)
{
    Call shorter = call;
    shorter.deadline = std::min(call.deadline, QDeadlineTimer(time));
    return shorter;
}

std::chrono::milliseconds Backoff::next()
{
    return std::exchange(m_next, std::min(m_next * 2, std::chrono::milliseconds(2000)));
}

} // namespace exedev
