// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/button.h"

#include "ui/frame.h"
#include "ui/theme.h"

#include <QPainter>

namespace sandglass {

namespace {

constexpr int dotSize = 8;
constexpr int dotSpace = dotSize + 6;

} // namespace

Button::Button(Look look, const QString &text, QWidget *parent)
    : QPushButton(text, parent)
    , m_look(look)
{
    setAccessibleName(text);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
}

void Button::setDot(const QColor &color)
{
    if (color == m_dot)
        return;
    m_dot = color;
    updateGeometry();
    update();
}

QString Button::shownText() const
{
    return menu() != nullptr ? text() + QStringLiteral(" ▾") : text();
}

QSize Button::sizeHint() const
{
    QSize size = fontMetrics().size(Qt::TextShowMnemonic, shownText());
    if (m_dot.isValid())
        size.rwidth() += dotSpace;
    switch (m_look) {
    case Look::Plain:
        return size + QSize(12, 8);
    case Look::Link:
        return size + QSize(0, 8);
    case Look::Chip:
        return size + QSize(24, 8);
    case Look::Primary:
    case Look::Outline:
        break;
    }
    return size + QSize(26, 16);
}

QColor Button::backColor() const
{
    const Theme &theme = Theme::of(palette());
    const bool hot = isEnabled() && underMouse();
    QColor back = Qt::transparent;
    if (m_look == Look::Primary) {
        back = isEnabled() ? theme.accent : theme.border;
        if (hot)
            back = theme.isDark ? back.lighter(110) : back.darker(110);
    } else if (m_look == Look::Link) {
        return back; // an underline tells
    } else if (hot || isChecked()) {
        back = theme.question;
    } else if (m_look == Look::Outline || m_look == Look::Chip) {
        back = theme.window;
    }
    if (isDown())
        back = back.alpha() ? back.darker(105) : theme.border;
    return back;
}

void Button::paintFrame(QPainter &painter) const
{
    const Theme &theme = Theme::of(palette());
    const bool hasEdge = m_look == Look::Outline || m_look == Look::Chip;
    const double radius = m_look == Look::Chip ? height() / 2.0 : 6;
    drawRoundedFrame(painter, rect(), radius, backColor(),
                     hasEdge ? QPen(theme.border) : QPen(Qt::NoPen));
    if (hasFocus())
        drawRoundedFrame(painter, rect(), radius, Qt::NoBrush,
                         QPen(m_look == Look::Primary ? theme.text : theme.accent, 2));
}

void Button::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintFrame(painter);
    QRect inner = rect();
    if (m_dot.isValid()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_dot);
        painter.drawEllipse(QRectF(12, (height() - dotSize) / 2.0, dotSize, dotSize));
        inner.setLeft(dotSpace);
    }
    QColor text = theme.text;
    if (m_look == Look::Primary)
        text = isEnabled() ? theme.onAccent : theme.muted;
    else if (!isEnabled())
        text = palette().color(QPalette::Disabled, QPalette::ButtonText);
    else if (m_look == Look::Link)
        text = theme.accent;
    else if (m_look == Look::Plain && !underMouse() && !isChecked())
        text = theme.muted;
    if (m_look == Look::Link && isEnabled() && underMouse()) {
        QFont underlined = font();
        underlined.setUnderline(true);
        painter.setFont(underlined);
    }
    painter.setPen(text);
    painter.drawText(inner, Qt::AlignCenter | Qt::TextShowMnemonic, shownText());
}

} // namespace sandglass
