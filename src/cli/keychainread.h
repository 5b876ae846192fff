// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/keychain.h"

namespace sandglass::cli {

/// Reads an entry and waits for it, at most as long as Keychain does. Main thread.
Keychain::Result readKeychain(const QString &key);

} // namespace sandglass::cli
