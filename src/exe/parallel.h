// SPDX-License-Identifier: MIT
#pragma once

#include "exe/call.h"

#include <functional>

namespace exedev {

/// Does job(0) … job(count - 1) with at most `atOnce` at a time, in threads of their own; onDone
/// runs in the calling thread with the number of those that are done. The first that throws stops
/// the others, and its error comes out once all have ended.
void inParallel(int count, int atOnce, const Call &call,
                const std::function<void(int number, const Call &call)> &job,
                const std::function<void(int done)> &onDone);

} // namespace exedev
