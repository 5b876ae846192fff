// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/message.h"

#include <QByteArray>

namespace sandglass {

/// What a server and model are known to take.
struct OpenAiAbilities
{
    bool tools = true; ///< else code comes in a fenced block, and results go as a user's text
    bool streamOptions = true; ///< the usage of a stream can be asked for

    friend bool operator==(const OpenAiAbilities &, const OpenAiAbilities &) = default;
};

/// The body of a streaming request to /chat/completions. Arguments of calls always go as a string
/// that holds a JSON object, since servers parse it; messages without any content are left out.
/// Pure.
QByteArray openAiRequestBody(const ModelRequest &request, const QString &model,
                             const OpenAiAbilities &abilities);

} // namespace sandglass
