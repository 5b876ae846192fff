// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/vmcontrol.h"

#include <QDialog>

class QButtonGroup;
class QStackedWidget;
class QTableWidget;

namespace sandglass {

class Button;
class PlainLabel;
class UsageChart;

/// What one VM used over a day, a week or a month: charts, words, and the values as a table that
/// can be copied. GUI thread.
class SandboxUsage : public QDialog
{
    Q_OBJECT

public:
    /// `control` outlives this.
    SandboxUsage(VmControl *control, const QString &vm, QWidget *parent = nullptr);

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Panel
    {
        PlainLabel *title;
        PlainLabel *words;
        UsageChart *chart;
    };

    void build();
    QWidget *buildCharts();
    void buildTable();
    void addRange(const QString &range, const QString &text, bool isFirst);
    void ask();
    void showStats(const exedev::Stats &stats);
    void showTable(const std::vector<exedev::StatPoint> &points);
    void showWords(const QString &words);
    void showPage();
    void copyValues() const;

    VmControl *m_control;
    QString m_vm;
    QString m_range = QStringLiteral("24h");
    QButtonGroup *m_ranges;
    QStackedWidget *m_stack;
    PlainLabel *m_words;
    QTableWidget *m_table;
    QList<Panel> m_panels;
    Button *m_values;
    Button *m_copy;
    bool m_hasValues = false;
};

} // namespace sandglass
