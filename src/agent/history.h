// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/message.h"

namespace sandglass {

/// What trimHistory() did.
struct TrimReport
{
    int shortenedResults = 0;
    int droppedTurns = 0;
    int droppedCells = 0; ///< calls of the last turn that went with their results
    bool questionCut = false;

    bool isEmpty() const { return *this == TrimReport(); }
    friend bool operator==(const TrimReport &, const TrimReport &) = default;
};

/// Characters that a history takes in a request, about.
qsizetype historySize(const QList<Message> &messages);

/// The same history in at most about `budget` characters: the oldest tool results are shortened
/// first, then the oldest turns left out with a note. A call and its result stay together, and the
/// last question is kept.
QList<Message> trimHistory(QList<Message> messages, qsizetype budget, TrimReport *report);

/// The same history as every server accepts it: each call is followed by exactly one result (a
/// missing one says that the call was cancelled), no result without its call, arguments that are
/// not a JSON object replaced by an empty one, no empty messages.
QList<Message> validHistory(const QList<Message> &messages);

/// The result of a call that was not run because the person stopped the turn.
QString cancelledResult();

} // namespace sandglass
