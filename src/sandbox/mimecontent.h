// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/output.h"

#include <nlohmann/json_fwd.hpp>

namespace sandglass {

/// The bundle in a display message's content, which comes from a kernel: odd types, broken images
/// and what is over its cap are left out. Throws Error(Protocol) where there is no data at all.
MimeBundle mimeBundle(const nlohmann::json &content);

} // namespace sandglass
