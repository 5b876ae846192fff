// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"

namespace sandglass {

/// Adds an output to what a cell shows, as Jupyter front ends do: stream text continues its
/// segment, clear_output empties (with `wait` when the next one comes). Not update_display_data.
/// Pure. The number of outputs of a cell is capped.
void foldOutput(CellBlock &cell, const OutputRecord &record);

/// Replaces the bundle of every output that has this display id; true where there was one.
bool updateDisplay(CellBlock &cell, const OutputRecord &record, const MimeBundle &bundle);

/// Most outputs that a cell shows; OutputStore caps them at less.
inline constexpr qsizetype maxShownOutputs = 5000;

} // namespace sandglass
