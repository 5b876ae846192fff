// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"

namespace sandglass::cli {

/// sandglass-cli conversations
class ConversationsCommand : public Command
{
public:
    ConversationsCommand(ConversationsOptions options, QString dataFolder, Console &console);

    int run() override;

private:
    void list();
    void show();
    void remove();

    ConversationsOptions m_options;
    QString m_dataFolder;
    Console &m_console;
};

} // namespace sandglass::cli
