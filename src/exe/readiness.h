// SPDX-License-Identifier: MIT
#pragma once

#include "exe/options.h"
#include "exe/transport.h"
#include "exe/values.h"

namespace exedev {

/// The time to wait by default and where given. Throws InvalidArgumentError where it is no time.
std::chrono::milliseconds readyTime(Ready until,
                                    const std::optional<std::chrono::milliseconds> &timeout);

/// Waits until `vm` runs commands, or its setup script has ended well; then it is "running".
/// Ready::Created waits for nothing. Throws VmReadyError, VmSetupError, and what requireGoingOn()
/// throws.
void waitUntilReady(Transport &transport, VmInfo &vm, Ready until, std::chrono::milliseconds time,
                    const Call &call);

} // namespace exedev
