// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "llm/model.h"

#include <optional>

namespace sandglass {

/// Runs a model's code. The loop knows nothing of sandboxes or journals: the session implements it.
class CellRunner
{
public:
    virtual ~CellRunner() = default;

    /// Runs `code` as a cell that answers `callId`, waits for its end, and gives the tool result
    /// text (see ResultText). Throws Error where the cell could not run at all; that ends the turn.
    virtual QString runCell(const QString &callId, const QString &code, std::stop_token stop) = 0;
};

struct TurnLimits
{
    int maxCells = 20; ///< cells in one turn
};

/// How a turn ended.
struct TurnEnd
{
    enum class Kind { Finished, Stopped, CellLimit, Failed };

    Kind kind = Kind::Finished;
    std::optional<Failure> failure; ///< for Failed
    Usage usage;                    ///< of all requests of the turn
};

/// Answers one question: asks the model, runs its cells, gives it the results, until it has no more
/// calls. Throws nothing. `request` is the history that ends with the question; a new text block
/// is told by onReply before each reply's first text.
class ToolLoop
{
public:
    struct Events
    {
        ModelEvents model;
        std::function<void()> onReply; ///< a new reply begins: text that follows is a new block
        std::function<void(const QString &kind, const QString &text)> onNotice;
    };

    ToolLoop(Model &model, CellRunner &cells, TurnLimits limits);

    TurnEnd run(ModelRequest request, const Events &events, std::stop_token stop);

private:
    Model &m_model;
    CellRunner &m_cells;
    TurnLimits m_limits;
};

} // namespace sandglass
