// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"

namespace sandglass {

/// About how tall a block's widget will be, without making it. `line` is the height of a line of
/// text, `columns` how many characters fit beside each other.
int estimateHeight(const Block &block, int line, int columns);

} // namespace sandglass
