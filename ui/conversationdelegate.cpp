// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversationdelegate.h"

#include "ui/conversationlistmodel.h"
#include "ui/theme.h"

#include <QLineEdit>
#include <QPainter>

namespace sandglass {

namespace {

int groupHeight(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (index.data(ConversationListModel::GroupRole).toString().isEmpty())
        return 0;
    return option.fontMetrics.height() + (index.row() == 0 ? 8 : 16);
}

} // namespace

QString ConversationDelegate::note(const QModelIndex &index) const
{
    return index.data(ConversationListModel::NoteRole).toString();
}

QSize ConversationDelegate::sizeHint(const QStyleOptionViewItem &option,
                                     const QModelIndex &index) const
{
    return RowDelegate::sizeHint(option, index) + QSize(0, groupHeight(option, index));
}

void ConversationDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const
{
    QStyleOptionViewItem row = option;
    const int above = groupHeight(option, index);
    if (above > 0) {
        QFont font = option.font;
        font.setBold(true);
        if (font.pointSizeF() > 0)
            font.setPointSizeF(font.pointSizeF() * 0.86);
        painter->setFont(font);
        painter->setPen(Theme::of(option.palette).muted);
        const QRect line(option.rect.left() + 8, option.rect.top(), option.rect.width() - 16,
                         above - 3);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignBottom,
                          index.data(ConversationListModel::GroupRole).toString());
        row.rect.setTop(option.rect.top() + above);
    }
    RowDelegate::paint(painter, row, index);
}

QWidget *ConversationDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &,
                                            const QModelIndex &) const
{
    auto *edit = new QLineEdit(parent);
    edit->setObjectName(QStringLiteral("renameConversation"));
    edit->setAccessibleName(tr("Title of the conversation"));
    edit->setMaxLength(200);
    return edit;
}

void ConversationDelegate::updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                                                const QModelIndex &index) const
{
    editor->setGeometry(option.rect.adjusted(2, groupHeight(option, index) + 2, -2, -2));
}

} // namespace sandglass
