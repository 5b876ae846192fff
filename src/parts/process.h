// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/secret.h"

namespace sandglass {

/// Keys that the environment gave. Taken out of it, bytes and all.
struct EnvironmentKeys
{
    Secret openAi;
    Secret anthropic;
    Secret exe;
};

/// First thing in main(), before any thread or child: takes the keys out of the environment, writes
/// no core files (they would hold keys), and keeps a closed pipe from ending the process.
EnvironmentKeys prepareProcess();

} // namespace sandglass
