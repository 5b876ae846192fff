// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/openairequest.h"

#include "llm/runpython.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace sandglass {

namespace {

QJsonObject message(const char *role, const QJsonValue &content)
{
    return {{QStringLiteral("role"), QLatin1String(role)}, {QStringLiteral("content"), content}};
}

QJsonObject tool()
{
    const QJsonObject function{
        {QStringLiteral("name"), pythonToolName()},
        {QStringLiteral("description"), pythonToolDescription()},
        {QStringLiteral("parameters"), pythonToolSchema()},
    };
    return {{QStringLiteral("type"), QStringLiteral("function")},
            {QStringLiteral("function"), function}};
}

QJsonObject sentCall(const ToolCall &call)
{
    const bool isObject = QJsonDocument::fromJson(call.arguments).isObject();
    const QJsonObject function{
        {QStringLiteral("name"), call.name},
        {QStringLiteral("arguments"),
         isObject ? QString::fromUtf8(call.arguments) : QStringLiteral("{}")},
    };
    return {{QStringLiteral("id"), call.id},
            {QStringLiteral("type"), QStringLiteral("function")},
            {QStringLiteral("function"), function}};
}

void appendNative(QJsonArray &messages, const Message &from)
{
    switch (from.role) {
    case Message::Role::User:
        messages.append(message("user", from.text));
        break;
    case Message::Role::Tool: {
        QJsonObject result = message("tool", from.text);
        result[QStringLiteral("tool_call_id")] = from.callId;
        messages.append(result);
        break;
    }
    case Message::Role::Assistant: {
        if (from.text.isEmpty() && from.calls.isEmpty())
            return;
        QJsonObject reply =
            message("assistant", from.text.isEmpty() ? QJsonValue(QJsonValue::Null) : from.text);
        QJsonArray calls;
        for (const ToolCall &call : from.calls)
            calls.append(sentCall(call));
        if (!calls.isEmpty())
            reply[QStringLiteral("tool_calls")] = calls;
        messages.append(reply);
        break;
    }
    }
}

QString fencedText(const Message &from)
{
    QStringList parts;
    if (!from.text.isEmpty())
        parts << from.text;
    for (const ToolCall &call : from.calls) {
        const QString code =
            QJsonDocument::fromJson(call.arguments)[QLatin1String("code")].toString();
        if (!code.isEmpty())
            parts << QStringLiteral("```python\n%1\n```").arg(code);
    }
    return parts.join(QStringLiteral("\n\n"));
}

/// Without tools roles may have to alternate, so neighbours of one role become one message.
void appendFenced(QJsonArray &messages, const Message &from)
{
    const bool assistant = from.role == Message::Role::Assistant;
    QString text = assistant ? fencedText(from) : from.text;
    if (from.role == Message::Role::Tool)
        text.prepend(QStringLiteral("Result of the code:\n"));
    if (text.isEmpty() && assistant)
        return;
    const QJsonObject next = message(assistant ? "assistant" : "user", text);
    QJsonObject last = messages.isEmpty() ? QJsonObject() : messages.last().toObject();
    const QString role = QStringLiteral("role");
    const QString content = QStringLiteral("content");
    if (last[role] != next[role]) {
        messages.append(next);
        return;
    }
    last[content] = QString(last[content].toString() + QLatin1String("\n\n") + text);
    messages.replace(messages.size() - 1, last);
}

QString fencedNote()
{
    return QStringLiteral(
        "There are no tools here. To run Python, write exactly one fenced block that begins with "
        "```python and ends with ```, and end your reply there. Its output is given to you in the "
        "next message. When you need no more code, answer without such a block.");
}

} // namespace

QByteArray openAiRequestBody(const ModelRequest &request, const QString &model,
                             const OpenAiAbilities &abilities)
{
    QString system = request.system;
    if (request.offerTool && !abilities.tools)
        system += (system.isEmpty() ? QString() : QStringLiteral("\n\n")) + fencedNote();
    QJsonArray messages;
    if (!system.isEmpty())
        messages.append(message("system", system));
    for (const Message &from : request.messages) {
        if (abilities.tools)
            appendNative(messages, from);
        else
            appendFenced(messages, from);
    }
    QJsonObject body{
        {QStringLiteral("model"), model},
        {QStringLiteral("messages"), messages},
        {QStringLiteral("stream"), true},
    };
    if (abilities.streamOptions)
        body[QStringLiteral("stream_options")] =
            QJsonObject{{QStringLiteral("include_usage"), true}};
    if (request.offerTool && abilities.tools)
        body[QStringLiteral("tools")] = QJsonArray{tool()};
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

} // namespace sandglass
