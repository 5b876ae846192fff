// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "cli/console.h"

namespace sandglass::cli {

class Printer;

/// A conversation as its journal has it, shown like a live one. It is only read, so another process
/// may have it open. Main thread.
class StoredConversation
{
public:
    StoredConversation(QString dataFolder, ConversationId id);

    /// Throws Error(File) where the journal can't be read.
    void print(Console &console, bool json) const;

    /// True where its cells ran in a VM at exe.dev. Throws Error(File).
    bool hasVm() const;

private:
    QString m_dataFolder;
    ConversationId m_id;
};

} // namespace sandglass::cli
