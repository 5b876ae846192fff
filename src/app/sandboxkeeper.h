// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/ids.h"
#include "base/secret.h"
#include "exe/client.h"
#include "sandbox/keeprules.h"

#include <functional>

namespace sandglass {

struct Settings;

/// Pauses and deletes the sandboxes at exe.dev that have served their time, and those whose
/// conversation is gone. No state of its own but what a token may not do; a worker at a time.
class SandboxKeeper
{
public:
    struct Options
    {
        exedev::ClientOptions access;
        QString dataFolder;
        KeepRules rules;
        std::chrono::seconds cellTimeout{300}; ///< a cell that was left runs no longer
        /// Whether a cell of the conversation runs in this process. May be empty. Any thread.
        std::function<bool(const ConversationId &)> isBusy;
        /// The time now, UTC; empty for the system's.
        std::function<QDateTime()> clock;
    };

    /// What the settings say, for the VMs of their data folder. Throws Error(File).
    static Options optionsFrom(const Settings &settings, const Secret &token);

    /// One VM that the token sees and an interpreter made, and what is to become of it.
    struct Entry
    {
        exedev::VmInfo info;
        VmUse use;
        KeepAct due = KeepAct::Nothing;
    };

    /// What was done to a VM.
    struct Done
    {
        QString vm;
        KeepAct act = KeepAct::Nothing;
        std::optional<Failure> failure; ///< it was tried
    };

    /// Throws Error where the token or the address can't be right.
    explicit SandboxKeeper(Options options);

    /// All VMs of interpreters, other installations' too. Throws Error.
    std::vector<Entry> list(std::stop_token stop);

    /// Does what is due, and nothing else. Throws Error where there is no list.
    QList<Done> sweep(std::stop_token stop);

    /// Pauses one VM, e.g. when the program ends.
    Done pause(const QString &vm, std::stop_token stop);

    /// Deletes VMs with one request.
    QList<Done> remove(const QStringList &vms, std::stop_token stop);

private:
    VmUse useOf(const exedev::VmInfo &info) const;
    KeepAct dueOf(VmUse &use, const QDateTime &now, std::stop_token stop) const;

    Options m_options;
    exedev::Client m_client;
    bool m_mayPause = true;
};

} // namespace sandglass
