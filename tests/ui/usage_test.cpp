// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/usagechart.h"
#include "ui/usagedata.h"

#include "ui/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QChart>
#include <QLineSeries>
#include <QValueAxis>

#include <cmath>
#include <limits>

using namespace sandglass;
using exedev::StatPoint;

namespace {

const QDateTime start(QDate(2026, 11, 30), QTime(12, 0), Qt::UTC);

StatPoint point(int minute, double cores)
{
    StatPoint made;
    made.time = start.addSecs(60 * minute);
    made.cpuCores = cores;
    made.cpuNominal = 2;
    made.memoryUsed = 1024.0 * 1024 * 1024;
    made.memoryTotal = 4 * made.memoryUsed;
    made.fsUsedGb = 3;
    made.fsTotalGb = 20;
    made.networkRxMbps = 1.5;
    made.networkTxMbps = 0.5;
    return made;
}

} // namespace

TEST(UsageData, PutsPointsInOrderAndLeavesNonsenseOut)
{
    StatPoint timeless = point(3, 1);
    timeless.time = QDateTime();
    StatPoint negative = point(4, -1);
    StatPoint huge = point(5, 1e300);
    StatPoint nothing = point(6, std::numeric_limits<double>::quiet_NaN());
    const auto points =
        usagePoints({point(2, 0.2), timeless, negative, huge, nothing, point(1, 0.1)}, 100);
    ASSERT_EQ(points.size(), 2U);
    EXPECT_DOUBLE_EQ(points[0].cpuCores, 0.1);
    EXPECT_DOUBLE_EQ(points[1].cpuCores, 0.2);
}

TEST(UsageData, KeepsThePeaksOfMorePointsThanAChartCanShow)
{
    std::vector<StatPoint> many;
    for (int i = 0; i < 100'000; ++i)
        many.push_back(point(i, i == 54'321 ? 1.9 : 0.1));
    const auto points = usagePoints(many, 720);
    EXPECT_LE(points.size(), 720U);
    EXPECT_EQ(points.back().time, many.back().time);
    const auto peaks = std::count_if(points.begin(), points.end(),
                                     [](const StatPoint &p) { return p.cpuCores == 1.9; });
    EXPECT_EQ(peaks, 1);
}

TEST(UsageData, TellsInWordsWhatTheLinesShow)
{
    const auto topics = usageTopics({point(0, 0.1), point(1, 0.7), point(2, 0.4)});
    ASSERT_EQ(topics.size(), 4U);
    EXPECT_EQ(usageWords(topics[0]),
              QStringLiteral("now 0.40, on average 0.40, at most 0.70 of 2.00 cores"));
    EXPECT_EQ(usageWords(topics[1]),
              QStringLiteral("now 1.00, on average 1.00, at most 1.00 of 4.00 GiB"));
    EXPECT_EQ(usageWords(topics[3]),
              QStringLiteral("Received: now 1.50, on average 1.50, at most 1.50; Sent: now 0.50, "
                             "on average 0.50, at most 0.50 Mbit/s"));
    EXPECT_TRUE(usageTopics({}).empty());
}

TEST(UsageChart, DrawsTheValuesUpToTheLimitInTheColoursOfTheTheme)
{
    UsageChart chart;
    const auto topics = usageTopics({point(0, 0.1), point(1, 0.7)});
    chart.setTopic(topics[0], start.addDays(-1).toMSecsSinceEpoch(), start.toMSecsSinceEpoch());
    ASSERT_EQ(chart.chart()->series().size(), 1);
    auto *series = static_cast<QLineSeries *>(chart.chart()->series().first());
    ASSERT_EQ(series->count(), 2);
    EXPECT_DOUBLE_EQ(series->at(1).y(), 0.7);
    const auto *axis = static_cast<QValueAxis *>(chart.chart()->axes(Qt::Vertical).first());
    EXPECT_DOUBLE_EQ(axis->max(), 2);
    EXPECT_TRUE(chart.accessibleDescription().contains(QStringLiteral("at most 0.70")));
    for (const Theme *theme : {&Theme::dark(), &Theme::light()}) {
        chart.setPalette(theme->palette());
        EXPECT_EQ(series->pen().color(), theme->accent);
        EXPECT_EQ(chart.chart()->backgroundBrush().color(), theme->surface);
        EXPECT_GE(contrast(axis->labelsColor(), theme->surface), 4.5);
        EXPECT_GE(contrast(theme->name, theme->surface), 3.0);
    }
    chart.setTopic(topics[3], 0, 1);
    EXPECT_EQ(chart.chart()->series().size(), 2);
}
