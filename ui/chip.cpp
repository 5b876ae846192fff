// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chip.h"

#include "ui/frame.h"
#include "ui/theme.h"

#include <QPainter>

namespace sandglass {

Chip::Chip(QWidget *parent)
    : PlainLabel(Rank::Muted, parent)
{
    setWordWrap(false);
    setContentsMargins(11, 4, 11, 4);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Maximum);
}

void Chip::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    drawRoundedFrame(painter, rect(), height() / 2.0, Qt::NoBrush, Theme::of(palette()).border);
    painter.end();
    PlainLabel::paintEvent(event);
}

} // namespace sandglass
