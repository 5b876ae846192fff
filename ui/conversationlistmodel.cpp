// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversationlistmodel.h"

#include "ui/wording.h"

#include <QLocale>

namespace sandglass {

namespace {

constexpr int longestTitle = 200;
constexpr int mostWords = 20;

} // namespace

ConversationListModel::ConversationListModel(const QString &dataFolder, QObject *parent)
    : QAbstractListModel(parent)
    , m_dataFolder(dataFolder)
    , m_worker(QStringLiteral("library"))
{
    m_minute.setInterval(std::chrono::minutes(1));
    connect(&m_minute, &QTimer::timeout, this, &ConversationListModel::tellAllChanged);
    m_minute.start();
}

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
             m_all = *entries;
             show();
             Q_EMIT loaded();
         });
}

void ConversationListModel::remove(const ConversationId &id)
{
    work([id](Library &library) { library.remove(id); },
         [this, id] {
             m_all.removeIf([&](const ConversationEntry &entry) { return entry.id == id; });
             show();
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

void ConversationListModel::saveTitle(const ConversationId &id, const QString &title)
{
    work([id, title](Library &library) { library.rename(id, title); }, [] {});
    refresh(); // also where that failed: the list shows what is so
}

QList<ConversationEntry> ConversationListModel::found() const
{
    QList<ConversationEntry> entries;
    for (const ConversationEntry &entry : m_all) {
        const bool fits = std::all_of(m_words.cbegin(), m_words.cend(), [&](const QString &word) {
            return entry.title.contains(word, Qt::CaseInsensitive);
        });
        if (fits)
            entries.append(entry);
    }
    return entries;
}

// Brings the rows to what is to be shown. A selection stays where the rows stay.
void ConversationListModel::show()
{
    const QList<ConversationEntry> next = found();
    const bool sameRows = next.size() == m_shown.size() &&
                          std::equal(next.begin(), next.end(), m_shown.begin(),
                                     [](const ConversationEntry &a, const ConversationEntry &b) {
                                         return a.id == b.id;
                                     });
    if (sameRows) {
        m_shown = next;
        tellAllChanged();
        return;
    }
    beginResetModel();
    m_shown = next;
    endResetModel();
}

void ConversationListModel::tellAllChanged()
{
    if (!m_shown.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

void ConversationListModel::setSearch(const QString &words)
{
    const QStringList next = words.simplified().split(u' ', Qt::SkipEmptyParts).mid(0, mostWords);
    if (next == m_words)
        return;
    m_words = next;
    show();
}

void ConversationListModel::touch(const ConversationId &id, const QString &title)
{
    m_all.removeIf([&](const ConversationEntry &entry) { return entry.id == id; });
    m_all.prepend({id, title, QDateTime::currentDateTimeUtc()});
    show();
}

void ConversationListModel::setRunning(const ConversationId &id, bool isRunning)
{
    if (isRunning)
        m_running.insert(id);
    else
        m_running.erase(id);
    tellAllChanged();
}

int ConversationListModel::rowOf(const ConversationId &id) const
{
    for (qsizetype row = 0; row < m_shown.size(); ++row)
        if (m_shown[row].id == id)
            return static_cast<int>(row);
    return -1;
}

ConversationId ConversationListModel::idAt(int row) const
{
    return row >= 0 && row < m_shown.size() ? m_shown[row].id : ConversationId();
}

int ConversationListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QString ConversationListModel::note(const ConversationEntry &entry) const
{
    if (m_running.contains(entry.id))
        return tr("running");
    const qint64 days = entry.changed.toLocalTime().date().daysTo(QDate::currentDate());
    return days == 1 ? QString() : agoText(entry.changed); // the group says "Yesterday"
}

QString ConversationListModel::group(int row) const
{
    const QString own = dayText(m_shown[row].changed.toLocalTime().date());
    if (row > 0 && dayText(m_shown[row - 1].changed.toLocalTime().date()) == own)
        return {};
    return own;
}

QVariant ConversationListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_shown.size())
        return {};
    const ConversationEntry &entry = m_shown[index.row()];
    const QString title = entry.title.isEmpty() ? tr("Without a title") : entry.title;
    switch (role) {
    case Qt::DisplayRole:
        return title;
    case Qt::ToolTipRole:
        return plainToolTip(title);
    case Qt::EditRole:
        return entry.title;
    case Qt::AccessibleTextRole: {
        const QString age = note(entry);
        return age.isEmpty() ? title : title + QStringLiteral(", ") + age;
    }
    case IdRole:
        return entry.id.toString();
    case NoteRole:
        return note(entry);
    case GroupRole:
        return group(index.row());
    case RunningRole:
        return m_running.contains(entry.id);
    default:
        return {};
    }
}

// The title shows at once; who has the conversation open, or saveTitle(), writes it.
bool ConversationListModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    const QString title = value.toString().simplified().left(longestTitle);
    if (role != Qt::EditRole || !index.isValid() || index.row() >= m_shown.size() ||
        title.isEmpty() || title == m_shown[index.row()].title)
        return false;
    const ConversationId id = m_shown[index.row()].id;
    for (ConversationEntry &entry : m_all)
        if (entry.id == id)
            entry.title = title;
    m_shown[index.row()].title = title;
    Q_EMIT dataChanged(index, index);
    Q_EMIT renamed(id, title);
    return true;
}

Qt::ItemFlags ConversationListModel::flags(const QModelIndex &index) const
{
    return QAbstractListModel::flags(index) | Qt::ItemIsEditable;
}

} // namespace sandglass
