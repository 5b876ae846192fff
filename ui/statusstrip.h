// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass {

/// The line at the foot of the window. GUI thread.
class StatusStrip : public QWidget
{
    Q_OBJECT

public:
    explicit StatusStrip(const QString &text, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace sandglass
