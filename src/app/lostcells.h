// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"

namespace sandglass {

/// Kinds of notices that say what happened to the kernel; a model is told of them.
inline constexpr QLatin1String kernelNotice("kernel");     ///< a new one: variables are gone
inline constexpr QLatin1String restoredNotice("restored"); ///< cells were run again
inline constexpr QLatin1String allRestored("all");         ///< subject of it where none is missing

/// The cells whose variables went with a kernel and weren't brought back, in the order in which
/// they ran. Those that were stopped, or ended a kernel, aren't among them. `kernelIsOld`: the
/// kernel that ran the last cells is gone, and no notice says so yet. Pure.
QList<CellId> lostCells(const Conversation &conversation, bool kernelIsOld);

} // namespace sandglass
