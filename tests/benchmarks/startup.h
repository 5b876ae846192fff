// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "benchmarks/ours.h"

#include <QString>

namespace sandglass::bench {

/// Starts the program of window.cpp some times: until its window is painted, and what it takes.
class Startup
{
public:
    /// `kind` is what window.cpp shows.
    explicit Startup(const QString &kind);

    Measured milliseconds() const
    {
        return m_milliseconds;
    } ///< from its start to the painted window
    Measured megabytes() const { return m_megabytes; } ///< proportional set size at rest

private:
    Measured m_milliseconds;
    Measured m_megabytes;
};

} // namespace sandglass::bench
