// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/interrupts.h"
#include "cli/sessionopener.h"
#include "sandbox/packages.h"

#include <functional>

namespace sandglass::cli {

/// sandglass-cli packages
class PackagesCommand : public Command
{
public:
    /// The packages of the conversation in `folder`.
    using Listing = std::function<QList<Package>(const QString &folder)>;

    PackagesCommand(PackagesOptions options, SessionOpener opener, Listing listing,
                    Console &console, Interrupts &interrupts);

    int run() override;

private:
    int add();
    int list();

    PackagesOptions m_options;
    SessionOpener m_opener;
    Listing m_listing;
    Console &m_console;
    Interrupts &m_interrupts;
};

} // namespace sandglass::cli
