// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/library.h"
#include "base/worker.h"

#include <QAbstractListModel>

namespace sandglass {

/// The conversations of a data folder, the newest first. They are read on a thread of its own.
/// GUI thread.
class ConversationListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { IdRole = Qt::UserRole, ChangedRole };

    explicit ConversationListModel(const QString &dataFolder, QObject *parent = nullptr);

    /// Reads the list again; loaded() or failed() tells the end.
    void refresh();
    /// Puts an open conversation's title and time in at once.
    void touch(const ConversationId &id, const QString &title);
    /// The row of a conversation; -1 for none.
    int rowOf(const ConversationId &id) const;
    ConversationId idAt(int row) const;
    /// Puts away a conversation that isn't open; removed() or failed() tells.
    void remove(const ConversationId &id);
    void restore(const ConversationId &id);
    /// Deletes for good what was put away.
    void purge(const ConversationId &id);
    /// The same for all that an earlier run put away.
    void purgeRemoved();

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

Q_SIGNALS:
    void loaded();
    void removed(const sandglass::ConversationId &id);
    void failed(const sandglass::Failure &failure);

private:
    void work(std::function<void(Library &)> job, std::function<void()> then);
    void take(const QList<ConversationEntry> &entries);

    QString m_dataFolder;
    QList<ConversationEntry> m_entries;
    Worker m_worker; // last: its jobs use this
};

} // namespace sandglass
