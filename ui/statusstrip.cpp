// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/statusstrip.h"

#include "ui/plainlabel.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QPainter>

namespace sandglass {

StatusStrip::StatusStrip(QWidget *parent)
    : QWidget(parent)
    , m_place(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_keys(new PlainLabel(PlainLabel::Rank::Muted, this))
{
    m_place->setObjectName(QStringLiteral("status"));
    m_keys->setObjectName(QStringLiteral("statusKeys"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(13, 4, 13, 4);
    row->setSpacing(18);
    row->addWidget(m_place, 1);
    row->addWidget(m_keys);
    for (PlainLabel *label : {m_place, m_keys})
        label->setWordWrap(false);
    m_place->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void StatusStrip::setPlace(const QString &text)
{
    m_place->setText(text);
    m_place->setToolTip(text);
}

void StatusStrip::setKeys(const QString &text)
{
    m_keys->setText(text);
}

void StatusStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.sidebar);
    painter.fillRect(0, 0, width(), 1, theme.border);
}

} // namespace sandglass
