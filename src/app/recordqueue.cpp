// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordqueue.h"

namespace sandglass {

namespace {

constexpr qsizetype maxMerged = 1024 * 1024;

qint64 sizeOf(const MimeBundle &bundle)
{
    qint64 size = bundle.metadata.size();
    for (const auto &[mime, bytes] : bundle.data)
        size += bytes.size();
    return size;
}

qint64 sizeOf(const Output &output)
{
    if (const auto *stream = std::get_if<StreamOutput>(&output))
        return stream->text.size();
    if (const auto *display = std::get_if<DisplayData>(&output))
        return sizeOf(display->bundle);
    if (const auto *update = std::get_if<UpdateDisplayData>(&output))
        return sizeOf(update->bundle);
    if (const auto *result = std::get_if<ExecuteResult>(&output))
        return sizeOf(result->bundle);
    if (const auto *error = std::get_if<ErrorOutput>(&output)) {
        qint64 size = 2 * error->evalue.size();
        for (const QString &line : error->traceback)
            size += 2 * line.size();
        return size;
    }
    return 0;
}

qint64 sizeOf(const RecordQueue::Entry &entry)
{
    constexpr qint64 overhead = 512; // the record itself and small strings
    const auto *record = std::get_if<Record>(&entry);
    if (!record)
        return overhead;
    if (const auto *output = std::get_if<OutputRecord>(&record->body))
        return overhead + sizeOf(output->output);
    if (const auto *text = std::get_if<TextRecord>(&record->body))
        return overhead + 2 * text->text.size();
    if (const auto *cell = std::get_if<CellRecord>(&record->body))
        return overhead + 2 * cell->code.size();
    return overhead;
}

} // namespace

RecordQueue::RecordQueue(std::function<void()> wake)
    : m_wake(std::move(wake))
{}

void RecordQueue::waitForRoom()
{
    std::unique_lock lock(m_mutex);
    m_room.wait(lock, [this] { return m_closed || m_bytes < maxBytes; });
}

bool RecordQueue::merge(const Record &record)
{
    if (m_entries.empty())
        return false;
    auto *before = std::get_if<Record>(&m_entries.back());
    if (!before)
        return false;
    const auto *newer = std::get_if<OutputRecord>(&record.body);
    auto *older = std::get_if<OutputRecord>(&before->body);
    if (!newer || !older || newer->cell != older->cell || newer->segment != older->segment ||
        !newer->was.isEmpty() || !older->was.isEmpty())
        return false;
    const auto *text = std::get_if<StreamOutput>(&newer->output);
    auto *all = std::get_if<StreamOutput>(&older->output);
    if (!text || !all || text->name != all->name ||
        all->text.size() + text->text.size() > maxMerged)
        return false;
    all->text += text->text;
    older->file = newer->file;
    older->bytes = newer->bytes;
    before->seq = record.seq;
    m_bytes += text->text.size();
    return true;
}

void RecordQueue::push(Entry entry)
{
    bool wake = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed)
            return;
        const auto *record = std::get_if<Record>(&entry);
        if (record && merge(*record))
            return;
        wake = m_entries.empty();
        m_bytes += sizeOf(entry);
        m_entries.push_back(std::move(entry));
    }
    if (wake)
        m_wake();
}

std::vector<RecordQueue::Entry> RecordQueue::take()
{
    std::vector<Entry> entries;
    {
        const std::lock_guard lock(m_mutex);
        entries.swap(m_entries);
        m_bytes = 0;
    }
    m_room.notify_all();
    return entries;
}

void RecordQueue::close()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_entries.clear();
        m_bytes = 0;
    }
    m_room.notify_all();
}

} // namespace sandglass
