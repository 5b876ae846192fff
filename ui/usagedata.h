// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/values.h"

#include <QPointF>

#include <vector>

namespace sandglass {

/// What a VM used, made ready to be drawn and read. Pure.

/// One line of a chart.
struct UsageLine
{
    QString name;
    std::vector<QPointF> points; ///< x: milliseconds since 1970, in order
};

/// One chart.
struct UsageTopic
{
    QString title;
    QString unit;
    std::vector<UsageLine> lines;
    double limit = 0; ///< what there is of it by the last point; 0 where that isn't told
};

/// The points in order, those without a time or with a value that none can have left out; of more
/// than `most` the highest of each few.
std::vector<exedev::StatPoint> usagePoints(std::vector<exedev::StatPoint> points, size_t most);

/// CPU, memory, disk, network.
std::vector<UsageTopic> usageTopics(const std::vector<exedev::StatPoint> &points);

/// The same as words: last, average and highest value of each line.
QString usageWords(const UsageTopic &topic);

/// A number as charts and words show it.
QString usageNumber(double value);

} // namespace sandglass
