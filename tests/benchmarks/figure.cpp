// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/figure.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace sandglass::bench {

namespace {

double rounded(double value)
{
    return std::round(value * 1000) / 1000;
}

} // namespace

std::optional<double> Figure::ratio() const
{
    return peer ? std::optional<double>(ours / *peer) : std::nullopt;
}

bool Figure::isMissed() const
{
    return (goal && ratio() && *ratio() > slack * *goal) || (limit && ours > slack * *limit);
}

QByteArray Figure::line() const
{
    nlohmann::ordered_json json;
    json["name"] = name.toStdString();
    json["ours"] = rounded(ours);
    if (peer)
        json["peer"] = rounded(*peer);
    if (ratio())
        json["ratio"] = rounded(*ratio());
    if (goal)
        json["goal"] = *goal;
    if (limit)
        json["limit"] = *limit;
    json["unit"] = unit.toStdString();
    json["runs"] = runs;
    return QByteArray::fromStdString(json.dump()) + '\n';
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

} // namespace sandglass::bench
