// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/arguments.h"

namespace sandglass::cli {

/// The code of a cell that `run` was given: from the command line, a file or stdin. At most 16 MiB,
/// UTF-8, a byte order mark dropped.
/// Throws Error(File or InvalidInput).
QString cellCode(const RunOptions::Cell &cell);

} // namespace sandglass::cli
