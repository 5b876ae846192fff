// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"

namespace sandglass::test {

/// Writes the journal of a conversation of about 500 tokens a turn: prose with a table and a list,
/// a cell, what it printed. Gives its size in bytes; 0 where it can't be written.
qint64 writeLongConversation(const QString &dataFolder, const ConversationId &id, int turns);

} // namespace sandglass::test
