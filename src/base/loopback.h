// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace sandglass {

/// True for a host that is this machine and can be no other: localhost and its addresses.
bool isLoopback(const QString &host);

} // namespace sandglass
