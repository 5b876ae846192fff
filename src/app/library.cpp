// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/library.h"

#include "app/openconversation.h"
#include "app/recordjson.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace sandglass {

namespace {

constexpr qint64 headSize = 16 * 1024;
constexpr qint64 tailSize = 64 * 1024; ///< Recorder repeats the title often enough for this

/// Whole lines of a piece of a journal.
QList<QByteArray> wholeLines(const QByteArray &piece, bool startsInLine)
{
    QList<QByteArray> lines = piece.split('\n');
    lines.removeLast(); // torn, or empty after the last line end
    if (startsInLine && !lines.isEmpty())
        lines.removeFirst();
    return lines;
}

std::optional<QString> titleIn(const QByteArray &line)
{
    if (!line.contains("\"type\":\"meta\""))
        return std::nullopt;
    const ReadLine read = recordFromLine(line);
    const auto *meta = std::get_if<MetaRecord>(&read.record.body);
    return read.kind == ReadLine::Kind::Good && meta ? std::optional(meta->title) : std::nullopt;
}

/// The last title in `lines`, or nothing.
std::optional<QString> lastTitle(const QList<QByteArray> &lines)
{
    for (auto it = lines.rbegin(); it != lines.rend(); ++it) {
        if (std::optional<QString> title = titleIn(*it))
            return title;
    }
    return std::nullopt;
}

QDateTime lastTime(const QList<QByteArray> &lines)
{
    for (auto it = lines.rbegin(); it != lines.rend(); ++it) {
        const ReadLine read = recordFromLine(*it);
        if (read.kind == ReadLine::Kind::Good)
            return read.record.time;
    }
    return {};
}

std::optional<ConversationEntry> entryOf(const ConversationId &id, const QString &folder)
{
    const QString path = folder + QLatin1String("/journal.jsonl");
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return std::nullopt;
    const qint64 size = file.size();
    const QByteArray head = file.read(std::min(size, headSize));
    QByteArray tail = head;
    if (size > headSize) {
        file.seek(std::max<qint64>(0, size - tailSize));
        tail = file.read(tailSize);
    }
    if (head.isEmpty())
        return std::nullopt;
    const QList<QByteArray> lines = wholeLines(tail, size > tailSize);
    std::optional<QString> title = lastTitle(lines);
    if (!title)
        title = lastTitle(wholeLines(head, false));
    QDateTime changed = lastTime(lines);
    if (!changed.isValid())
        changed = QFileInfo(path).lastModified().toUTC();
    return ConversationEntry{id, title.value_or(QString()), changed};
}

[[noreturn]] void failToMove(const QString &from, const QString &to)
{
    throw Error(ErrorKind::File,
                QStringLiteral("The conversation can't be moved from %1 to %2.").arg(from, to),
                QStringLiteral("Check that the data folder may be written."));
}

} // namespace

Library::Library(QString dataFolder)
    : m_dataFolder(std::move(dataFolder))
{}

QString Library::folder(const ConversationId &id) const
{
    return conversationFolder(m_dataFolder, id);
}

QString Library::removedFolder(const ConversationId &id) const
{
    return m_dataFolder + QLatin1String("/conversations/.deleted/") + id.toString();
}

QList<ConversationEntry> Library::list() const
{
    QList<ConversationEntry> entries;
    const QStringList names = QDir(m_dataFolder + QLatin1String("/conversations"))
                                  .entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::NoSort);
    for (const QString &name : names) {
        const std::optional<ConversationId> id = ConversationId::fromString(name);
        if (!id)
            continue;
        if (std::optional<ConversationEntry> entry = entryOf(*id, folder(*id)))
            entries << *std::move(entry);
    }
    std::sort(entries.begin(), entries.end(), [](const auto &a, const auto &b) {
        return a.changed != b.changed ? a.changed > b.changed : b.id < a.id;
    });
    return entries;
}

std::optional<ConversationEntry> Library::find(const ConversationId &id) const
{
    return entryOf(id, folder(id));
}

void Library::rename(const ConversationId &id, const QString &title)
{
    if (!QFileInfo(folder(id)).isDir())
        throw Error(ErrorKind::NotFound, QStringLiteral("There is no such conversation."));
    const OpenedConversation opened = openConversation(m_dataFolder, id);
    if (!opened.journal)
        throw Error(ErrorKind::File, opened.readOnlyReason);
    const Record record{opened.nextSeq, QDateTime::currentDateTimeUtc(), MetaRecord{title}};
    if (!opened.journal->append(recordToLine(record)) || !opened.journal->sync())
        throw Error(
            ErrorKind::File,
            QStringLiteral("The title can't be saved (%1).").arg(opened.journal->errorText()));
}

void Library::remove(const ConversationId &id)
{
    const QString from = folder(id);
    const QString to = removedFolder(id);
    if (!QFileInfo(from).isDir())
        throw Error(ErrorKind::NotFound, QStringLiteral("There is no such conversation."));
    QLockFile lock(from + QLatin1String("/lock"));
    lock.setStaleLockTime(0);
    if (!lock.tryLock(0) && lock.error() == QLockFile::LockFailedError) {
        throw Error(
            ErrorKind::File,
            QStringLiteral("The conversation can't be deleted: it is open in another window."),
            QStringLiteral("Close it there first."));
    }
    lock.unlock(); // its file would move along
    if (!QDir().mkpath(QFileInfo(to).path()) || !QDir().rename(from, to))
        failToMove(from, to);
}

void Library::restore(const ConversationId &id)
{
    if (!QDir().rename(removedFolder(id), folder(id)))
        failToMove(removedFolder(id), folder(id));
}

QList<ConversationId> Library::removed() const
{
    QList<ConversationId> ids;
    const QStringList names = QDir(m_dataFolder + QLatin1String("/conversations/.deleted"))
                                  .entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        if (const std::optional<ConversationId> id = ConversationId::fromString(name))
            ids << *id;
    }
    return ids;
}

void Library::purge(const ConversationId &id)
{
    QDir folder(removedFolder(id));
    if (folder.exists() && !folder.removeRecursively())
        throw Error(
            ErrorKind::File,
            QStringLiteral("The deleted conversation in %1 can't be removed.").arg(folder.path()),
            QStringLiteral("Check the permissions of its files."));
}

} // namespace sandglass
