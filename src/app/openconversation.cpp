// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/openconversation.h"

#include "app/outputfiles.h"

#include <QDir>
#include <QFileInfo>

namespace sandglass {

namespace {

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
    if (lock->tryLock(0)) {
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

void complain(OpenedConversation &opened, const LoadedJournal &loaded)
{
    if (loaded.torn) {
        opened.tornComplaint = QStringLiteral("The last step of this conversation was not saved "
                                              "whole when the app ended, and is left out.");
    }
    if (loaded.damaged > 0) {
        opened.damagedComplaint =
            QStringLiteral("%1 saved steps of this conversation can't be read and "
                           "are left out; they stay in its journal.")
                .arg(loaded.damaged);
    }
}

} // namespace

QString conversationFolder(const QString &dataFolder, const ConversationId &id)
{
    return dataFolder + QLatin1String("/conversations/") + id.toString();
}

OpenedConversation openConversation(const QString &dataFolder, const ConversationId &id)
{
    OpenedConversation opened;
    opened.folder = conversationFolder(dataFolder, id);
    makeFolder(opened);
    takeLock(opened);
    const QString path = opened.folder + QLatin1String("/journal.jsonl");
    LoadedJournal loaded = Journal::load(path);
    if (loaded.newer) {
        opened.readOnlyReason =
            QStringLiteral("A newer version of Sandglass wrote this conversation. What this "
                           "version understands is shown; it can't be continued here.");
        opened.lock.reset();
    }
    if (opened.lock)
        openJournal(opened, path, loaded);
    complain(opened, loaded);
    for (const Record &record : loaded.records)
        opened.nextSeq = std::max(opened.nextSeq, record.seq < INT64_MAX ? record.seq + 1 : 1);
    opened.records = std::move(loaded.records);
    opened.adopted = restoreOutputs(opened.folder + QLatin1String("/outputs"), opened.records,
                                    opened.journal != nullptr);
    return opened;
}

} // namespace sandglass
