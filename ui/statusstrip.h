// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass {

class PlainLabel;

/// The line at the foot of the window: where code runs, and where keys are kept. GUI thread.
class StatusStrip : public QWidget
{
    Q_OBJECT

public:
    explicit StatusStrip(QWidget *parent = nullptr);

    void setPlace(const QString &text);
    void setKeys(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    PlainLabel *m_place;
    PlainLabel *m_keys;
};

} // namespace sandglass
