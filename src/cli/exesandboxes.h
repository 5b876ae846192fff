// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/console.h"
#include "cli/exeaccess.h"
#include "cli/sessionopener.h"

namespace sandglass::cli {

/// What sessions with a sandbox at exe.dev need of the command line. `console` must outlive it.
SessionOpener::ExeParts exeParts(const Settings &settings, const Secret &environmentToken,
                                 Console &console);

} // namespace sandglass::cli
