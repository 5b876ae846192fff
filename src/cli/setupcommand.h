// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/interrupts.h"
#include "sandbox/pythonsetup.h"

namespace sandglass::cli {

/// sandglass-cli setup: makes the Python environment, on a thread of its own so that Ctrl-C ends it
/// cleanly.
class SetupCommand : public Command
{
public:
    SetupCommand(SetupOptions options, PythonSetup setup, Console &console, Interrupts &interrupts);

    int run() override;

private:
    void step(const QString &text, double fraction);
    int finish(const PythonEnvironment &environment);

    SetupOptions m_options;
    PythonSetup m_setup;
    Console &m_console;
    Interrupts &m_interrupts;
    QString m_lastStep;
};

} // namespace sandglass::cli
