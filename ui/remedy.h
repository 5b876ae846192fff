// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

namespace sandglass {

/// What a button beside a failure can do about it.
enum class Remedy { None, ModelSettings, SandboxSettings, ExeSettings, Sandboxes, ShowLog };

/// Who failed, which the kind of a failure doesn't tell.
enum class FailedAt { ThisComputer, ExeDev, Gateway, ModelServer };

Remedy remedyFor(const Failure &failure, FailedAt where);

/// What the button says.
QString remedyText(Remedy remedy);

} // namespace sandglass
