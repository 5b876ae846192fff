// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/statusstrip.h"

#include "ui/plainlabel.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QPainter>

namespace sandglass {

StatusStrip::StatusStrip(const QString &text, QWidget *parent)
    : QWidget(parent)
{
    auto *label = new PlainLabel(PlainLabel::Rank::Muted, text, this);
    label->setObjectName(QStringLiteral("status"));
    label->setWordWrap(false);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(13, 4, 13, 4);
    row->addWidget(label, 1);
}

void StatusStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.sidebar);
    painter.fillRect(0, 0, width(), 1, theme.border);
}

} // namespace sandglass
