// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/vmcomment.h"

#include <QDateTime>

#include <chrono>

namespace sandglass {

/// When a sandbox at exe.dev has served its time.
struct KeepRules
{
    QString install; ///< only VMs of this one are ever touched
    std::chrono::seconds pauseAfter = std::chrono::minutes(30); ///< without use; 0: never
    std::chrono::seconds deleteAfter = std::chrono::hours(72);  ///< without use; 0: never
};

/// A VM, and what this computer knows of its conversation.
struct VmUse
{
    enum class Conversation {
        Open,    ///< in this process or another, which may run a cell
        Idle,    ///< nothing of it runs
        Removed, ///< but it can be brought back
        None,
    };

    VmComment comment;
    QString status;
    QDateTime created; ///< by exe.dev's clock; invalid where not told
    Conversation conversation = Conversation::None;
    QDateTime lastUse;        ///< invalid where it isn't known
    bool isBusy = false;      ///< a cell runs
    bool isElsewhere = false; ///< another process has it open, and keeps it
};

enum class KeepAct { Nothing, Pause, Delete };

/// What the rules say about a VM now. Pure.
KeepAct keepAct(const VmUse &use, const KeepRules &rules, const QDateTime &now);

} // namespace sandglass
