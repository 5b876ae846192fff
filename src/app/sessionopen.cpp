// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sessionprivate.h"

#include <QTimer>

#include <algorithm>

namespace sandglass {

namespace {

NoticeRecord journalNotice(const QString &text)
{
    return {{}, {}, {QStringLiteral("journal"), text, {}}};
}

} // namespace

void Session::Private::open()
{
    for (const Record &record : opened.records)
        show(record);
    opened.records.clear();
    if (!opened.damagedComplaint.isEmpty())
        show({0, QDateTime::currentDateTimeUtc(), journalNotice(opened.damagedComplaint)});
    if (opened.journal) {
        const auto onFailure = [this](const Failure &failure) {
            tellFailure(failure);
        };
        recorder =
            std::make_unique<Recorder>(opened.folder, std::move(opened.journal), queue, onFailure);
        recorder->continueFrom(opened.nextSeq, document.title());
        recorder->adopt(opened.adopted);
        finishOld();
    } else if (!opened.tornComplaint.isEmpty()) {
        show({0, QDateTime::currentDateTimeUtc(), journalNotice(opened.tornComplaint)});
    }
    // What was added now is part of what is there from the start.
    for (RecordQueue::Entry &entry : queue.take()) {
        if (const auto *record = std::get_if<Record>(&entry))
            show(*record);
        else
            QTimer::singleShot(0, q, std::get<std::function<void()>>(entry));
    }
    restoreFiles();
}

/// Ends what a killed app left open.
void Session::Private::finishOld()
{
    const auto isCell = [](const Block &block) {
        return std::holds_alternative<CellBlock>(block);
    };
    kernelIsOld = std::any_of(document.blocks().begin(), document.blocks().end(), isCell);
    std::vector<RecordBody> ends;
    if (!opened.tornComplaint.isEmpty())
        ends.push_back(journalNotice(opened.tornComplaint));
    CellResult unknown;
    unknown.variablesLost = true;
    for (const CellId &cell : document.unfinishedCells())
        ends.push_back(DoneRecord{cell, unknown});
    for (const TurnId &turn : document.unfinishedTurns()) {
        const Notice notice{QStringLiteral("app_ended"),
                            QStringLiteral("Sandglass ended before this answer was finished."),
                            {}};
        ends.push_back(NoticeRecord{{}, turn, notice});
        ends.push_back(TurnDoneRecord{turn, TurnDoneRecord::Kind::Stopped, {}});
    }
    // At once: the queue takes only so much before someone empties it, and that is this thread.
    if (!ends.empty())
        recorder->addAll(std::move(ends));
}

void Session::Private::restoreFiles()
{
    if (!recorder || document.files().isEmpty())
        return;
    postFiles([this, files = document.files()](std::stop_token) {
        Attachments(opened.folder, attachmentHooks()).restore(files);
    });
}

} // namespace sandglass
