// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/toolloop.h"

#include "agent/turn.h"

#include <exception>
#include <utility>

namespace sandglass {

ToolLoop::ToolLoop(Model &model, CellRunner &cells, TurnLimits limits)
    : m_model(model)
    , m_cells(cells)
    , m_limits(limits)
{}

TurnEnd ToolLoop::run(ModelRequest request, const Events &events, std::stop_token stop)
{
    Turn turn(m_model, m_cells, m_limits, std::move(request), events, stop);
    std::optional<Failure> failure;
    try {
        return turn.run();
    } catch (const Error &error) {
        failure = error.failure();
    } catch (const std::exception &error) {
        failure = Failure{ErrorKind::Protocol,
                          QStringLiteral("The answer ended because of an unexpected error: %1.")
                              .arg(QString::fromUtf8(error.what())),
                          QStringLiteral("What was shown so far is kept. Ask again.")};
    }
    if (stop.stop_requested() || failure->kind == ErrorKind::Cancelled)
        return turn.end(TurnEnd::Kind::Stopped);
    TurnEnd end = turn.end(TurnEnd::Kind::Failed);
    end.failure = failure;
    return end;
}

} // namespace sandglass
