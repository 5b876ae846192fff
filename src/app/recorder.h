// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal.h"
#include "app/outputstore.h"
#include "app/recordqueue.h"

#include <mutex>
#include <map>

namespace sandglass {

/// The way of every step: into the journal, then into the queue of what is to be shown. Workers and
/// the link thread; it may wait for the disk and for the GUI thread, which must not call it while
/// workers run. A step that can't be saved is shown all the same.
class Recorder
{
public:
    /// Called once, in the recording thread, when saving fails for the first time.
    using OnFailure = std::function<void(const Failure &)>;

    /// `folder` is the conversation's. Without `journal` nothing is saved (read-only).
    Recorder(const QString &folder, std::unique_ptr<Journal> journal, RecordQueue &queue,
             OnFailure onFailure);

    /// Where a journal that was read goes on, and the title it has.
    void continueFrom(qint64 nextSeq, const QString &title);

    /// A step that isn't an output; a DoneRecord also finishes the cell's files and syncs.
    void add(RecordBody body);

    /// Several steps with one write.
    void addAll(std::vector<RecordBody> bodies);

    /// Goes on with a cell of an earlier recorder, whose outputs come once more from the first on:
    /// those that it has are cleared. See OutputStore::begin().
    void beginAgain(const CellId &cell, int segment);

    /// A notice of the sandbox; its length and number are capped.
    void addNotice(const CellId &cell, const Notice &notice);

    /// An output as the sandbox gave it. `cell` was recorded by this recorder; of any other, or
    /// null, only text is shown, as a notice.
    void addOutput(const CellId &cell, const Output &output);

    /// Ends files that still grow (late output) and syncs.
    void finish();

private:
    Record stamped(RecordBody body);
    void write(const QByteArray &lines);
    void finishCell(const CellId &cell, QByteArray &lines, std::vector<Record> &shown);
    void show(std::vector<Record> records);
    void checkStore();
    void addLoose(const Output &output);
    void prepare(RecordBody body, QByteArray &lines, std::vector<Record> &shown);
    void complain(const QString &error);

    std::mutex m_mutex;
    std::unique_ptr<Journal> m_journal;
    OutputStore m_store;
    RecordQueue &m_queue;
    OnFailure m_onFailure;
    std::map<CellId, int> m_cells; ///< those of this recorder, to the number of their notices
    qint64 m_nextSeq = 1;
    bool m_saving;
    int m_looseNotices = 0;
    QString m_title;
    qint64 m_sinceTitle = 0; ///< bytes of the journal after the last record of the title
};

} // namespace sandglass
