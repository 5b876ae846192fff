// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/openaistream.h"

#include "base/error.h"
#include "base/ids.h"
#include "llm/openaierror.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace sandglass {

namespace {

constexpr size_t mostCalls = 128;
constexpr qsizetype longestReply = 16 * 1024 * 1024;

ModelReply::Finish finishOf(const QString &reason)
{
    if (reason == QLatin1String("tool_calls") || reason == QLatin1String("function_call"))
        return ModelReply::Finish::ToolCalls;
    if (reason == QLatin1String("length") || reason == QLatin1String("max_tokens"))
        return ModelReply::Finish::Length;
    if (reason == QLatin1String("content_filter"))
        return ModelReply::Finish::ContentFilter;
    return ModelReply::Finish::Stop;
}

/// Content is a string, null, or (Mistral) a list of parts.
QString textOf(const QJsonValue &content)
{
    if (content.isString())
        return content.toString();
    QString text;
    const QJsonArray parts = content.toArray();
    for (const QJsonValue &part : parts)
        text += part[QLatin1String("text")].toString();
    return text;
}

bool isWholeObject(const QString &text)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(text.toUtf8(), &error);
    return error.error == QJsonParseError::NoError && document.isObject();
}

} // namespace

OpenAiStream::Delta OpenAiStream::take(const QJsonObject &chunk)
{
    const QJsonValue error = chunk[QLatin1String("error")];
    if (!error.isUndefined() && !error.isNull())
        throw Error(streamFailure(error));
    Delta delta;
    const QJsonArray choices = chunk[QLatin1String("choices")].toArray();
    for (const QJsonValue &choice : choices) {
        if (choice[QLatin1String("index")].toInt() == 0)
            takeChoice(choice.toObject(), delta);
    }
    const QJsonValue usage = chunk[QLatin1String("usage")];
    if (usage.isObject())
        takeUsage(usage.toObject());
    return delta;
}

void OpenAiStream::takeChoice(const QJsonObject &choice, Delta &delta)
{
    m_hasChoice = true;
    const QJsonValue part = choice[QLatin1String("delta")];
    const QJsonObject message =
        (part.isObject() ? part : choice[QLatin1String("message")]).toObject();
    const QString text = textOf(message[QLatin1String("content")]);
    count(text.size());
    delta.text += text;
    const QJsonArray calls = message[QLatin1String("tool_calls")].toArray();
    for (const QJsonValue &call : calls)
        takeCall(call.toObject(), delta);
    const QJsonValue reason = choice[QLatin1String("finish_reason")];
    if (reason.isString())
        m_finish = finishOf(reason.toString());
}

void OpenAiStream::takeCall(const QJsonObject &value, Delta &delta)
{
    const QJsonObject function = value[QLatin1String("function")].toObject();
    const QJsonValue place = value[QLatin1String("index")];
    const auto index = place.isDouble() ? std::optional(place.toInt()) : std::nullopt;
    const QString name = function[QLatin1String("name")].toString();
    const QJsonValue arguments = function[QLatin1String("arguments")];
    Call &call = callFor(index, value[QLatin1String("id")].toString(), name);
    count(name.size());
    if (call.name.isEmpty() || (call.arguments.isEmpty() && call.name != name))
        call.name += name;
    const QString piece =
        arguments.isObject()
            ? QString::fromUtf8(QJsonDocument(arguments.toObject()).toJson(QJsonDocument::Compact))
            : arguments.toString();
    count(piece.size());
    call.arguments += piece;
    call.progress.feed(piece);
    delta.code = delta.code || !piece.isEmpty();
}

OpenAiStream::Call &OpenAiStream::callFor(std::optional<int> index, const QString &id,
                                          const QString &name)
{
    if (m_calls.empty())
        return newCall(index, id);
    const auto last = [this](auto &&fits) {
        const auto found = std::find_if(m_calls.rbegin(), m_calls.rend(), fits);
        return found == m_calls.rend() ? nullptr : &*found;
    };
    if (!id.isEmpty()) {
        // A known id with another index is a server that gives all calls one id.
        Call *same = last([&](const Call &call) { return call.id == id; });
        if (same && (!index || !same->index || *same->index == *index))
            return *same;
        return newCall(index, same ? QString() : id);
    }
    Call *open =
        index ? last([&](const Call &call) { return call.index == index; }) : &m_calls.back();
    // Without an id a name begins a new call, unless the one at hand is still without arguments or
    // in the middle of them.
    const bool begins = open && !name.isEmpty() && open->progress.isClosed();
    return open && !begins ? *open : newCall(index, {});
}

OpenAiStream::Call &OpenAiStream::newCall(std::optional<int> index, const QString &id)
{
    if (m_calls.size() >= mostCalls)
        throw Error(ErrorKind::OutputLimit,
                    QStringLiteral("The model made more than %1 calls in one reply; none was run.")
                        .arg(mostCalls));
    count(id.size());
    Call call;
    call.index = index;
    call.id = id.isEmpty() ? QStringLiteral("call_") + newUuid7() : id;
    m_calls.push_back(std::move(call));
    return m_calls.back();
}

void OpenAiStream::takeUsage(const QJsonObject &usage)
{
    constexpr qint64 most = 1'000'000'000; // in one request: sums of them always fit
    const auto number = [&](QLatin1String key) {
        return std::clamp<qint64>(usage[key].toInteger(), 0, most);
    };
    m_usage = {number(QLatin1String("prompt_tokens")), number(QLatin1String("completion_tokens"))};
}

void OpenAiStream::count(qsizetype characters)
{
    m_characters += characters;
    if (m_characters > longestReply)
        throw Error(
            ErrorKind::OutputLimit,
            QStringLiteral("The model's reply is longer than %1 million characters; the rest was "
                           "not read.")
                .arg(longestReply / 1000000));
}

QString OpenAiStream::code() const
{
    return m_calls.empty() ? QString() : m_calls.back().progress.code();
}

QList<ToolCall> OpenAiStream::calls() const
{
    QList<ToolCall> calls;
    for (const Call &call : m_calls) {
        const bool cutLast = m_finish == ModelReply::Finish::Length && &call == &m_calls.back();
        // JSON that is wrong but closed is no cut; whoever runs the call says what is wrong.
        const bool ended = call.progress.isClosed() || isWholeObject(call.arguments);
        calls.append({call.id, call.name, call.arguments.toUtf8(), ended && !cutLast});
    }
    return calls;
}

} // namespace sandglass
