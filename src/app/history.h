// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"
#include "llm/message.h"

namespace sandglass {

/// The conversation as a model is given it, made from the document, with the new question at its
/// end. Each cell is a call with its result, also one whose end nobody saw; a person's own say so.
/// What happened to the kernel, and `notes`, stand before the next question.
/// GUI thread.
QList<Message> modelHistory(const Conversation &conversation, const TurnRecord &question,
                            const QStringList &notes = {});

} // namespace sandglass
