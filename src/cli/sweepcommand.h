// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/exeaccess.h"

namespace sandglass::cli {

/// sandglass-cli sweep: removes sandboxes of conversations that are older than so many hours. What
/// else the token sees, the base to copy from too, is left alone.
class SweepCommand : public Command
{
public:
    SweepCommand(SweepOptions options, ExeAccess access, Console &console, Interrupts &interrupts);

    int run() override;

private:
    void tell(const QString &name, const QString &text, const char *state);

    SweepOptions m_options;
    ExeAccess m_access;
    Console &m_console;
    Interrupts &m_interrupts;
};

} // namespace sandglass::cli
