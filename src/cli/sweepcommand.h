// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandboxkeeper.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/interrupts.h"

namespace sandglass::cli {

/// sandglass-cli sweep: pauses and deletes this installation's sandboxes that have served their
/// time, as the window does it while it is open, and names those of others.
class SweepCommand : public Command
{
public:
    SweepCommand(SweepOptions options, SandboxKeeper::Options keeper, Console &console,
                 Interrupts &interrupts);

    int run() override;

private:
    void tellOthers(const std::vector<SandboxKeeper::Entry> &entries);
    void tellDue(const std::vector<SandboxKeeper::Entry> &entries);
    void tellDone(const SandboxKeeper::Done &done);
    void tell(const QString &name, const QString &text, const char *state);

    SweepOptions m_options;
    SandboxKeeper::Options m_keeper;
    Console &m_console;
    Interrupts &m_interrupts;
};

} // namespace sandglass::cli
