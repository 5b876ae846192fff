// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/turnrun.h"

namespace sandglass {

namespace {

TurnDoneRecord::Kind recordedKind(TurnEnd::Kind kind)
{
    switch (kind) {
    case TurnEnd::Kind::Finished:
        return TurnDoneRecord::Kind::Finished;
    case TurnEnd::Kind::Stopped:
        return TurnDoneRecord::Kind::Stopped;
    case TurnEnd::Kind::CellLimit:
        return TurnDoneRecord::Kind::CellLimit;
    case TurnEnd::Kind::Failed:
        break;
    }
    return TurnDoneRecord::Kind::Failed;
}

} // namespace

TurnRun::TurnRun(TurnId turn, RecordedCells &cells, Recorder &recorder, Settings settings,
                 Hooks hooks)
    : m_turn(std::move(turn))
    , m_cells(cells)
    , m_recorder(recorder)
    , m_settings(std::move(settings))
    , m_hooks(std::move(hooks))
    , m_text([this](const QString &text) { m_recorder.add(TextRecord{m_turn, m_block, text}); })
{}

ToolLoop::Events TurnRun::events()
{
    ToolLoop::Events events;
    events.onReply = [this] {
        m_text.flush();
        m_block = BlockId::create();
    };
    events.onNotice = [this](const QString &kind, const QString &text) {
        m_text.flush();
        m_recorder.add(NoticeRecord{{}, m_turn, {kind, text, {}}});
    };
    events.model.onText = [this](const QString &text) {
        if (m_block.isNull())
            m_block = BlockId::create();
        m_text.add(text);
    };
    events.model.onCodeProgress = m_hooks.onCode;
    events.model.onWaiting = [this](std::chrono::seconds left, const QString &reason) {
        m_hooks.onWaiting(static_cast<int>(left.count()), reason);
    };
    return events;
}

QString TurnRun::runCell(const QString &callId, const QString &code, std::stop_token stop)
{
    m_text.flush();
    const CellRecord cell{CellId::create(), m_turn, callId, code, CellOrigin::Model};
    return m_cells.run(cell, m_settings.cellTimeout, stop).told;
}

void TurnRun::run(const std::function<std::unique_ptr<Model>()> &make, ModelRequest request,
                  std::stop_token stop)
{
    TurnDoneRecord end{m_turn, TurnDoneRecord::Kind::Failed, {}};
    try {
        const std::unique_ptr<Model> model = make();
        TurnLimits limits;
        limits.maxCells = m_settings.maxCells;
        const TurnEnd turnEnd =
            ToolLoop(*model, *this, limits).run(std::move(request), events(), stop);
        end.kind = recordedKind(turnEnd.kind);
        end.failure = turnEnd.failure;
        end.usage = turnEnd.usage;
    } catch (const Error &error) {
        end.failure = error.failure();
    } catch (const std::exception &error) {
        end.failure =
            Failure{ErrorKind::Protocol,
                    QStringLiteral("The answer failed: %1").arg(QString::fromUtf8(error.what())),
                    {}};
    }
    if (end.failure && end.failure->kind == ErrorKind::Cancelled) {
        end.kind = TurnDoneRecord::Kind::Stopped;
        end.failure.reset();
    }
    m_text.flush();
    m_recorder.add(end);
}

} // namespace sandglass
