// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/health.h"

#include <QWidget>

class QVBoxLayout;

namespace sandglass {

/// The settings page that says of each thing an answer needs whether it works or what to do. What
/// costs nothing is checked when the page is first seen; the rest has its own button. GUI thread.
class HealthPage : public QWidget
{
    Q_OBJECT

public:
    explicit HealthPage(Health::Needs needs, QWidget *parent = nullptr);

protected:
    void showEvent(QShowEvent *event) override;

private:
    using Check = void (Health::*)(const Checks::OnResult &);

    /// `name` is of the widgets; `cost` says what the check does, empty where it is done at once.
    void addRow(const QString &title, const char *name, Check check, const QString &cost);

    Health *m_health;
    QVBoxLayout *m_rows;
    QList<std::function<void()>> m_atOnce;
};

} // namespace sandglass
