// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"

#include <QAbstractListModel>
#include <QPointer>

namespace sandglass {

/// The files of a conversation, of one side: those the person gave, or those that cells made.
/// GUI thread.
class FileListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum class Side { Person, Sandbox };
    enum Role { NameRole = Qt::UserRole, SizeRole };

    explicit FileListModel(Side side, QObject *parent = nullptr);

    void setDocument(Conversation *document);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Entry
    {
        QString name;
        qint64 size = 0;
    };

    void load();

    Side m_side;
    QPointer<Conversation> m_document;
    QList<Entry> m_entries;
};

} // namespace sandglass
