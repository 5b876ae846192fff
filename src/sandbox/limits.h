// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/childprocess.h"
#include "sandbox/sandboxlimits.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>

namespace sandglass {

class ControlGroup;

/// Holds one sandbox to its limits by the best means that this machine has: a systemd user scope,
/// as root a control group of its own (v2 or v1), else limits of each process. Made for one start;
/// the destructor removes the control group, after the processes have ended. One thread.
class HeldLimits
{
public:
    enum class Means { Scope, ControlGroup, EachProcess };

    explicit HeldLimits(const SandboxLimits &limits);
    ~HeldLimits();

    HeldLimits(const HeldLimits &) = delete;
    HeldLimits &operator=(const HeldLimits &) = delete;

    /// Makes `command`, which starts bubblewrap, one that is held to the limits.
    void apply(ChildCommand *command) const;

    /// To be told the process once it runs: finds the scope that it got.
    void started(pid_t pid);

    Means means() const { return m_means; }

    /// What holds, in a sentence for the person.
    QString describe() const;

    /// How often the memory limit has killed something; nothing where nobody counts it.
    std::optional<qint64> memoryKills() const;

private:
    SandboxLimits m_limits;
    Means m_means = Means::EachProcess;
    std::unique_ptr<ControlGroup> m_group;
    QByteArray m_events; // of the scope: the file that counts memory kills
};

} // namespace sandglass
