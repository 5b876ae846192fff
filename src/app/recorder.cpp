// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recorder.h"

#include "app/recordjson.h"

namespace sandglass {

namespace {

constexpr int maxNotices = 200;           ///< of a cell, and of none
constexpr qsizetype maxNoticeText = 4000; ///< characters
constexpr qint64 titleEvery = 32 * 1024;

} // namespace

Recorder::Recorder(const QString &folder, std::unique_ptr<Journal> journal, RecordQueue &queue,
                   OnFailure onFailure)
    : m_journal(std::move(journal))
    , m_store(folder + QLatin1String("/outputs"))
    , m_queue(queue)
    , m_onFailure(std::move(onFailure))
    , m_saving(m_journal != nullptr)
{}

void Recorder::continueFrom(qint64 nextSeq, const QString &title)
{
    const std::lock_guard lock(m_mutex);
    m_nextSeq = nextSeq;
    m_title = title;
    m_sinceTitle = titleEvery; // where it stands isn't known
}

Record Recorder::stamped(RecordBody body)
{
    return {m_nextSeq++, QDateTime::currentDateTimeUtc(), std::move(body)};
}

void Recorder::add(RecordBody body)
{
    std::vector<RecordBody> bodies;
    bodies.push_back(std::move(body));
    addAll(std::move(bodies));
}

void Recorder::addAll(std::vector<RecordBody> bodies)
{
    m_queue.waitForRoom();
    const std::lock_guard lock(m_mutex);
    QByteArray lines;
    std::vector<Record> shown;
    bool ends = false;
    for (RecordBody &body : bodies) {
        ends = ends || std::holds_alternative<DoneRecord>(body) ||
               std::holds_alternative<TurnDoneRecord>(body);
        prepare(std::move(body), lines, shown);
    }
    if (ends && m_sinceTitle >= titleEvery && !m_title.isEmpty()) {
        // Library reads only the end of a journal.
        lines += recordToLine(stamped(MetaRecord{m_title}));
        m_sinceTitle = 0;
    }
    write(lines);
    if (ends && m_journal) {
        m_store.sync();
        if (!m_journal->sync())
            complain(m_journal->errorText());
    }
    show(std::move(shown));
}

void Recorder::prepare(RecordBody body, QByteArray &lines, std::vector<Record> &shown)
{
    if (const auto *cell = std::get_if<CellRecord>(&body)) {
        m_cells.emplace(cell->cell, 0);
    } else if (const auto *done = std::get_if<DoneRecord>(&body)) {
        finishCell(done->cell, lines, shown);
    } else if (const auto *meta = std::get_if<MetaRecord>(&body)) {
        m_title = meta->title;
        m_sinceTitle = 0;
    }
    shown.push_back(stamped(std::move(body)));
    lines += recordToLine(shown.back());
}

void Recorder::beginAgain(const CellId &cell, int segment)
{
    {
        const std::lock_guard lock(m_mutex);
        m_cells.emplace(cell, 0);
        m_store.begin(cell, segment);
    }
    addOutput(cell, ClearOutput{});
}

void Recorder::addNotice(const CellId &cell, const Notice &notice)
{
    m_queue.waitForRoom();
    const std::lock_guard lock(m_mutex);
    const auto it = m_cells.find(cell);
    int &count = it == m_cells.end() ? m_looseNotices : it->second;
    if (++count > maxNotices)
        return;
    const Notice bounded{notice.kind.left(100), notice.text.left(maxNoticeText),
                         notice.subject.left(maxNoticeText)};
    std::vector<Record> shown;
    QByteArray lines;
    prepare(NoticeRecord{it == m_cells.end() ? CellId() : cell, {}, bounded}, lines, shown);
    write(lines);
    show(std::move(shown));
}

void Recorder::finishCell(const CellId &cell, QByteArray &lines, std::vector<Record> &shown)
{
    const QList<OutputRecord> ends = m_store.finish(cell);
    for (const OutputRecord &end : ends) {
        shown.push_back(stamped(end));
        lines += recordToLine(shown.back());
    }
    // The journal's lines before the renaming: a reader looks for both names.
    write(std::exchange(lines, {}));
    m_store.rename(ends);
    checkStore();
}

void Recorder::addOutput(const CellId &cell, const Output &output)
{
    m_queue.waitForRoom();
    const std::lock_guard lock(m_mutex);
    if (!m_cells.contains(cell)) {
        addLoose(output);
        return;
    }
    OutputStore::Added added = m_store.add(cell, output);
    checkStore();
    std::vector<Record> shown;
    QByteArray lines;
    const qint64 seq = m_nextSeq;
    if (added.kept)
        lines += recordToLine(stamped(*std::move(added.kept)));
    if (added.shown) {
        // Both are the same step.
        shown.push_back({seq, QDateTime::currentDateTimeUtc(), *std::move(added.shown)});
    }
    if (added.notice) {
        shown.push_back(stamped(NoticeRecord{cell, {}, *std::move(added.notice)}));
        lines += recordToLine(shown.back());
    }
    if (!lines.isEmpty())
        write(lines);
    show(std::move(shown));
}

void Recorder::addLoose(const Output &output)
{
    const auto *stream = std::get_if<StreamOutput>(&output);
    if (!stream || stream->text.trimmed().isEmpty() || ++m_looseNotices > maxNotices)
        return;
    const Notice notice{QStringLiteral("kernel_output"),
                        QString::fromUtf8(stream->text.left(maxNoticeText)).trimmed(),
                        {}};
    std::vector<Record> shown;
    QByteArray lines;
    prepare(NoticeRecord{{}, {}, notice}, lines, shown);
    write(lines);
    show(std::move(shown));
}

void Recorder::finish()
{
    const std::lock_guard lock(m_mutex);
    QByteArray lines;
    std::vector<Record> shown;
    for (const CellId &cell : m_store.growing())
        finishCell(cell, lines, shown);
    show(std::move(shown));
    if (m_journal) {
        m_store.sync();
        m_journal->sync();
    }
}

void Recorder::write(const QByteArray &lines)
{
    m_sinceTitle += lines.size();
    if (m_journal && !lines.isEmpty() && !m_journal->append(lines))
        complain(m_journal->errorText());
}

void Recorder::show(std::vector<Record> records)
{
    for (Record &record : records)
        m_queue.push(std::move(record));
}

void Recorder::checkStore()
{
    const QString error = m_store.takeError();
    if (m_journal && !error.isEmpty())
        complain(error);
}

void Recorder::complain(const QString &error)
{
    if (!std::exchange(m_saving, false))
        return;
    m_onFailure(
        {ErrorKind::File,
         QStringLiteral(
             "This conversation can't be saved at the moment (%1). It goes on, and what "
             "you see stays in this window, but what is new may be lost when it is closed.")
             .arg(error),
         QStringLiteral("Make room on the disk, or check that the data folder may be written.")});
}

} // namespace sandglass
