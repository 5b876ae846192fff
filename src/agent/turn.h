// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "agent/toolloop.h"

#include <QSet>

namespace sandglass {

/// One turn of a ToolLoop while it runs. Throws what the model and the cells throw; end() then
/// gives what there is, with a valid history. In the thread of ToolLoop::run(), which owns it.
class Turn
{
public:
    Turn(Model &model, CellRunner &cells, TurnLimits limits, ModelRequest request,
         const ToolLoop::Events &events, std::stop_token stop);

    TurnEnd run();
    TurnEnd end(TurnEnd::Kind kind);

private:
    enum class Step { GoOn, SameCall, CellLimit, UselessCalls };

    ModelReply ask();
    ModelRequest boundedRequest();
    void addReply(ModelReply &reply);
    void nameCalls(QList<ToolCall> &calls);
    void noticeEnd(const ModelReply &reply);
    Step answerCalls(const ModelReply &reply);
    Step answerCall(const ToolCall &call);
    void answerRest(const QString &text);
    void addResult(const ToolCall &call, const QString &text);
    bool isSameAgain(const QString &code, const QString &result);
    TurnEnd wrapUp(Step why);
    void add(Message message);
    void throwIfStopped() const;
    void notice(const char *kind, const QString &text) const;

    Model &m_model;
    CellRunner &m_cells;
    TurnLimits m_limits;
    ModelRequest m_request;
    const ToolLoop::Events &m_events;
    std::stop_token m_stop;

    TurnEnd m_end;
    QString m_shownText; // of the reply that is coming in
    QSet<QString> m_callIds;
    QString m_lastCode;
    QString m_lastResult;
    int m_sameCalls = 0;
    int m_cellCount = 0;
    int m_uselessReplies = 0;
    bool m_toldTrim = false;
};

} // namespace sandglass
