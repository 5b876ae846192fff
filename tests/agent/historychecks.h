// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/message.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <QSet>

namespace sandglass {

/// What strict servers ask of a history: each call answered once, at once; arguments are objects.
inline void expectValid(const QList<Message> &messages)
{
    QSet<QString> open;
    for (const Message &message : messages) {
        if (message.role == Message::Role::Tool) {
            EXPECT_TRUE(open.remove(message.callId)) << message.callId.toStdString();
            continue;
        }
        EXPECT_TRUE(open.isEmpty()) << "a call has no result";
        EXPECT_FALSE(message.text.isEmpty() && message.calls.isEmpty()) << "an empty message";
        for (const ToolCall &call : message.calls) {
            EXPECT_EQ(message.role, Message::Role::Assistant);
            EXPECT_FALSE(call.id.isEmpty());
            EXPECT_FALSE(open.contains(call.id)) << "an id twice";
            EXPECT_TRUE(
                nlohmann::json::parse(call.arguments.toStdString(), nullptr, false).is_object())
                << call.arguments.toStdString();
            open.insert(call.id);
        }
    }
    EXPECT_TRUE(open.isEmpty()) << "a call at the end has no result";
}

} // namespace sandglass
