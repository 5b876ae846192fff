// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame.h"

#include "ui/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace sandglass {

void drawRoundedFrame(QPainter &painter, const QRectF &outer, double radius, const QBrush &back,
                      const QPen &edge)
{
    const double inset = edge.style() == Qt::NoPen ? 0 : edge.widthF() / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(back);
    painter.setPen(edge);
    painter.drawRoundedRect(outer.adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

void drawCodeFrame(QPainter &painter, const QRect &outer, const QRect &code, const Theme &theme)
{
    constexpr double radius = 7;
    QPainterPath shape;
    shape.addRoundedRect(outer, radius, radius);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(shape, theme.surface);
    painter.setClipPath(shape);
    painter.fillRect(code, theme.code);
    painter.fillRect(code.left(), code.top() - 1, code.width(), 1, theme.border);
    if (code.bottom() + 2 < outer.bottom())
        painter.fillRect(code.left(), code.bottom() + 1, code.width(), 1, theme.border);
    painter.restore();
    drawRoundedFrame(painter, outer, radius, Qt::NoBrush, theme.border);
}

} // namespace sandglass
