// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/library.h"
#include "base/worker.h"

#include <QAbstractListModel>
#include <QTimer>

#include <set>

namespace sandglass {

/// The conversations of a data folder, the newest first, or those of them whose title has the words
/// that are searched for. They are read on a thread of its own. GUI thread.
class ConversationListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        IdRole = Qt::UserRole,
        NoteRole,    ///< how old it is, or that it runs
        GroupRole,   ///< the day or month, for the first of each; else empty
        RunningRole, ///< bool
    };

    explicit ConversationListModel(const QString &dataFolder, QObject *parent = nullptr);

    /// Reads the list again; loaded() or failed() tells the end.
    void refresh();
    /// Puts an open conversation's title and time in at once.
    void touch(const ConversationId &id, const QString &title);
    void setRunning(const ConversationId &id, bool isRunning);
    /// Shows only titles that have all these words.
    void setSearch(const QString &words);
    bool hasSearch() const { return !m_words.isEmpty(); }
    /// Saves the title of a conversation that isn't open.
    void saveTitle(const ConversationId &id, const QString &title);
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
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void loaded();
    void removed(const sandglass::ConversationId &id);
    void renamed(const sandglass::ConversationId &id, const QString &title);
    void failed(const sandglass::Failure &failure);

private:
    void work(std::function<void(Library &)> job, std::function<void()> then);
    void show();
    QList<ConversationEntry> found() const;
    QString note(const ConversationEntry &entry) const;
    QString group(int row) const;
    void tellAllChanged();

    QString m_dataFolder;
    QStringList m_words;
    QList<ConversationEntry> m_all;   ///< the newest first
    QList<ConversationEntry> m_shown; ///< of them, what the search finds
    std::set<ConversationId> m_running;
    QTimer m_minute; ///< ages grow, days end
    Worker m_worker; // last: its jobs use this
};

} // namespace sandglass
