// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/message.h"

#include <optional>

namespace sandglass {

/// A call after the check: code to run, or why it must not be run, in words for the model.
struct CodeCall
{
    std::optional<QString> code;
    QString refusal; ///< empty where there is code
};

/// Checks what a model sent. Arguments that are cut off are never repaired: the code could be valid
/// and wrong.
CodeCall readCall(const ToolCall &call);

/// The call as it may stand in a later request: a name that servers accept, arguments that are a
/// JSON object ({} where they were not), complete.
ToolCall sendableCall(ToolCall call);

} // namespace sandglass
