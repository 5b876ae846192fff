// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"
#include "ui/draggedfiles.h"

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
    enum Role { NameRole = Qt::UserRole, SizeRole, IsHereRole };

    explicit FileListModel(Side side, QObject *parent = nullptr);

    void setDocument(Conversation *document);

    /// Makes the copies that are dragged out; without it nothing can be dragged.
    void setDragCopy(DraggedFiles::Copy copy) { m_dragCopy = std::move(copy); }

    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Entry
    {
        QString name;
        qint64 size = 0;
        bool isHere = true; ///< it lies in the work folder, from which it can be taken
    };

    void load();

    Side m_side;
    QPointer<Conversation> m_document;
    QList<Entry> m_entries;
    DraggedFiles::Copy m_dragCopy;
};

} // namespace sandglass
