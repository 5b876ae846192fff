// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plainlabel.h"

#include "ui/theme.h"

#include <QEvent>

namespace sandglass {

PlainLabel::PlainLabel(Rank rank, QWidget *parent)
    : PlainLabel(rank, QString(), parent)
{}

PlainLabel::PlainLabel(Rank rank, const QString &text, QWidget *parent)
    : QLabel(parent)
    , m_rank(rank)
{
    setTextFormat(Qt::PlainText);
    // In a viewport labels would take QPalette::Text.
    setForegroundRole(QPalette::WindowText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont wanted = font();
    if (rank == Rank::Title || rank == Rank::Heading)
        wanted.setBold(true);
    if (rank == Rank::Heading)
        wanted.setPointSizeF(wanted.pointSizeF() * 1.7);
    setFont(wanted);
    setText(text);
    applyRank();
}

void PlainLabel::setRank(Rank rank)
{
    m_rank = rank;
    applyRank();
}

void PlainLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_applying)
        applyRank();
}

void PlainLabel::applyRank()
{
    m_applying = true;
    const Theme &theme = Theme::of(palette());
    QPalette own = palette();
    const QColor color = m_rank == Rank::Muted  ? theme.muted
                         : m_rank == Rank::Bad  ? theme.bad
                         : m_rank == Rank::Good ? theme.good
                                                : theme.text;
    own.setColor(QPalette::WindowText, color);
    setPalette(own);
    m_applying = false;
}

} // namespace sandglass
