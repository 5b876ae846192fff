// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/message.h"

#include <QString>

#include <optional>

namespace sandglass {

/// Small local models write a call of run_python as the whole text of their reply: JSON with "name"
/// and "arguments", bare, in doubled braces, in a fence or in <tool_call> tags. This holds text
/// back as long as it may still be such a call, and lets everything else pass. Pure.
class TextCalls
{
public:
    /// The text that may be shown after `piece`.
    QString feed(const QString &piece);

    /// At the end of the reply: the call that the text was, or nothing. `whole` is false where the
    /// reply was cut off; such a call is not complete.
    std::optional<ToolCall> takeCall(bool whole);

    /// What is still held back and is no call after all.
    QString takeRest();

private:
    QString m_held;
    bool m_passing = false;
};

/// The call that `text` is as a whole, or nothing. Pure.
std::optional<ToolCall> callInText(const QString &text);

/// True while `text` may be the beginning of such a call. Pure.
bool mayBecomeCall(const QString &text);

} // namespace sandglass
