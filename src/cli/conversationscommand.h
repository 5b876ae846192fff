// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"

#include <functional>

namespace sandglass::cli {

/// sandglass-cli conversations
class ConversationsCommand : public Command
{
public:
    /// Deletes the sandboxes of a conversation at exe.dev; throws Error.
    using RemoveVms = std::function<void(const ConversationId &)>;

    ConversationsCommand(ConversationsOptions options, QString dataFolder, RemoveVms removeVms,
                         Console &console);

    int run() override;

private:
    void list();
    void show();
    void remove();

    ConversationsOptions m_options;
    QString m_dataFolder;
    RemoveVms m_removeVms;
    Console &m_console;
};

} // namespace sandglass::cli
