// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style.h"

#include "ui/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace sandglass {

namespace {

constexpr int fieldMargin = 5; ///< around the text of a field

QPen borderPen(const QStyleOption *option)
{
    const Theme &theme = Theme::of(option->palette);
    const bool hasFocus = option->state.testFlag(QStyle::State_HasFocus) &&
                          option->state.testFlag(QStyle::State_Enabled);
    return {hasFocus ? theme.accent : theme.border, hasFocus ? 1.6 : 1.0};
}

QRectF inside(const QRect &rect)
{
    return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
}

} // namespace

Style::Style()
    : QProxyStyle(QStringLiteral("Fusion"))
{}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                          const QWidget *widget) const
{
    const Theme &theme = Theme::of(option->palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(borderPen(option));
    painter->setBrush(Qt::NoBrush);
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    switch (element) {
    case PE_PanelLineEdit:
        if (frame == nullptr || frame->lineWidth == 0) {
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            break;
        }
        painter->setBrush(option->palette.base());
        painter->drawRoundedRect(inside(option->rect), 5, 5);
        break;
    case PE_FrameLineEdit:
        painter->drawRoundedRect(inside(option->rect), 5, 5);
        break;
    case PE_Frame:
        if (frame != nullptr && frame->lineWidth > 0)
            painter->drawRect(inside(option->rect));
        break;
    case PE_IndicatorCheckBox:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        painter->setPen(option->state.testFlag(State_HasFocus) ? theme.accent : theme.muted);
        painter->drawRoundedRect(inside(option->rect), 2, 2);
        break;
    case PE_IndicatorRadioButton:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        painter->setPen(option->state.testFlag(State_HasFocus) ? theme.accent : theme.muted);
        painter->drawEllipse(inside(option->rect));
        break;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        break;
    }
    painter->restore();
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                               QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control != CC_SpinBox && control != CC_ComboBox)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(borderPen(option));
    painter->drawRoundedRect(inside(option->rect), 3, 3);
    painter->restore();
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                              const QWidget *widget) const
{
    QSize needed = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_LineEdit || type == CT_ComboBox)
        needed.rheight() += fieldMargin;
    if (type == CT_LineEdit)
        needed.rwidth() += 2 * fieldMargin;
    return needed;
}

QRect Style::subElementRect(SubElement element, const QStyleOption *option,
                            const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    if (element == SE_LineEditContents && frame != nullptr && frame->lineWidth > 0)
        return rect.adjusted(fieldMargin, 0, -fieldMargin, 0);
    return rect;
}

} // namespace sandglass
