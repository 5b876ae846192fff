// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/rowdelegate.h"

namespace sandglass {

/// Draws a row of the list of conversations, below the day it belongs to, and edits its title.
class ConversationDelegate : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    QString note(const QModelIndex &index) const override;
    int gap() const override { return 4; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const override;
    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const override;
};

} // namespace sandglass
