// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/interrupts.h"
#include "parts/process.h"

#include <memory>

namespace sandglass::cli {

/// The command that `arguments` name, put together from the parts that both programs share and the
/// settings. `arguments` is neither text nor a usage error. Throws Error.
std::unique_ptr<Command> makeCommand(const Arguments &arguments, EnvironmentKeys keys,
                                     Console &console, Interrupts &interrupts);

} // namespace sandglass::cli
