// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style.h"

#include "ui/frame.h"
#include "ui/stylefields.h"
#include "ui/theme.h"

#include <QAbstractScrollArea>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOption>

namespace sandglass {

namespace {

constexpr int scrollBarWidth = 10;
constexpr int leastHandle = 28;

// Of a scroll bar, along it: where the handle begins and how long it is.
std::pair<int, int> handleOf(const QStyleOptionSlider &bar)
{
    const int length = bar.orientation == Qt::Horizontal ? bar.rect.width() : bar.rect.height();
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    if (range <= 0)
        return {0, length};
    const auto natural = static_cast<int>(length * qint64(bar.pageStep) / (range + bar.pageStep));
    const int handle = std::min(length, std::max(natural, leastHandle));
    return {QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition,
                                            length - handle, bar.upsideDown),
            handle};
}

void drawHandle(const QStyleOptionComplex *option, QPainter *painter, const QRect &place)
{
    const bool isHot = option->state.testFlag(QStyle::State_MouseOver) ||
                       option->activeSubControls.testFlag(QStyle::SC_ScrollBarSlider);
    QColor color = Theme::of(option->palette).muted;
    color.setAlphaF(isHot ? 0.8F : 0.45F);
    drawRoundedFrame(*painter, place.adjusted(2, 2, -2, -2), 3, color, Qt::NoPen);
}

} // namespace

Style::Style()
    : QProxyStyle(QStringLiteral("Fusion"))
{}

// What is behind a scroll bar is to be seen.
void Style::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QScrollBar *>(widget) != nullptr)
        widget->setAttribute(Qt::WA_OpaquePaintEvent, false);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return scrollBarWidth;
    case PM_MenuVMargin:
        return 4;
    case PM_HeaderMargin: // as far as cells have it
        return pixelMetric(PM_FocusFrameHMargin, option, widget) + 1;
    case PM_DefaultFrameWidth: // so that corners of what is scrolled stay inside the round ones
        return qobject_cast<const QAbstractScrollArea *>(widget) != nullptr
                   ? 3
                   : QProxyStyle::pixelMetric(metric, option, widget);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex *option,
                            SubControl part, const QWidget *widget) const
{
    if (control == CC_ComboBox && part == SC_ComboBoxEditField)
        return QProxyStyle::subControlRect(control, option, part, widget)
            .adjusted(fieldMargin - 1, 0, 0, 0);
    if (const auto *box = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
        box != nullptr && control == CC_SpinBox)
        return spinBoxPart(*box, part);
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control != CC_ScrollBar || bar == nullptr)
        return QProxyStyle::subControlRect(control, option, part, widget);
    const auto [start, length] = handleOf(*bar);
    const bool isFlat = bar->orientation == Qt::Horizontal;
    const auto along = [&](int from, int to) {
        const QRect &all = bar->rect;
        return isFlat ? QRect(all.x() + from, all.y(), to - from, all.height())
                      : QRect(all.x(), all.y() + from, all.width(), to - from);
    };
    const int end = isFlat ? bar->rect.width() : bar->rect.height();
    switch (part) {
    case SC_ScrollBarSlider:
        return along(start, start + length);
    case SC_ScrollBarSubPage:
        return along(0, start);
    case SC_ScrollBarAddPage:
        return along(start + length, end);
    case SC_ScrollBarGroove:
        return bar->rect;
    default:
        return {}; // no arrows
    }
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                          const QWidget *widget) const
{
    const Theme &theme = Theme::of(option->palette);
    const bool hasFocus = option->state.testFlag(State_HasFocus);
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    switch (element) {
    case PE_PanelLineEdit:
        if (frame == nullptr || frame->lineWidth == 0) {
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            break;
        }
        drawRoundedFrame(*painter, option->rect, fieldRadius, option->palette.base(),
                         borderPen(option));
        break;
    case PE_FrameLineEdit:
        drawRoundedFrame(*painter, option->rect, fieldRadius, Qt::NoBrush, borderPen(option));
        break;
    case PE_PanelMenu:
        painter->fillRect(option->rect, theme.border);
        painter->fillRect(option->rect.adjusted(1, 1, -1, -1), theme.window);
        break;
    case PE_FrameMenu:
        break; // the panel has it
    case PE_Frame:
        if (frame != nullptr && frame->lineWidth > 0)
            drawRoundedFrame(*painter, option->rect, fieldRadius, Qt::NoBrush, borderPen(option));
        break;
    case PE_IndicatorCheckBox:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        drawRoundedFrame(*painter, option->rect, 2, Qt::NoBrush,
                         hasFocus ? theme.accent : theme.muted);
        break;
    case PE_IndicatorRadioButton:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        drawRoundedFrame(*painter, option->rect, option->rect.height() / 2.0, Qt::NoBrush,
                         hasFocus ? theme.accent : theme.muted);
        break;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        break;
    }
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                               QPainter *painter, const QWidget *widget) const
{
    if (control == CC_ScrollBar) {
        drawHandle(option, painter,
                   proxy()->subControlRect(control, option, SC_ScrollBarSlider, widget));
        return;
    }
    const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    if (control == CC_SpinBox && spin != nullptr)
        drawSpinBox(*spin, painter);
    else if (control == CC_ComboBox && combo != nullptr)
        drawComboBox(*combo, proxy()->subControlRect(control, option, SC_ComboBoxArrow, widget),
                     painter);
    else
        QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void Style::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                        const QWidget *widget) const
{
    const Theme &theme = Theme::of(option->palette);
    const QRect &rect = option->rect;
    const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea) {
        painter->fillRect(rect, theme.surface);
        painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.border);
    } else if (element == CE_MenuItem && item != nullptr && item->text.isEmpty() &&
               item->menuItemType == QStyleOptionMenuItem::Separator) {
        painter->fillRect(rect.left() + fieldMargin, rect.center().y(),
                          rect.width() - 2 * fieldMargin, 1, theme.border);
    } else {
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                              const QWidget *widget) const
{
    if (type == CT_SpinBox)
        return spinBoxSize(size);
    QSize needed = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_LineEdit || type == CT_ComboBox)
        needed.rheight() += fieldMargin;
    if (type == CT_MenuItem)
        needed.rheight() += 4;
    if (type == CT_HeaderSection)
        needed.rheight() += 6;
    if (type == CT_LineEdit || type == CT_ComboBox)
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
