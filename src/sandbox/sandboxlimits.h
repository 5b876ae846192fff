// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace sandglass {

/// What the cells of one local sandbox may use at most.
struct SandboxLimits
{
    qint64 memory = qint64(4) << 30; ///< bytes, all processes together where that can be held
    int tasks = 256;                 ///< processes and threads
    qint64 file = qint64(2) << 30;   ///< bytes of one file
    qint64 work = qint64(10) << 30;  ///< bytes of the work folder, watched
};

} // namespace sandglass
