// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

namespace sandglass::cli {

/// Shows what happens in a conversation as it happens. Main thread.
class Printer
{
public:
    virtual ~Printer() = default;

    virtual void record(const Record &record) = 0;
    /// The model server asks to wait.
    virtual void waiting(int secondsLeft, const QString &reason) = 0;
    /// Work before a cell can run: the Python environment, packages, big files. `total` may be 0.
    virtual void progress(const QString &what, qint64 done, qint64 total) = 0;
    virtual void failure(const Failure &failure) = 0;
    virtual void notice(const Notice &notice) = 0;
    /// A file of the work folder, or with `cell` a figure, was kept at `path`.
    virtual void saved(const CellId &cell, const QString &name, const QString &path) = 0;
    /// Nothing more comes; unfinished lines are ended.
    virtual void finish() = 0;
    /// False once nobody reads what is printed.
    virtual bool isRead() const = 0;
};

} // namespace sandglass::cli
