// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rowdelegate.h"

#include "ui/theme.h"

#include <QPainter>

namespace sandglass {

QString RowDelegate::note(const QModelIndex &) const
{
    return {};
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {80, option.fontMetrics.height() + 17};
}

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    const Theme &theme = Theme::of(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5);
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        QColor back = theme.question;
        if (!selected)
            back.setAlpha(110);
        painter->setBrush(back);
        painter->drawRoundedRect(frame, 6, 6);
    }
    if (selected && option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(theme.accent, 1.5));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(frame, 6, 6);
    }
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
                                                    elideMode(), inner.width()));
    painter->restore();
}

} // namespace sandglass
