// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stylefields.h"

#include "ui/frame.h"
#include "ui/theme.h"

#include <QPainter>

namespace sandglass {

namespace {

constexpr int stepperWidth = 18;
constexpr int leastSpinBox = 120; ///< so that those of a page are equally wide

void drawArrow(QPainter *painter, const QRectF &place, bool isUp, const QStyleOption &option)
{
    const Theme &theme = Theme::of(option.palette);
    const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
    const QPointF middle = place.center();
    const double rise = isUp ? -1.5 : 1.5;
    const QPointF points[]{middle + QPointF(-3.5, -rise), middle + QPointF(0, rise),
                           middle + QPointF(3.5, -rise)};
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(isEnabled ? theme.muted : theme.border, 1.5, Qt::SolidLine, Qt::RoundCap,
                         Qt::RoundJoin));
    painter->drawPolyline(points, 3);
    painter->restore();
}

} // namespace

QPen borderPen(const QStyleOption *option)
{
    const Theme &theme = Theme::of(option->palette);
    const bool hasFocus = option->state.testFlag(QStyle::State_HasFocus) &&
                          option->state.testFlag(QStyle::State_Enabled);
    return {hasFocus ? theme.accent : theme.border, hasFocus ? 1.6 : 1.0};
}

void drawComboBox(const QStyleOptionComboBox &box, const QRect &arrow, QPainter *painter)
{
    if (box.frame)
        drawRoundedFrame(*painter, box.rect, fieldRadius, box.palette.base(), borderPen(&box));
    drawArrow(painter, arrow, false, box);
}

void drawSpinBox(const QStyleOptionSpinBox &box, QPainter *painter)
{
    const Theme &theme = Theme::of(box.palette);
    drawRoundedFrame(*painter, box.rect, fieldRadius, box.palette.base(), borderPen(&box));
    for (const bool isUp : {true, false}) {
        const auto part = isUp ? QStyle::SC_SpinBoxUp : QStyle::SC_SpinBoxDown;
        const QRect place = spinBoxPart(box, part);
        const bool isHot = box.activeSubControls.testFlag(part) &&
                           box.state.testFlag(QStyle::State_MouseOver) &&
                           box.state.testFlag(QStyle::State_Enabled);
        if (isHot)
            drawRoundedFrame(*painter, place.adjusted(1, 1, -1, -1), 3, theme.question, Qt::NoPen);
        drawArrow(painter, place, isUp, box);
    }
    const QRect up = spinBoxPart(box, QStyle::SC_SpinBoxUp);
    painter->fillRect(up.left() - 1, box.rect.top() + 1, 1, box.rect.height() - 2, theme.border);
}

QRect spinBoxPart(const QStyleOptionSpinBox &box, QStyle::SubControl part)
{
    const QRect inside = box.rect.adjusted(1, 1, -1, -1);
    const int left = inside.right() + 1 - stepperWidth;
    const int half = inside.height() / 2;
    QRect place;
    switch (part) {
    case QStyle::SC_SpinBoxUp:
        place = {left, inside.top(), stepperWidth, half};
        break;
    case QStyle::SC_SpinBoxDown:
        place = {left, inside.top() + half, stepperWidth, inside.height() - half};
        break;
    case QStyle::SC_SpinBoxEditField:
        place = {inside.left() + fieldMargin, inside.top(), left - 2 - inside.left() - fieldMargin,
                 inside.height()};
        break;
    default:
        place = box.rect;
        break;
    }
    return QStyle::visualRect(box.direction, box.rect, place);
}

QSize spinBoxSize(const QSize &text)
{
    const int needed = text.width() + 2 * fieldMargin + stepperWidth + 4;
    return {std::max(needed, leastSpinBox), text.height() + 2};
}

} // namespace sandglass
