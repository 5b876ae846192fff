// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace sandglass {

/// Keeps a widget in the platform's fixed-width font, in the size of its parent's font also when
/// that changes. Owned by the widget. GUI thread.
class CodeFont : public QObject
{
    Q_OBJECT

public:
    explicit CodeFont(QWidget *widget);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void apply();

    QWidget *m_widget;
};

} // namespace sandglass
