// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/divider.h"

#include "ui/theme.h"

#include <QPainter>

namespace sandglass {

Divider::Divider(const QString &text, QWidget *parent)
    : QWidget(parent)
    , m_text(text)
{
    setAccessibleName(text);
}

QSize Divider::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 60, fontMetrics().height() + 6};
}

void Divider::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    const QString text = fontMetrics().elidedText(m_text, Qt::ElideRight, width() - 40);
    const int half = fontMetrics().horizontalAdvance(text) / 2 + 12;
    const int middle = width() / 2;
    painter.setPen(theme.bad);
    painter.drawLine(0, height() / 2, middle - half, height() / 2);
    painter.drawLine(middle + half, height() / 2, width(), height() / 2);
    painter.drawText(rect(), Qt::AlignCenter, text);
}

} // namespace sandglass
