// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filelistmodel.h"

#include "ui/wording.h"

namespace sandglass {

FileListModel::FileListModel(Side side, QObject *parent)
    : QAbstractListModel(parent)
    , m_side(side)
{}

void FileListModel::setDocument(Conversation *document)
{
    if (m_document != nullptr)
        m_document->disconnect(this);
    m_document = document;
    if (document != nullptr)
        connect(document, &Conversation::filesChanged, this, &FileListModel::load);
    load();
}

void FileListModel::load()
{
    beginResetModel();
    m_entries.clear();
    if (m_document != nullptr && m_side == Side::Person)
        for (const FileRecord &file : m_document->files())
            m_entries.append({file.name, file.size, !file.mounted});
    if (m_document != nullptr && m_side == Side::Sandbox)
        for (const FileInfo &file : m_document->sandboxFiles())
            m_entries.append({file.name, file.size});
    endResetModel();
}

Qt::ItemFlags FileListModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractListModel::flags(index);
    return m_dragCopy && index.data(IsHereRole).toBool() ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList FileListModel::mimeTypes() const
{
    return {QStringLiteral("text/uri-list")};
}

QMimeData *FileListModel::mimeData(const QModelIndexList &indexes) const
{
    QStringList names;
    for (const QModelIndex &index : indexes)
        names << index.data(NameRole).toString();
    return new DraggedFiles(names, m_dragCopy);
}

int FileListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant FileListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_entries.size())
        return {};
    const Entry &entry = m_entries[index.row()];
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return entry.name;
    case Qt::ToolTipRole:
        return plainToolTip(tr("%1, %2").arg(entry.name, sizeText(entry.size)));
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(entry.name, sizeText(entry.size));
    case SizeRole:
        return entry.size;
    case IsHereRole:
        return entry.isHere;
    default:
        return {};
    }
}

} // namespace sandglass
