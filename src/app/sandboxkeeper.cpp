// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandboxkeeper.h"

#include "app/installid.h"
#include "app/journal.h"
#include "app/library.h"
#include "app/openconversation.h"
#include "app/settings.h"
#include "exe/error.h"
#include "exe/failure.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QLockFile>

#include <algorithm>

namespace sandglass {

namespace {

exedev::Call callOf(std::stop_token stop)
{
    exedev::Call call;
    call.stop = std::move(stop);
    return call;
}

exedev::Client clientOf(const exedev::ClientOptions &access)
{
    try {
        return exedev::Client(access);
    } catch (const exedev::Error &error) { // a token or address that can't be right
        throw Error(exedev::failureOf(error));
    }
}

/// Until when a cell that has no end in the journal may run at most; invalid without such a cell.
QDateTime cellsEnd(const QString &folder, std::chrono::seconds timeout, std::stop_token stop)
{
    QHash<CellId, QDateTime> started;
    const LoadedJournal journal = Journal::load(folder + QLatin1String("/journal.jsonl"), stop);
    for (const Record &record : journal.records) {
        if (const auto *cell = std::get_if<CellRecord>(&record.body))
            started.insert(cell->cell, record.time);
        else if (const auto *done = std::get_if<DoneRecord>(&record.body))
            started.remove(done->cell);
    }
    QDateTime end;
    for (const QDateTime &since : std::as_const(started)) {
        const QDateTime latest = since.addSecs(timeout.count());
        if (!end.isValid() || latest > end)
            end = latest;
    }
    return end;
}

/// The process that has the conversation open, or 0.
qint64 holderOf(const QString &folder)
{
    QLockFile lock(folder + QLatin1String("/lock"));
    lock.setStaleLockTime(0);
    if (lock.tryLock(0))
        return 0;
    qint64 pid = 0;
    QString host;
    QString app;
    return lock.getLockInfo(&pid, &host, &app) ? pid : -1;
}

} // namespace

SandboxKeeper::Options SandboxKeeper::optionsFrom(const Settings &settings, const Secret &token)
{
    Options options;
    options.access.token = token.exposed();
    options.access.baseUrl = settings.exeUrl;
    options.dataFolder = settings.dataFolder;
    options.rules = {installId(settings.dataFolder), settings.pauseAfter, settings.deleteAfter};
    options.cellTimeout = settings.cellTimeout;
    return options;
}

SandboxKeeper::SandboxKeeper(Options options)
    : m_options(std::move(options))
    , m_client(clientOf(m_options.access))
{}

VmUse SandboxKeeper::useOf(const exedev::VmInfo &info) const
{
    VmUse use;
    use.comment = VmComment::fromText(info.comment);
    use.status = info.status;
    use.created = info.createdAt.value_or(QDateTime());
    const auto id = ConversationId::fromString(use.comment.conversation);
    // Nothing is known of one that isn't ours; where nothing can be known all are kept.
    use.conversation = VmUse::Conversation::Idle;
    if (use.comment.kind == VmComment::Kind::Relay) {
        // Every answer that came through it changed a conversation.
        const QList<ConversationEntry> entries = Library(m_options.dataFolder).list();
        use.lastUse =
            entries.isEmpty() ? use.created : std::max(entries.first().changed, use.created);
        return use;
    }
    if (!id || use.comment.install != m_options.rules.install ||
        !QFileInfo(m_options.dataFolder + QLatin1String("/conversations")).isReadable())
        return use;
    const Library library(m_options.dataFolder);
    if (library.removed().contains(*id)) {
        use.conversation = VmUse::Conversation::Removed;
        return use;
    }
    const QString folder = conversationFolder(m_options.dataFolder, *id);
    if (!QFileInfo(folder).isDir()) {
        use.conversation = VmUse::Conversation::None;
        return use;
    }
    if (const auto entry = library.find(*id))
        use.lastUse = entry->changed;
    else
        use.lastUse = QFileInfo(folder).lastModified().toUTC();
    if (const qint64 holder = holderOf(folder)) {
        use.conversation = VmUse::Conversation::Open;
        use.isElsewhere = holder != QCoreApplication::applicationPid();
        use.isBusy = m_options.isBusy && m_options.isBusy(*id);
    }
    return use;
}

/// What is due. A cell that was left running in a VM is use of it, until it has run out of time.
KeepAct SandboxKeeper::dueOf(VmUse &use, const QDateTime &now, std::stop_token stop) const
{
    const KeepAct due = keepAct(use, m_options.rules, now);
    const auto id = ConversationId::fromString(use.comment.conversation);
    if (due == KeepAct::Nothing || use.comment.kind != VmComment::Kind::Sandbox || !id ||
        use.conversation != VmUse::Conversation::Idle)
        return due;
    QDateTime end;
    try {
        end = cellsEnd(conversationFolder(m_options.dataFolder, *id), m_options.cellTimeout,
                       std::move(stop));
    } catch (const Error &error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        return KeepAct::Nothing; // a cell may run there
    }
    if (!end.isValid() || end <= use.lastUse)
        return due;
    use.lastUse = end;
    return keepAct(use, m_options.rules, now);
}

std::vector<SandboxKeeper::Entry> SandboxKeeper::list(std::stop_token stop)
{
    const QDateTime now = m_options.clock ? m_options.clock() : QDateTime::currentDateTimeUtc();
    std::vector<Entry> entries;
    try {
        for (const exedev::Vm &vm : m_client.vms({}, callOf(stop))) {
            Entry entry{vm.info(), useOf(vm.info()), KeepAct::Nothing};
            if (entry.use.comment.kind == VmComment::Kind::Other)
                continue;
            entry.due = dueOf(entry.use, now, stop);
            entries.push_back(std::move(entry));
        }
    } catch (const exedev::Error &error) {
        throw Error(exedev::failureOf(error));
    }
    return entries;
}

QList<SandboxKeeper::Done> SandboxKeeper::sweep(std::stop_token stop)
{
    QList<Done> done;
    QStringList stale;
    for (const Entry &entry : list(stop)) {
        if (entry.due == KeepAct::Delete)
            stale << entry.info.name;
        else if (entry.due == KeepAct::Pause && m_mayPause)
            done << pause(entry.info.name, stop);
    }
    return done + remove(stale, stop);
}

SandboxKeeper::Done SandboxKeeper::pause(const QString &name, std::stop_token stop)
{
    Done done{name, KeepAct::Pause, {}};
    try {
        exedev::VmInfo info;
        info.name = name;
        m_client.known(info).pause(true, callOf(std::move(stop)));
    } catch (const exedev::PermissionDeniedError &) {
        m_mayPause = false;
        done.failure = Failure{ErrorKind::Permission,
                               QStringLiteral("The token for exe.dev may not run “pause”, so idle "
                                              "sandboxes go on running."),
                               QStringLiteral("Use a token that may, or delete sandboxes that "
                                              "aren't needed.")};
    } catch (const exedev::Error &error) {
        done.failure = exedev::failureOf(error);
    }
    return done;
}

QList<SandboxKeeper::Done> SandboxKeeper::remove(const QStringList &names, std::stop_token stop)
{
    QList<Done> done;
    try {
        const exedev::RemoveResult result = m_client.remove(names, callOf(std::move(stop)));
        for (const QString &name : names) {
            Done one{name, KeepAct::Delete, {}};
            if (result.failed.contains(name) && !result.notFound.contains(name))
                one.failure = Failure{ErrorKind::Protocol,
                                      QStringLiteral("The VM %1 was not deleted: %2.")
                                          .arg(name, result.errors.value(name)),
                                      {}};
            done << one;
        }
    } catch (const exedev::Error &error) {
        for (const QString &name : names)
            done << Done{name, KeepAct::Delete, exedev::failureOf(error)};
    }
    return done;
}

} // namespace sandglass
