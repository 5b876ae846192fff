// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sandboxusage.h"

#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/tabledelegate.h"
#include "ui/usagechart.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QGridLayout>
#include <QHeaderView>
#include <QLocale>
#include <QRadioButton>
#include <QStackedWidget>
#include <QTableWidget>

namespace sandglass {

namespace {

constexpr size_t mostPoints = 720; ///< more than a chart of that width can show
constexpr int topics = 4;
constexpr qint64 hourMs = 3600LL * 1000;

qint64 lengthOf(const QString &range)
{
    return range == QLatin1String("30d")  ? 30 * 24 * hourMs
           : range == QLatin1String("7d") ? 7 * 24 * hourMs
                                          : 24 * hourMs;
}

QTableWidgetItem *numberItem(const QString &text)
{
    auto *item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

enum Page { Words, Charts, Values };

} // namespace

SandboxUsage::SandboxUsage(VmControl *control, const QString &vm, QWidget *parent)
    : QDialog(parent)
    , m_control(control)
    , m_vm(vm)
    , m_ranges(new QButtonGroup(this))
    , m_stack(new QStackedWidget(this))
    , m_words(new PlainLabel(PlainLabel::Rank::Muted, m_stack))
    , m_table(new QTableWidget(m_stack))
    , m_values(new Button(Button::Look::Outline, tr("Values"), this))
    , m_copy(new Button(Button::Look::Outline, tr("Copy values"), this))
{
    setObjectName(QStringLiteral("sandboxUsage"));
    setWindowTitle(tr("Use of %1").arg(vm));
    build();
    connect(m_values, &Button::clicked, this, [this] {
        m_stack->setCurrentIndex(m_stack->currentIndex() == Values ? Charts : Values);
        showPage();
    });
    connect(m_copy, &Button::clicked, this, &SandboxUsage::copyValues);
    connect(m_control, &VmControl::usageTold, this,
            [this](const QString &told, const QString &range, const exedev::Stats &stats) {
                if (told == m_vm && range == m_range)
                    showStats(stats);
            });
    connect(m_control, &VmControl::refused, this,
            [this](const QString &told, const QString &command, const Failure &failure) {
                if (told == m_vm && command == QLatin1String("stat"))
                    showWords(failure.text + u' ' + failure.remedy);
            });
    resize(860, 620);
}

void SandboxUsage::build()
{
    auto *top = new QHBoxLayout;
    addRange(QStringLiteral("24h"), tr("24 hours"), true);
    addRange(QStringLiteral("7d"), tr("7 days"), false);
    addRange(QStringLiteral("30d"), tr("30 days"), false);
    for (QAbstractButton *range : m_ranges->buttons())
        top->addWidget(range);
    top->addStretch();
    m_words->setObjectName(QStringLiteral("usageWords"));
    m_words->setAlignment(Qt::AlignCenter);
    m_values->setObjectName(QStringLiteral("showValues"));
    m_copy->setObjectName(QStringLiteral("copyValues"));
    buildTable();
    m_stack->addWidget(m_words);
    m_stack->addWidget(buildCharts());
    m_stack->addWidget(m_table);
    auto *close = new Button(Button::Look::Outline, tr("Close"), this);
    close->setObjectName(QStringLiteral("closeUsage"));
    connect(close, &Button::clicked, this, &QDialog::close);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_values);
    buttons->addWidget(m_copy);
    buttons->addStretch();
    buttons->addWidget(close);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(10);
    column->addLayout(top);
    column->addWidget(m_stack, 1);
    column->addLayout(buttons);
}

void SandboxUsage::addRange(const QString &range, const QString &text, bool isFirst)
{
    auto *button = new QRadioButton(text, this);
    button->setObjectName(QStringLiteral("usage") + range);
    button->setAccessibleName(tr("Use over %1").arg(text));
    button->setChecked(isFirst);
    m_ranges->addButton(button);
    connect(button, &QRadioButton::clicked, this, [this, range] {
        m_range = range;
        ask();
    });
}

QWidget *SandboxUsage::buildCharts()
{
    auto *page = new QWidget(m_stack);
    auto *grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(4);
    for (int i = 0; i < topics; ++i) {
        const Panel panel{new PlainLabel(PlainLabel::Rank::Title, page),
                          new PlainLabel(PlainLabel::Rank::Muted, page), new UsageChart(page)};
        panel.title->setObjectName(QStringLiteral("usageTitle%1").arg(i));
        panel.words->setObjectName(QStringLiteral("usageWords%1").arg(i));
        panel.chart->setObjectName(QStringLiteral("usageChart%1").arg(i));
        panel.words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        const int row = i / 2 * 3; // charts side by side are equally tall
        grid->addWidget(panel.title, row, i % 2);
        grid->addWidget(panel.words, row + 1, i % 2);
        grid->addWidget(panel.chart, row + 2, i % 2);
        grid->setRowStretch(row + 2, 1);
        m_panels.append(panel);
    }
    return page;
}

void SandboxUsage::buildTable()
{
    m_table->setObjectName(QStringLiteral("usageTable"));
    m_table->setAccessibleName(tr("Measured values"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->setItemDelegate(new TableDelegate(m_table));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void SandboxUsage::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    ask();
}

void SandboxUsage::ask()
{
    showWords(tr("Asking exe.dev…"));
    m_control->askUsage(m_vm, m_range);
}

void SandboxUsage::showWords(const QString &words)
{
    m_words->setText(words);
    m_hasValues = false;
    m_stack->setCurrentIndex(Words);
    showPage();
}

void SandboxUsage::showStats(const exedev::Stats &stats)
{
    const std::vector<exedev::StatPoint> points = usagePoints(stats.points, mostPoints);
    if (points.empty()) {
        showWords(tr("exe.dev has no measurements of %1 for this time yet. The first come some "
                     "minutes after it began to run.")
                      .arg(m_vm));
        return;
    }
    const qint64 to = points.back().time.toMSecsSinceEpoch();
    const std::vector<UsageTopic> told = usageTopics(points);
    for (int i = 0; i < topics; ++i) {
        const UsageTopic &topic = told[static_cast<size_t>(i)];
        m_panels[i].title->setText(tr("%1, %2").arg(topic.title, topic.unit));
        m_panels[i].words->setText(usageWords(topic));
        m_panels[i].chart->setTopic(topic, to - lengthOf(m_range), to);
    }
    showTable(points);
    m_hasValues = true;
    m_stack->setCurrentIndex(Charts);
    showPage();
}

void SandboxUsage::showTable(const std::vector<exedev::StatPoint> &points)
{
    const std::vector<UsageTopic> told = usageTopics(points);
    QStringList heads{tr("Time")};
    std::vector<const UsageLine *> lines;
    for (const UsageTopic &topic : told) {
        for (const UsageLine &line : topic.lines) {
            heads << tr("%1 (%2)").arg(topic.lines.size() == 1 ? topic.title : line.name,
                                       topic.unit);
            lines.push_back(&line);
        }
    }
    m_table->setColumnCount(static_cast<int>(heads.size()));
    for (int column = 0; column < m_table->columnCount(); ++column) {
        QTableWidgetItem *head =
            column > 0 ? numberItem(heads[column]) : new QTableWidgetItem(heads[column]);
        m_table->setHorizontalHeaderItem(column, head);
    }
    m_table->setRowCount(static_cast<int>(points.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const size_t last = points.size() - 1 - static_cast<size_t>(row); // the newest first
        m_table->setItem(row, 0,
                         new QTableWidgetItem(QLocale().toString(points[last].time.toLocalTime(),
                                                                 QLocale::ShortFormat)));
        int column = 0;
        for (const UsageLine *line : lines)
            m_table->setItem(row, ++column, numberItem(usageNumber(line->points[last].y())));
    }
}

void SandboxUsage::showPage()
{
    const bool isTable = m_stack->currentIndex() == Values;
    m_values->setEnabled(m_hasValues);
    m_copy->setEnabled(m_hasValues);
    m_values->setText(isTable ? tr("Charts") : tr("Values"));
    m_values->setAccessibleName(isTable ? tr("Show charts") : tr("Show values as a table"));
}

void SandboxUsage::copyValues() const
{
    QStringList rows;
    QStringList cells;
    for (int column = 0; column < m_table->columnCount(); ++column)
        cells << m_table->horizontalHeaderItem(column)->text();
    rows << cells.join(u'\t');
    for (int row = 0; row < m_table->rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < m_table->columnCount(); ++column)
            cells << m_table->item(row, column)->text();
        rows << cells.join(u'\t');
    }
    QApplication::clipboard()->setText(rows.join(u'\n'));
}

} // namespace sandglass
