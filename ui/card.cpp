// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/card.h"

#include "ui/frame.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"

#include <QPainter>
#include <QVBoxLayout>

namespace sandglass {

Card::Card(const QString &title, const QString &words, QWidget *parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
    , m_words(new PlainLabel(PlainLabel::Rank::Muted, words, this))
{
    m_column->setContentsMargins(16, 14, 16, 16);
    m_column->setSpacing(8);
    m_column->addWidget(new PlainLabel(PlainLabel::Rank::Title, title, this));
    m_column->addWidget(m_words);
}

void Card::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    drawRoundedFrame(painter, rect(), 8, theme.surface, theme.border);
}

} // namespace sandglass
