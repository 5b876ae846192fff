// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session.h"

namespace sandglass {

/// The sandbox of a conversation that has it at exe.dev.
std::unique_ptr<Sandbox> makeExeSandbox(const Session::Parts::ExeWish &wish);

/// The files of it.
std::unique_ptr<SandboxFiles> makeExeFiles(const Session::Parts::ExeWish &wish,
                                           std::function<QString()> vm);

} // namespace sandglass
