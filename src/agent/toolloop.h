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
    int maxCells = 20;              ///< cells in one turn
    qsizetype maxHistory = 400'000; ///< characters of one request: system prompt and history
    int maxSameCalls = 3;           ///< same code with the same result, one after the other
    int maxUselessReplies = 4;      ///< replies in a row of which no call could be run
};

/// How a turn ended.
struct TurnEnd
{
    enum class Kind { Finished, Stopped, CellLimit, Failed };

    Kind kind = Kind::Finished;
    std::optional<Failure> failure; ///< for Failed
    Usage usage;                    ///< of all requests of the turn
    /// What the turn adds to the history, after the question: each call has its one result, text
    /// that was shown before a stop or a failure is there. The next request accepts it as it is.
    QList<Message> messages;
};

/// Answers one question: asks the model, runs its cells, gives it the results, until it has no more
/// calls. Throws nothing. `request` is the history that ends with the question; a new text block
/// is told by onReply before each reply's first text. At a limit the model is asked once more,
/// without the tool, for what it found. Notices: "length", "empty_reply", "content_filter",
/// "same_call", "useless_calls", "cell_limit", "history_trimmed".
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
