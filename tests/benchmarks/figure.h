// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>
#include <vector>

namespace sandglass::bench {

/// One line of the report.
struct Figure
{
    QByteArray name;
    double ours = 0;
    std::optional<double> peer;
    std::optional<double> goal;  ///< of the ratio ours / peer
    std::optional<double> limit; ///< of ours, where there is no peer
    QByteArray unit;
    int runs = 1;
    bool isFirm = false; ///< the limit itself must not be missed

    std::optional<double> ratio() const;
    /// A firm limit is missed, or another goal or limit by more than a factor of two.
    bool isMissed() const;
    QByteArray line() const; ///< as JSON, with a line end
};

double median(std::vector<double> values);

} // namespace sandglass::bench
