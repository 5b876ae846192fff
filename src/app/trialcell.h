// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/sandbox.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace sandglass {

/// Runs one small cell in a sandbox over a scratch folder, which is what proves that cells run on
/// this computer. Blocks; any thread. Throws Error.
void runTrialCell(const std::function<std::unique_ptr<Sandbox>(const QString &folder)> &make,
                  std::stop_token stop);

} // namespace sandglass
