// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/client.h"

#include <QSet>

namespace sandglass {

/// Of the commands by which a person looks at VMs and changes them, those that the token may not
/// run. Each is tried on a VM that there is not, so that nothing is changed. Blocks; any thread.
/// Throws what exedev::Vm throws where exe.dev can't tell.
QSet<QString> deniedCommands(exedev::Client &client, const exedev::Call &call);

} // namespace sandglass
