// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>

class QLabel;

namespace sandglass {

/// A message and the buttons that answer it: beside it where there is room, else below. Owned by
/// the bar that it lays out, which tells it its width. GUI thread.
class MessageRow : public QBoxLayout
{
    Q_OBJECT

public:
    MessageRow(QLabel *text, const QList<QWidget *> &buttons, QWidget *bar);

    void fit(int width);

private:
    QLabel *m_text;
    QList<QWidget *> m_buttons;
};

} // namespace sandglass
