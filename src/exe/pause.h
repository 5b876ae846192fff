// SPDX-License-Identifier: MIT
#pragma once

#include "exe/call.h"

#include <chrono>

namespace exedev {

/// Throws CancelledError or TimeoutError where the call may not go on.
void requireGoingOn(const Call &call);

/// Waits; ends early as requireGoingOn() does. Any thread.
void pauseFor(std::chrono::milliseconds time, const Call &call);

/// `call` with a deadline that is no later than `time` from now.
Call within(const Call &call, std::chrono::milliseconds time);

/// The pauses between attempts: 0.1 s, doubling to 2 s.
class Backoff
{
public:
    std::chrono::milliseconds next();

private:
    std::chrono::milliseconds m_next{100};
};

} // namespace exedev
