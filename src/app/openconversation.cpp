// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/openconversation.h"

#include "app/outputfiles.h"
#include "app/outputstore.h"
#include "app/recordjson.h"

#include <QDir>
#include <QFileInfo>

namespace sandglass {

namespace {

constexpr int lockPatience = 300; ///< ms; who only looks whether it is open holds it for a moment

void makeFolder(OpenedConversation &opened)
{
    if (QFileInfo(opened.folder).isDir())
        return;
    const QString parent = QFileInfo(opened.folder).path();
    const QFileDevice::Permissions own =
        QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    if (!QDir().mkpath(parent) || !QDir().mkdir(opened.folder, own)) {
        throw Error(
            ErrorKind::File,
            QStringLiteral("No conversation can be kept: the folder %1 can't be made.")
                .arg(opened.folder),
            QStringLiteral("Make room on the disk, or check that %1 may be written.").arg(parent));
    }
    opened.isNew = true;
}

QString whoHolds(const QLockFile &lock)
{
    qint64 pid = 0;
    QString host;
    QString app;
    if (!lock.getLockInfo(&pid, &host, &app))
        return QStringLiteral("another program");
    return QStringLiteral("%1 (process %2 on %3)")
        .arg(app.isEmpty() ? QStringLiteral("another program") : app)
        .arg(pid)
        .arg(host.isEmpty() ? QStringLiteral("this computer") : host);
}

void takeLock(OpenedConversation &opened)
{
    auto lock = std::make_unique<QLockFile>(opened.folder + QLatin1String("/lock"));
    // A long turn must not make the lock look old; that of a dead process is taken over all the
    // same.
    lock->setStaleLockTime(0);
    if (lock->tryLock(lockPatience)) {
        opened.lock = std::move(lock);
    } else if (lock->error() == QLockFile::LockFailedError) {
        opened.readOnlyReason = QStringLiteral("This conversation is open in %1. It is shown as it "
                                               "was saved and can't be continued here.")
                                    .arg(whoHolds(*lock));
    } else {
        opened.readOnlyReason =
            QStringLiteral("The folder of this conversation, %1, can't be written. It is shown "
                           "and can't be continued.")
                .arg(opened.folder);
    }
}

void openJournal(OpenedConversation &opened, const QString &path, const LoadedJournal &loaded)
{
    auto journal = std::make_unique<Journal>(path);
    try {
        journal->open(loaded);
        opened.journal = std::move(journal);
    } catch (const Error &error) {
        opened.readOnlyReason =
            error.failure().text + QStringLiteral(" It is shown and can't be continued.");
        opened.lock.reset();
    }
}

RecordBody journalNotice(const QString &text)
{
    return NoticeRecord{{}, {}, {QStringLiteral("journal"), text, {}}};
}

RecordBody tornNotice()
{
    return journalNotice(QStringLiteral("The last step of this conversation was not saved whole "
                                        "when the app ended, and is left out."));
}

RecordBody damagedNotice(int steps)
{
    return journalNotice(QStringLiteral("%1 saved steps of this conversation can't be read and "
                                        "are left out; they stay in its journal.")
                             .arg(steps));
}

/// The steps that are missing because the app was killed.
std::vector<RecordBody> missingEnds(const Conversation &document)
{
    std::vector<RecordBody> ends;
    CellResult unknown;
    unknown.variablesLost = true;
    // One at exe.dev may have gone on: Session asks.
    if (!document.place()) {
        for (const CellId &cell : document.unfinishedCells())
            ends.push_back(DoneRecord{cell, unknown});
    }
    for (const TurnId &turn : document.unfinishedTurns()) {
        const Notice notice{QStringLiteral("app_ended"),
                            QStringLiteral("Sandglass ended before this answer was finished."),
                            {}};
        ends.push_back(NoticeRecord{{}, turn, notice});
        ends.push_back(TurnDoneRecord{turn, TurnDoneRecord::Kind::Stopped, {}});
    }
    // Library reads only the end of a journal.
    if (!ends.empty() && !document.title().isEmpty())
        ends.push_back(MetaRecord{document.title()});
    return ends;
}

void endOldSteps(OpenedConversation &opened, bool torn, const QList<OutputRecord> &adopted)
{
    QByteArray lines;
    const auto stamp = [&](RecordBody body) {
        Record record{opened.nextSeq++, QDateTime::currentDateTimeUtc(), std::move(body)};
        lines += recordToLine(record);
        return record;
    };
    for (const OutputRecord &end : adopted)
        stamp(end);
    if (torn)
        opened.document->apply(stamp(tornNotice()));
    for (RecordBody &end : missingEnds(*opened.document))
        opened.document->apply(stamp(std::move(end)));
    if (lines.isEmpty())
        return;
    // Where the disk is full this is written with the next step, which tells it.
    opened.journal->append(lines);
    OutputStore outputs(opened.folder + QLatin1String("/outputs"));
    outputs.rename(adopted);
    outputs.sync();
    opened.journal->sync();
}

} // namespace

QString conversationFolder(const QString &dataFolder, const ConversationId &id)
{
    return dataFolder + QLatin1String("/conversations/") + id.toString();
}

OpenedConversation openConversation(const QString &dataFolder, const ConversationId &id,
                                    std::stop_token stop)
{
    OpenedConversation opened;
    opened.folder = conversationFolder(dataFolder, id);
    makeFolder(opened);
    takeLock(opened);
    const QString path = opened.folder + QLatin1String("/journal.jsonl");
    LoadedJournal loaded = Journal::load(path, stop);
    if (loaded.newer) {
        opened.readOnlyReason =
            QStringLiteral("A newer version of Sandglass wrote this conversation. What this "
                           "version understands is shown; it can't be continued here.");
        opened.lock.reset();
    }
    if (opened.lock)
        openJournal(opened, path, loaded);
    const QList<OutputRecord> adopted = restoreOutputs(opened.folder + QLatin1String("/outputs"),
                                                       loaded.records, opened.journal != nullptr);
    opened.document = std::make_unique<Conversation>(id);
    for (const Record &record : loaded.records) {
        opened.nextSeq = std::max(opened.nextSeq, record.seq < INT64_MAX ? record.seq + 1 : 1);
        opened.document->apply(record);
    }
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (loaded.damaged > 0)
        opened.document->apply({0, now, damagedNotice(loaded.damaged)});
    if (opened.journal)
        endOldSteps(opened, loaded.torn, adopted);
    else if (loaded.torn)
        opened.document->apply({0, now, tornNotice()});
    return opened;
}

} // namespace sandglass
