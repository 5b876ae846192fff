// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/usagedata.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace sandglass {

namespace {

using exedev::StatPoint;

constexpr double gibibyte = 1024.0 * 1024 * 1024; // what exe.dev calls a GB
constexpr double highest = 1e15;                  ///< of any value: more is no measurement

QString tr(const char *text)
{
    return QCoreApplication::translate("usage", text);
}

constexpr double StatPoint::*shown[] = {&StatPoint::cpuCores,      &StatPoint::cpuNominal,
                                        &StatPoint::memoryUsed,    &StatPoint::memoryTotal,
                                        &StatPoint::fsUsedGb,      &StatPoint::fsTotalGb,
                                        &StatPoint::networkRxMbps, &StatPoint::networkTxMbps};

bool isMeasurement(const StatPoint &point)
{
    return point.time.isValid() &&
           std::all_of(std::begin(shown), std::end(shown), [&](double StatPoint::*value) {
               return std::isfinite(point.*value) && point.*value >= 0 && point.*value < highest;
           });
}

UsageLine line(const QString &name, const std::vector<StatPoint> &points, double StatPoint::*value,
               double unit = 1)
{
    UsageLine made{name, {}};
    for (const StatPoint &point : points)
        made.points.emplace_back(static_cast<double>(point.time.toMSecsSinceEpoch()),
                                 point.*value / unit);
    return made;
}

} // namespace

std::vector<StatPoint> usagePoints(std::vector<StatPoint> points, size_t most)
{
    points.erase(std::remove_if(points.begin(), points.end(),
                                [](const StatPoint &point) { return !isMeasurement(point); }),
                 points.end());
    std::stable_sort(points.begin(), points.end(),
                     [](const StatPoint &a, const StatPoint &b) { return a.time < b.time; });
    if (points.size() <= most)
        return points;
    const size_t few = (points.size() + most - 1) / most;
    std::vector<StatPoint> fewer;
    for (size_t from = 0; from < points.size(); from += few) {
        StatPoint top = points[from];
        for (size_t i = from; i < std::min(from + few, points.size()); ++i) {
            for (double StatPoint::*value : shown)
                top.*value = std::max(top.*value, points[i].*value);
            top.time = points[i].time;
        }
        fewer.push_back(top);
    }
    return fewer;
}

std::vector<UsageTopic> usageTopics(const std::vector<StatPoint> &points)
{
    if (points.empty())
        return {};
    const StatPoint &last = points.back();
    return {
        {tr("CPU"), tr("cores"), {line(tr("Used"), points, &StatPoint::cpuCores)}, last.cpuNominal},
        {tr("Memory"),
         tr("GiB"),
         {line(tr("Used"), points, &StatPoint::memoryUsed, gibibyte)},
         last.memoryTotal / gibibyte},
        {tr("Disk"), tr("GiB"), {line(tr("Used"), points, &StatPoint::fsUsedGb)}, last.fsTotalGb},
        {tr("Network"),
         tr("Mbit/s"),
         {line(tr("Received"), points, &StatPoint::networkRxMbps),
          line(tr("Sent"), points, &StatPoint::networkTxMbps)},
         0}};
}

QString usageNumber(double value)
{
    const int decimals = value >= 100 || value == 0 ? 0 : value >= 10 ? 1 : 2;
    return QLocale().toString(value, 'f', decimals);
}

QString usageWords(const UsageTopic &topic)
{
    QStringList sentences;
    for (const UsageLine &line : topic.lines) {
        double sum = 0;
        double top = 0;
        for (const QPointF &point : line.points) {
            sum += point.y();
            top = std::max(top, point.y());
        }
        const double average = sum / static_cast<double>(std::max<size_t>(1, line.points.size()));
        const double now = line.points.empty() ? 0 : line.points.back().y();
        sentences << tr("now %1, on average %2, at most %3")
                         .arg(usageNumber(now), usageNumber(average), usageNumber(top));
        if (topic.lines.size() > 1)
            sentences.last().prepend(line.name + QStringLiteral(": "));
    }
    const QString words = sentences.join(tr("; "));
    return topic.limit > 0 ? tr("%1 of %2 %3").arg(words, usageNumber(topic.limit), topic.unit)
                           : tr("%1 %2").arg(words, topic.unit);
}

} // namespace sandglass
