// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rowdelegate.h"

#include "ui/frame.h"
#include "ui/theme.h"

#include <QPainter>

namespace sandglass {

QString RowDelegate::note(const QModelIndex &) const
{
    return {};
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {80, option.fontMetrics.height() + 15 + 2 * gap()};
}

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    const Theme &theme = Theme::of(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    const QRect frame = option.rect.adjusted(1, gap(), -1, -gap());
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
        QColor back = theme.question;
        if (!selected)
            back.setAlpha(110);
        drawRoundedFrame(*painter, frame, 6, back, Qt::NoPen);
    }
    if (selected && option.state.testFlag(QStyle::State_HasFocus))
        drawRoundedFrame(*painter, frame, 6, Qt::NoBrush, QPen(theme.accent, 1.5));
    QRect inner = option.rect.adjusted(10, 0, -10, 0);
    const QString right = note(index);
    QFont small = option.font;
    if (small.pointSizeF() > 0)
        small.setPointSizeF(small.pointSizeF() * 0.86);
    painter->setFont(small);
    painter->setPen(theme.muted);
    painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, right);
    if (!right.isEmpty())
        inner.setRight(inner.right() - QFontMetrics(small).horizontalAdvance(right) - 10);
    QFont font = option.font;
    font.setBold(selected);
    painter->setFont(font);
    painter->setPen(theme.text);
    painter->drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(font).elidedText(index.data().toString().simplified(),
                                                    Qt::ElideRight, inner.width()));
    painter->restore();
}

} // namespace sandglass
