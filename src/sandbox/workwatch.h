// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/workfolder.h"

namespace sandglass {

/// Holds the work folder to its size: nothing in the system does, so it is measured again and
/// again. Only what still grows is stopped: code that makes room may run in a folder that is full.
/// Link thread.
class WorkWatch
{
public:
    enum class Verdict { Fine, Interrupt, Kill };

    /// `limit` in bytes.
    WorkWatch(const QString &folder, qint64 limit);

    /// Measures. Interrupt: the running cell is to be stopped, once. Kill: that didn't help, or no
    /// cell runs and something else writes.
    Verdict look(bool cellRuns);

    /// A sentence on what was found, for the person.
    QString explanation() const;

private:
    WorkFolder m_folder;
    qint64 m_limit;
    WorkFolder::Usage m_usage;
    bool m_interrupted = false; // the cell that runs
};

} // namespace sandglass
