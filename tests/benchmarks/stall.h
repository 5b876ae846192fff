// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "benchmarks/ours.h"

namespace sandglass::bench {

/// How long the window doesn't answer, by a heartbeat in its thread. Needs a QApplication.
class Stall
{
public:
    explicit Stall(Settings settings);

    Measured printing() const;  ///< the longest one while a cell prints 10 MB, ms
    Measured streaming() const; ///< while 100 tokens a second follow 20,000 words, ms
    Measured listing() const;   ///< while 500 conversations are listed, ms
    Measured opening() const;   ///< while a conversation of 300,000 tokens is opened, ms

private:
    Settings m_settings;
};

} // namespace sandglass::bench
