// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::cli {

/// Exit statuses of the program.
enum ExitStatus : int { Done = 0, Failed = 1, Usage = 2, Cancelled = 130 };

/// One command of the program. Main thread.
class Command
{
public:
    virtual ~Command() = default;

    /// Does it and gives the exit status. Throws Error where it could not begin.
    virtual int run() = 0;
};

} // namespace sandglass::cli
