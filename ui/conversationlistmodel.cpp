// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversationlistmodel.h"

namespace sandglass {

ConversationListModel::ConversationListModel(const QString &dataFolder, QObject *parent)
    : QAbstractListModel(parent)
    , m_dataFolder(dataFolder)
    , m_worker(QStringLiteral("library"))
{}

// Runs `job` on the worker and `then` here, or tells the failure.
void ConversationListModel::work(std::function<void(Library &)> job, std::function<void()> then)
{
    m_worker.post([this, job = std::move(job), then = std::move(then)](std::stop_token) {
        std::optional<Failure> failure;
        try {
            Library library(m_dataFolder);
            job(library);
        } catch (const Error &error) {
            failure = error.failure();
        }
        QMetaObject::invokeMethod(
            this,
            [this, failure, then] {
                if (failure)
                    Q_EMIT failed(*failure);
                else
                    then();
            },
            Qt::QueuedConnection);
    });
}

void ConversationListModel::refresh()
{
    auto entries = std::make_shared<QList<ConversationEntry>>();
    work([entries](Library &library) { *entries = library.list(); },
         [this, entries] {
             take(*entries);
             Q_EMIT loaded();
         });
}

void ConversationListModel::remove(const ConversationId &id)
{
    work([id](Library &library) { library.remove(id); },
         [this, id] {
             const int row = rowOf(id);
             if (row >= 0) {
                 beginRemoveRows({}, row, row);
                 m_entries.removeAt(row);
                 endRemoveRows();
             }
             Q_EMIT removed(id);
         });
}

void ConversationListModel::restore(const ConversationId &id)
{
    work([id](Library &library) { library.restore(id); }, [this] { refresh(); });
}

void ConversationListModel::purge(const ConversationId &id)
{
    work([id](Library &library) { library.purge(id); }, [] {});
}

void ConversationListModel::purgeRemoved()
{
    work(
        [](Library &library) {
            for (const ConversationId &id : library.removed())
                library.purge(id);
        },
        [] {});
}

void ConversationListModel::take(const QList<ConversationEntry> &entries)
{
    if (entries == m_entries)
        return;
    const bool sameRows = entries.size() == m_entries.size() &&
                          std::equal(entries.begin(), entries.end(), m_entries.begin(),
                                     [](const ConversationEntry &a, const ConversationEntry &b) {
                                         return a.id == b.id;
                                     });
    if (sameRows) { // the selection stays
        m_entries = entries;
        if (!entries.isEmpty())
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_entries = entries;
    endResetModel();
}

void ConversationListModel::touch(const ConversationId &id, const QString &title)
{
    const int row = rowOf(id);
    const ConversationEntry entry{id, title, QDateTime::currentDateTimeUtc()};
    if (row < 0) {
        beginInsertRows({}, 0, 0);
        m_entries.prepend(entry);
        endInsertRows();
        return;
    }
    if (row > 0) {
        beginMoveRows({}, row, row, {}, 0);
        m_entries.move(row, 0);
        endMoveRows();
    }
    m_entries[0] = entry;
    Q_EMIT dataChanged(index(0), index(0));
}

int ConversationListModel::rowOf(const ConversationId &id) const
{
    for (qsizetype row = 0; row < m_entries.size(); ++row)
        if (m_entries[row].id == id)
            return static_cast<int>(row);
    return -1;
}

ConversationId ConversationListModel::idAt(int row) const
{
    return row >= 0 && row < m_entries.size() ? m_entries[row].id : ConversationId();
}

int ConversationListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant ConversationListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_entries.size())
        return {};
    const ConversationEntry &entry = m_entries[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return entry.title.isEmpty() ? tr("Without a title") : entry.title;
    case IdRole:
        return entry.id.toString();
    case ChangedRole:
        return entry.changed;
    default:
        return {};
    }
}

} // namespace sandglass
