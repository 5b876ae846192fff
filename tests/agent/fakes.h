// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "agent/toolloop.h"

#include <QList>

#include <functional>

namespace sandglass::fake {

/// A model that gives its replies in order; the last one again and again where `repeatLast`.
class ScriptedModel : public Model
{
public:
    using Step = std::function<ModelReply(const ModelRequest &, const ModelEvents &)>;

    ModelReply reply(const ModelRequest &request, const ModelEvents &events,
                     std::stop_token) override
    {
        requests.append(request);
        if (steps.isEmpty())
            throw Error(ErrorKind::Protocol, QStringLiteral("The script is over."));
        const Step step = steps.size() == 1 && repeatLast ? steps.first() : steps.takeFirst();
        ModelReply given = step(request, events);
        if (!given.text.isEmpty() && events.onText)
            events.onText(given.text);
        return given;
    }

    QStringList models(std::stop_token) override { return {QStringLiteral("scripted")}; }

    void add(const ModelReply &reply)
    {
        steps.append([reply](const ModelRequest &, const ModelEvents &) { return reply; });
    }
    void add(Step step) { steps.append(std::move(step)); }

    QList<Step> steps;
    QList<ModelRequest> requests;
    bool repeatLast = false;
};

/// Runs nothing: remembers the code and gives what `run` gives.
class ScriptedCells : public CellRunner
{
public:
    QString runCell(const QString &callId, const QString &code, std::stop_token stop) override
    {
        callIds.append(callId);
        codes.append(code);
        return run ? run(code, stop) : QStringLiteral("ok");
    }

    std::function<QString(const QString &code, std::stop_token)> run;
    QStringList callIds;
    QStringList codes;
};

inline ModelReply text(const char *words)
{
    return ModelReply{QString::fromUtf8(words), {}, ModelReply::Finish::Stop, {10, 5}};
}

inline ToolCall call(const char *id, const QByteArray &arguments)
{
    return ToolCall{QString::fromUtf8(id), QStringLiteral("run_python"), arguments, true};
}

inline ModelReply calls(const QList<ToolCall> &list)
{
    return ModelReply{{}, list, ModelReply::Finish::ToolCalls, {10, 5}};
}

inline ModelReply code(const char *id, const char *python)
{
    return calls({call(id, QByteArray("{\"code\": \"") + python + "\"}")});
}

inline ModelRequest question(const char *words)
{
    ModelRequest request;
    request.system = QStringLiteral("You answer.");
    request.messages.append(Message{Message::Role::User, QString::fromUtf8(words), {}, {}});
    return request;
}

} // namespace sandglass::fake
