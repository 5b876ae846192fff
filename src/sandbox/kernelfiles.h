// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass {

/// The kernel host as real files. It is embedded in the program, so that a moved build and an
/// installed package both have the one that fits, and laid out once below the data folder.
class KernelFiles
{
public:
    /// Writes the embedded files to `dataFolder`/kernel/<digest> where they aren't there whole yet,
    /// and gives that folder; host.py lies in it. Any thread, any number of processes at a time.
    /// Throws Error(SetupFailed).
    static QString unpack(const QString &dataFolder);
};

} // namespace sandglass
