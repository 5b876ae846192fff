// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"

#include <QByteArray>

namespace sandglass::bench {

struct Measured
{
    double value = 0; ///< the median
    int runs = 0;
};

/// The same work through Sandglass: a real sandbox, and for output that is kept a real session.
class Ours
{
public:
    explicit Ours(Settings settings);

    Measured cell() const;            ///< one cell `1+1`, ms
    Measured start() const;           ///< a new sandbox to its first result, ms
    Measured firstOutput() const;     ///< from execute() to the first text, ms
    Measured print(int megabytes);    ///< received and in the journal, ms
    Measured memoryOf(int megabytes); ///< growth of this process while printing, MB

private:
    double printOnce(int megabytes, double *growth);

    Settings m_settings;
};

} // namespace sandglass::bench
