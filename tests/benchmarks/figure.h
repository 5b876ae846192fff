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
    double slack = 2; ///< by which factor the goal or limit may be missed

    std::optional<double> ratio() const;
    bool isMissed() const;   ///< by more than the slack
    QByteArray line() const; ///< as JSON, with a line end
};

double median(std::vector<double> values);

} // namespace sandglass::bench
