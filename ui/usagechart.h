// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/usagedata.h"

#include <QChartView>

class QDateTimeAxis;
class QLineSeries;
class QValueAxis;

namespace sandglass {

/// What a VM used of one thing over time, as lines. What it shows is told in words as well: to
/// whoever listens instead of looking. GUI thread.
class UsageChart : public QChartView
{
    Q_OBJECT

public:
    explicit UsageChart(QWidget *parent = nullptr);

    /// From `from` to `to`, milliseconds since 1970.
    void setTopic(const UsageTopic &topic, qint64 from, qint64 to);

protected:
    void changeEvent(QEvent *event) override;

private:
    void addLine(const UsageLine &line);
    void applyTheme();
    void tellPoint(const QLineSeries *series, const QPointF &point, bool isOver);

    UsageTopic m_topic;
    QDateTimeAxis *m_time;
    QValueAxis *m_value;
};

} // namespace sandglass
