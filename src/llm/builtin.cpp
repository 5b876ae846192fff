// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/builtin.h"

#include "base/error.h"
#include "llm/builtinplan.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>

namespace sandglass {

namespace {

void throwIfStopped(const std::stop_token &stop)
{
    if (stop.stop_requested())
        throw Error(ErrorKind::Cancelled, QStringLiteral("The answer was stopped."));
}

/// Gives `text` in pieces of a word each, as a model would.
void stream(const QString &text, const std::function<void(const QString &)> &give,
            const std::stop_token &stop)
{
    static const QRegularExpression piece(QStringLiteral("\\S*\\s*"));
    for (qsizetype at = 0; at < text.size();) {
        throwIfStopped(stop);
        const qsizetype length = std::max<qsizetype>(1, piece.match(text, at).capturedEnd() - at);
        if (give)
            give(text.mid(at, length));
        at += length;
    }
}

void streamCode(const QString &code, const std::function<void(const QString &)> &give,
                const std::stop_token &stop)
{
    for (qsizetype end = 0; end < code.size();) {
        throwIfStopped(stop);
        const qsizetype next = code.indexOf(QLatin1Char('\n'), end);
        end = next < 0 ? code.size() : next + 1;
        if (give)
            give(code.left(end));
    }
}

/// The last message of the person that isn't a note of the tool loop.
qsizetype indexOfQuestion(const QList<Message> &messages)
{
    for (qsizetype i = messages.size() - 1; i >= 0; --i) {
        const Message &message = messages[i];
        if (message.role != Message::Role::User)
            continue;
        const Question question = parseQuestion(message.text);
        if (!question.text.isEmpty() || !question.files.isEmpty())
            return i;
    }
    return -1;
}

QList<AttachedFile> filesBefore(const QList<Message> &messages, qsizetype end)
{
    QList<AttachedFile> files;
    for (const Message &message : messages.first(end)) {
        if (message.role == Message::Role::User)
            files += parseQuestion(message.text).files;
    }
    return files;
}

QList<ToolResultText> resultsAfter(const QList<Message> &messages, qsizetype question)
{
    QList<ToolResultText> results;
    for (const Message &message : messages.mid(question + 1)) {
        if (message.role == Message::Role::Tool)
            results.append(parseToolResult(message.text));
    }
    return results;
}

ToolCall callFor(const QString &code, int number)
{
    const nlohmann::json arguments{{"code", code.toStdString()}};
    return ToolCall{QStringLiteral("builtin_%1").arg(number), QStringLiteral("run_python"),
                    QByteArray::fromStdString(
                        arguments.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)),
                    true};
}

} // namespace

QString BuiltinModel::label()
{
    return QStringLiteral("Built-in (no AI)");
}

QStringList BuiltinModel::models(std::stop_token)
{
    return {label()};
}

ModelReply BuiltinModel::reply(const ModelRequest &request, const ModelEvents &events,
                               std::stop_token stop)
{
    throwIfStopped(stop);
    const qsizetype asked = indexOfQuestion(request.messages);
    const Question question = asked < 0 ? Question() : parseQuestion(request.messages[asked].text);
    const BuiltinPlan plan =
        planFor(question, filesBefore(request.messages, std::max<qsizetype>(0, asked)));
    const QList<ToolResultText> results = resultsAfter(request.messages, asked);

    ModelReply reply;
    if (request.offerTool && results.isEmpty() && !plan.cells.isEmpty()) {
        int number = int(request.messages.size());
        for (const BuiltinPlan::Cell &cell : plan.cells) {
            streamCode(cell.code, events.onCodeProgress, stop);
            reply.calls.append(callFor(cell.code, number++));
        }
        reply.finish = ModelReply::Finish::ToolCalls;
        return reply;
    }
    reply.text = answerFor(plan, results);
    stream(reply.text, events.onText, stop);
    return reply;
}

} // namespace sandglass
