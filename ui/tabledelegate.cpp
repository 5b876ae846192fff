// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tabledelegate.h"

#include "ui/theme.h"

namespace sandglass {

QSize TableDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(14, 6);
}

void TableDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Theme &theme = Theme::of(option->palette);
    option->state &= ~QStyle::State_HasFocus; // the row shows it
    for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive}) {
        option->palette.setColor(group, QPalette::Highlight, theme.question);
        option->palette.setColor(group, QPalette::HighlightedText, theme.text);
    }
    option->palette.setColor(QPalette::Disabled, QPalette::Text, theme.muted);
}

} // namespace sandglass
