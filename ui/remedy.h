// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

namespace sandglass {

/// What a button beside a failure can do about it.
enum class Remedy { None, ModelSettings, SandboxSettings, ExeSettings, ShowLog };

/// Of a failure of cells, files or the sandbox.
Remedy remedyFor(const Failure &failure);

/// Of a failure that ended an answer.
Remedy remedyForAnswer(const Failure &failure);

/// What the button says.
QString remedyText(Remedy remedy);

} // namespace sandglass
