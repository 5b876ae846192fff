// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/turn.h"

#include "agent/codecall.h"
#include "agent/history.h"
#include "llm/toolresult.h"

#include <utility>

namespace sandglass {

namespace {

QString notRun(const QString &why)
{
    return noteLine(failureNote(QStringLiteral("it was not run, %1").arg(why)));
}

} // namespace

Turn::Turn(Model &model, CellRunner &cells, TurnLimits limits, ModelRequest request,
           const ToolLoop::Events &events, std::stop_token stop)
    : m_model(model)
    , m_cells(cells)
    , m_limits(limits)
    , m_request(std::move(request))
    , m_events(events)
    , m_stop(std::move(stop))
{
    m_request.messages = validHistory(m_request.messages);
    for (const Message &message : std::as_const(m_request.messages)) {
        for (const ToolCall &call : message.calls)
            m_callIds.insert(call.id);
    }
}

TurnEnd Turn::run()
{
    for (;;) {
        ModelReply reply = ask();
        addReply(reply);
        if (reply.calls.isEmpty()) {
            noticeEnd(reply);
            return end(TurnEnd::Kind::Finished);
        }
        const Step step = answerCalls(reply);
        throwIfStopped();
        if (step != Step::GoOn)
            return wrapUp(step);
    }
}

TurnEnd Turn::end(TurnEnd::Kind kind)
{
    // What was shown of a reply that broke off stays in the history.
    if (!m_shownText.isEmpty())
        add(Message{Message::Role::Assistant, std::exchange(m_shownText, {}), {}, {}});
    if (kind == TurnEnd::Kind::Failed)
        answerRest(notRun(QStringLiteral("because the turn failed.")));
    m_end.messages = validHistory(m_end.messages); // calls without a result were cancelled
    m_end.kind = kind;
    return m_end;
}

ModelReply Turn::ask()
{
    throwIfStopped();
    ModelEvents events = m_events.model;
    events.onText = [this](const QString &text) {
        if (text.isEmpty())
            return;
        if (m_shownText.isEmpty() && m_events.onReply)
            m_events.onReply();
        m_shownText += text;
        if (m_events.model.onText)
            m_events.model.onText(text);
    };
    if (!events.onCodeProgress)
        events.onCodeProgress = [](const QString &) {
        };
    if (!events.onWaiting)
        events.onWaiting = [](std::chrono::seconds, const QString &) {
        };
    ModelReply reply = m_model.reply(boundedRequest(), events, m_stop);
    m_end.usage.inputTokens += reply.usage.inputTokens;
    m_end.usage.outputTokens += reply.usage.outputTokens;
    return reply;
}

ModelRequest Turn::boundedRequest()
{
    const qsizetype budget = m_limits.maxHistory - m_request.system.size();
    if (historySize(m_request.messages) <= budget)
        return m_request;
    TrimReport report;
    ModelRequest bounded = m_request;
    bounded.messages = trimHistory(bounded.messages, budget, &report);
    if (!std::exchange(m_toldTrim, true))
        notice(
            "history_trimmed",
            report.droppedTurns > 0 || report.droppedCells > 0 || report.questionCut
                ? QStringLiteral("This conversation has grown too long for one request. The oldest "
                                 "parts are no longer sent to the model; they stay here.")
                : QStringLiteral("This conversation has grown long. The oldest outputs are sent to "
                                 "the model in shortened form; they stay here whole."));
    return bounded;
}

void Turn::addReply(ModelReply &reply)
{
    m_shownText.clear();
    if (!m_request.offerTool)
        reply.calls.clear();
    nameCalls(reply.calls);
    // At the limit the last call is where the reply ended, whatever a server says or repaired.
    if (reply.finish == ModelReply::Finish::Length && !reply.calls.isEmpty())
        reply.calls.last().complete = false;
    if (reply.text.isEmpty() && reply.calls.isEmpty())
        return;
    Message message{Message::Role::Assistant, reply.text, {}, {}};
    for (const ToolCall &call : std::as_const(reply.calls))
        message.calls.append(sendableCall(call));
    add(std::move(message));
}

void Turn::nameCalls(QList<ToolCall> &calls)
{
    // Some servers send no ids, or the same one again.
    for (ToolCall &call : calls) {
        QString id = call.id;
        for (qsizetype n = m_callIds.size(); id.isEmpty() || m_callIds.contains(id); ++n)
            id = QStringLiteral("call_%1").arg(n + 1);
        m_callIds.insert(id);
        call.id = id;
    }
}

void Turn::noticeEnd(const ModelReply &reply)
{
    if (reply.finish == ModelReply::Finish::Length)
        notice("length",
               QStringLiteral("The reply was cut at the model's limit. Ask it to go on, or for a "
                              "shorter answer."));
    else if (reply.finish == ModelReply::Finish::ContentFilter)
        notice("content_filter",
               QStringLiteral("The reply was cut by the content filter of the model's server."));
    else if (reply.text.trimmed().isEmpty())
        notice("empty_reply",
               QStringLiteral("The model replied with nothing. Ask again, or in other words."));
}

Turn::Step Turn::answerCalls(const ModelReply &reply)
{
    const int cellsBefore = m_cellCount;
    Step step = Step::GoOn;
    for (const ToolCall &call : reply.calls) {
        if (m_stop.stop_requested())
            addResult(call, cancelledResult());
        else if (step != Step::GoOn)
            addResult(call, notRun(QStringLiteral("because this turn is at its limit.")));
        else
            step = answerCall(call);
    }
    m_uselessReplies = m_cellCount > cellsBefore ? 0 : m_uselessReplies + 1;
    if (step == Step::GoOn && m_uselessReplies >= m_limits.maxUselessReplies)
        return Step::UselessCalls;
    return step;
}

Turn::Step Turn::answerCall(const ToolCall &call)
{
    const CodeCall checked = readCall(call);
    if (!checked.code) {
        addResult(call, checked.refusal);
        return Step::GoOn;
    }
    if (m_cellCount >= m_limits.maxCells) {
        addResult(call, notRun(QStringLiteral("because this turn is at its limit of %1 cells.")
                                   .arg(m_limits.maxCells)));
        return Step::CellLimit;
    }
    ++m_cellCount;
    const QString result = m_cells.runCell(call.id, *checked.code, m_stop);
    addResult(call, result);
    return isSameAgain(*checked.code, result) ? Step::SameCall : Step::GoOn;
}

bool Turn::isSameAgain(const QString &code, const QString &result)
{
    const bool isSame = m_sameCalls > 0 && code == m_lastCode && result == m_lastResult;
    m_sameCalls = isSame ? m_sameCalls + 1 : 1;
    m_lastCode = code;
    m_lastResult = result;
    return m_sameCalls >= m_limits.maxSameCalls;
}

TurnEnd Turn::wrapUp(Step why)
{
    if (why == Step::SameCall)
        notice(
            "same_call",
            QStringLiteral("The model ran the same code %1 times with the same result, so it was "
                           "asked to answer with what it has.")
                .arg(m_limits.maxSameCalls));
    else if (why == Step::UselessCalls)
        notice("useless_calls",
               QStringLiteral("The model sent only calls that could not be run, so it was asked to "
                              "answer without code. Another model may do better."));
    else
        notice("cell_limit",
               QStringLiteral(
                   "The limit of %1 cells for one answer was reached, so the model was asked "
                   "for what it found. Ask it to go on where more is needed.")
                   .arg(m_limits.maxCells));
    m_request.offerTool = false;
    m_request.messages.append(
        Message{Message::Role::User,
                noteLine(QStringLiteral(
                    "No more code can be run for this question. Answer it now with what "
                    "the results so far show, and say what is still open.")),
                {},
                {}});
    ModelReply reply = ask();
    addReply(reply);
    noticeEnd(reply);
    return end(why == Step::CellLimit ? TurnEnd::Kind::CellLimit : TurnEnd::Kind::Finished);
}

void Turn::addResult(const ToolCall &call, const QString &text)
{
    add(Message{Message::Role::Tool, text, {}, call.id});
}

void Turn::answerRest(const QString &text)
{
    qsizetype last = m_end.messages.size() - 1;
    qsizetype answered = 0;
    for (; last >= 0 && m_end.messages[last].role == Message::Role::Tool; --last)
        ++answered;
    if (last < 0)
        return;
    const QList<ToolCall> calls = m_end.messages[last].calls;
    for (qsizetype i = answered; i < calls.size(); ++i)
        addResult(calls[i], text);
}

void Turn::add(Message message)
{
    m_request.messages.append(message);
    m_end.messages.append(std::move(message));
}

void Turn::throwIfStopped() const
{
    if (m_stop.stop_requested())
        throw Error(ErrorKind::Cancelled, QStringLiteral("The answer was stopped."));
}

void Turn::notice(const char *kind, const QString &text) const
{
    if (m_events.onNotice)
        m_events.onNotice(QLatin1String(kind), text);
}

} // namespace sandglass
