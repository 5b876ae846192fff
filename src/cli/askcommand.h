// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/interrupts.h"
#include "cli/sessionopener.h"

namespace sandglass::cli {

/// sandglass-cli ask
class AskCommand : public Command
{
public:
    AskCommand(AskOptions options, SessionOpener opener, Console &console, Interrupts &interrupts);

    int run() override;

private:
    int ask(Session &session);

    AskOptions m_options;
    SessionOpener m_opener;
    Console &m_console;
    Interrupts &m_interrupts;
};

} // namespace sandglass::cli
