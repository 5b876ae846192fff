// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/openbeneath.h"

#include <QByteArray>

#include <memory>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace sandglass {

/// A control group for one sandbox, made by root: cgroup v2, or the memory and pids controllers of
/// v1. The destructor removes it, once its processes are gone. One thread.
class ControlGroup
{
public:
    /// Nothing where no writable hierarchy has both controllers.
    static std::unique_ptr<ControlGroup> create(qint64 memory, int tasks);
    ~ControlGroup();

    ControlGroup(const ControlGroup &) = delete;
    ControlGroup &operator=(const ControlGroup &) = delete;

    /// Open files; a process that writes 0 into each of them joins.
    std::vector<int> members() const;

    std::optional<qint64> memoryKills() const { return killsIn(m_events); }

    /// The file that counts memory kills in the v2 group of this process; empty for none.
    static QByteArray eventsFileOf(pid_t pid);

    /// The oom_kill count in memory.events (v2) or memory.oom_control (v1).
    static std::optional<qint64> killsIn(const QByteArray &file);

private:
    ControlGroup() = default;
    bool join(const QByteArray &folder);

    std::vector<QByteArray> m_folders;
    std::vector<Descriptor> m_members;
    QByteArray m_events;
};

} // namespace sandglass
