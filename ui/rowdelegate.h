// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace sandglass {

/// Draws a row of our lists: a name and something short at the right.
class RowDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// What stands at the right of a row.
    virtual QString note(const QModelIndex &index) const;
    /// Where a name that is too long is cut.
    virtual Qt::TextElideMode elideMode() const { return Qt::ElideRight; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace sandglass
