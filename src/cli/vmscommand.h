// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/exeaccess.h"

namespace sandglass::cli {

/// sandglass-cli vms: the VMs that the token sees.
class VmsCommand : public Command
{
public:
    VmsCommand(VmsOptions options, ExeAccess access, Console &console, Interrupts &interrupts);

    int run() override;

private:
    VmsOptions m_options;
    ExeAccess m_access;
    Console &m_console;
    Interrupts &m_interrupts;
};

} // namespace sandglass::cli
