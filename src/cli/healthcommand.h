// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/interrupts.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace sandglass {
class Model;
class Sandbox;
} // namespace sandglass

namespace sandglass::cli {

/// sandglass-cli health: whether a question could be answered now. Each check does the real thing
/// once: lists the VMs at exe.dev and the server's models, runs a cell, asks the keychain.
class HealthCommand : public Command
{
public:
    struct Parts
    {
        /// The number of sandboxes at exe.dev; throws Error.
        std::function<int(std::stop_token)> sandboxes;
        /// What the token may not do, in sentences; throws Error.
        std::function<QStringList(std::stop_token)> losses;
        bool usesExe = false; ///< a token is set, so that a failure counts

        std::function<std::unique_ptr<Model>()> model;
        /// A sandbox over a scratch folder; throws Error where Python isn't set up.
        std::function<std::unique_ptr<Sandbox>(const QString &folder)> sandbox;
    };

    HealthCommand(Parts parts, bool json, Console &console, Interrupts &interrupts);

    int run() override;

private:
    /// "ok" or the reason; any thread.
    QString exe(std::stop_token stop, int *sandboxes) const;
    QString llm(std::stop_token stop) const;
    QString local(std::stop_token stop) const;
    QString keychain() const;

    Parts m_parts;
    bool m_json;
    Console &m_console;
    Interrupts &m_interrupts;
};

} // namespace sandglass::cli
