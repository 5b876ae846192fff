// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/usagechart.h"

#include "ui/theme.h"
#include "ui/wording.h"

#include <QChart>
#include <QDateTimeAxis>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QToolTip>
#include <QValueAxis>

namespace sandglass {

namespace {

constexpr size_t fewPoints = 40; ///< so few are marked: a single one makes no line
constexpr qint64 dayMs = 24LL * 3600 * 1000;

} // namespace

UsageChart::UsageChart(QWidget *parent)
    : QChartView(parent)
    , m_time(new QDateTimeAxis(this))
    , m_value(new QValueAxis(this))
{
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::TabFocus);
    setMinimumSize(260, 150);
    chart()->setMargins(QMargins(4, 4, 18, 0)); // half a label at the end of the time
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setBackgroundRoundness(0);
    chart()->legend()->setAlignment(Qt::AlignTop); // for one line too: all are as tall then
    chart()->legend()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->addAxis(m_time, Qt::AlignBottom);
    chart()->addAxis(m_value, Qt::AlignLeft);
    m_time->setTickCount(5);
    m_value->setTickCount(5);
    applyTheme();
}

void UsageChart::setTopic(const UsageTopic &topic, qint64 from, qint64 to)
{
    m_topic = topic;
    chart()->removeAllSeries();
    double top = topic.limit;
    for (const UsageLine &line : topic.lines) {
        addLine(line);
        for (const QPointF &point : line.points)
            top = std::max(top, point.y());
    }
    m_time->setFormat(to - from > dayMs ? tr("d MMM") : tr("HH:mm"));
    m_time->setRange(QDateTime::fromMSecsSinceEpoch(from), QDateTime::fromMSecsSinceEpoch(to));
    m_value->setRange(0, top > 0 ? top : 1);
    m_value->applyNiceNumbers();
    m_value->setLabelFormat(m_value->max() < 10 ? QStringLiteral("%.1f") : QStringLiteral("%.0f"));
    setAccessibleName(tr("%1 in %2").arg(topic.title, topic.unit));
    setAccessibleDescription(usageWords(topic));
    applyTheme();
}

void UsageChart::addLine(const UsageLine &line)
{
    auto *series = new QLineSeries(this);
    series->setName(line.name);
    series->replace(QList<QPointF>(line.points.begin(), line.points.end()));
    series->setPointsVisible(line.points.size() <= fewPoints);
    chart()->addSeries(series);
    series->attachAxis(m_time);
    series->attachAxis(m_value);
    connect(series, &QLineSeries::hovered, this, [this, series](const QPointF &point, bool isOver) {
        tellPoint(series, point, isOver);
    });
}

void UsageChart::tellPoint(const QLineSeries *series, const QPointF &point, bool isOver)
{
    if (!isOver) {
        QToolTip::hideText();
        return;
    }
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(point.x()));
    const QString text = tr("%1: %2 %3, %4")
                             .arg(series->name(), usageNumber(point.y()), m_topic.unit,
                                  QLocale().toString(time.toLocalTime(), QLocale::ShortFormat));
    QToolTip::showText(QCursor::pos(), plainToolTip(text), this);
}

void UsageChart::applyTheme()
{
    const Theme &theme = Theme::of(palette());
    setBackgroundBrush(theme.surface);
    chart()->setBackgroundBrush(theme.surface);
    chart()->legend()->setLabelColor(theme.text);
    for (QAbstractAxis *axis :
         {static_cast<QAbstractAxis *>(m_time), static_cast<QAbstractAxis *>(m_value)}) {
        axis->setLabelsColor(theme.muted);
        axis->setGridLineColor(theme.border);
        axis->setLinePenColor(theme.border);
        axis->setLabelsFont(font());
    }
    chart()->legend()->setFont(font());
    m_time->setGridLineVisible(false);
    const QColor colors[] = {theme.accent, theme.name};
    int number = 0;
    for (QAbstractSeries *series : chart()->series()) {
        const QColor color = colors[number++ % 2];
        static_cast<QLineSeries *>(series)->setPen(
            QPen(color, 2, number % 2 == 1 ? Qt::SolidLine : Qt::DashLine));
    }
}

void UsageChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

} // namespace sandglass
