// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/interrupts.h"
#include "cli/sessionopener.h"

namespace sandglass::cli {

class LiveSession;

/// sandglass-cli run
class RunCommand : public Command
{
public:
    RunCommand(RunOptions options, SessionOpener opener, Console &console, Interrupts &interrupts);

    int run() override;

private:
    int runIn(Session &session, const QStringList &codes);
    int runCells(LiveSession &live, const QStringList &codes);

    RunOptions m_options;
    SessionOpener m_opener;
    Console &m_console;
    Interrupts &m_interrupts;
};

} // namespace sandglass::cli
