// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QMetaType>
#include <QString>

namespace sandglass {

/// A call that a model makes. `arguments` is what it sent, not checked.
struct ToolCall
{
    QString id;
    QString name;
    QByteArray arguments; ///< JSON text as the model wrote it
    bool complete = true; ///< false where the reply was cut off inside it

    friend bool operator==(const ToolCall &, const ToolCall &) = default;
};

/// One message of the history that a model is given.
struct Message
{
    enum class Role { User, Assistant, Tool };

    Role role = Role::User;
    QString text;
    QList<ToolCall> calls; ///< of an assistant
    QString callId;        ///< of a tool result: the call it answers

    friend bool operator==(const Message &, const Message &) = default;
};

struct ModelRequest
{
    QString system;
    QList<Message> messages;
    bool offerTool = true; ///< the tool run_python(code)
};

/// Tokens as the server counts them; 0 where it tells nothing.
struct Usage
{
    qint64 inputTokens = 0;
    qint64 outputTokens = 0;

    friend bool operator==(const Usage &, const Usage &) = default;
};

/// A whole reply. The text was given to onText as well.
struct ModelReply
{
    enum class Finish { Stop, ToolCalls, Length, ContentFilter };

    QString text;
    QList<ToolCall> calls;
    Finish finish = Finish::Stop;
    Usage usage;
};

} // namespace sandglass
