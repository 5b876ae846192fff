// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass {

/// A line across a conversation with a few words in it: before and after. GUI thread.
class Divider : public QWidget
{
    Q_OBJECT

public:
    explicit Divider(const QString &text, QWidget *parent = nullptr);

    QString text() const { return m_text; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
};

} // namespace sandglass
