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
    applyFont();
    if (sizeFactor() != 1 && parent != nullptr)
        parent->installEventFilter(this);
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
    if (m_applying)
        return;
    if (event->type() == QEvent::PaletteChange)
        applyRank();
}

double PlainLabel::sizeFactor() const
{
    return m_rank == Rank::Heading ? 1.7 : m_rank == Rank::Section ? 0.86 : 1;
}

// Only what differs is set: the rest follows the parent, also when that changes its size.
void PlainLabel::applyFont()
{
    if (m_rank != Rank::Title && sizeFactor() == 1)
        return;
    QFont wanted;
    wanted.setBold(true);
    const double size = parentWidget() != nullptr ? parentWidget()->font().pointSizeF() : -1;
    if (sizeFactor() != 1 && size > 0)
        wanted.setPointSizeF(size * sizeFactor());
    setFont(wanted);
}

// A size of its own doesn't follow by itself.
bool PlainLabel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::FontChange)
        applyFont();
    return QLabel::eventFilter(watched, event);
}

void PlainLabel::applyRank()
{
    m_applying = true;
    const Theme &theme = Theme::of(palette());
    QPalette own = palette();
    const bool isMuted = m_rank == Rank::Muted || m_rank == Rank::Section;
    const QColor color = isMuted                ? theme.muted
                         : m_rank == Rank::Bad  ? theme.bad
                         : m_rank == Rank::Good ? theme.good
                                                : theme.text;
    own.setColor(QPalette::WindowText, color);
    setPalette(own);
    m_applying = false;
}

} // namespace sandglass
