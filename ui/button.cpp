// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/button.h"

#include "ui/theme.h"

#include <QPainter>

namespace sandglass {

Button::Button(Look look, const QString &text, QWidget *parent)
    : QPushButton(text, parent)
    , m_look(look)
{
    setAccessibleName(text);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
}

QSize Button::sizeHint() const
{
    const QSize text = fontMetrics().size(Qt::TextShowMnemonic, this->text());
    return m_look == Look::Plain ? text + QSize(12, 8) : text + QSize(26, 16);
}

void Button::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    const bool hot = isEnabled() && underMouse();
    QColor back = Qt::transparent;
    QColor text = m_look == Look::Plain ? theme.muted : theme.text;
    QColor edge = Qt::transparent;
    if (m_look == Look::Primary) {
        back = isEnabled() ? theme.accent : theme.border;
        text = isEnabled() ? theme.onAccent : theme.muted;
        if (hot)
            back = theme.isDark ? back.lighter(110) : back.darker(110);
    } else {
        if (hot)
            back = theme.question;
        if (hot)
            text = theme.text;
        if (m_look == Look::Outline) {
            back = hot ? theme.question : theme.window;
            edge = theme.border;
        }
    }
    if (isDown())
        back = back.alpha() ? back.darker(105) : theme.border;
    if (!isEnabled() && m_look != Look::Primary)
        text = palette().color(QPalette::Disabled, QPalette::ButtonText);
    painter.setBrush(back);
    painter.setPen(edge.alpha() ? QPen(edge, 1) : QPen(Qt::NoPen));
    painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_look == Look::Primary ? theme.text : theme.accent, 2));
        painter.drawRoundedRect(frame, 6, 6);
    }
    painter.setPen(text);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextShowMnemonic, this->text());
}

} // namespace sandglass
