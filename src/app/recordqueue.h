// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

#include <QList>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <variant>
#include <vector>

namespace sandglass {

/// What waits to be shown: records from any thread, taken in batches by the GUI thread. Bounded:
/// a thread that brings more than the other side takes waits in waitForRoom(). Any thread.
class RecordQueue
{
public:
    /// A record, or something to call in the GUI thread when all records before it were shown.
    using Entry = std::variant<Record, std::function<void()>>;

    static constexpr qint64 maxBytes = 8 * 1024 * 1024;

    /// `wake` is called in the pushing thread when the queue was empty before.
    explicit RecordQueue(std::function<void()> wake);

    /// Waits until less than maxBytes wait, or until close(). Never in the GUI thread, and with no
    /// lock held that it might take.
    void waitForRoom();

    /// Adds at the end, always; stream text goes into the record before where it continues that.
    void push(Entry entry);

    /// Everything that waits.
    std::vector<Entry> take();

    /// From now on nothing is kept and nobody waits.
    void close();

private:
    bool merge(const Record &record);

    std::function<void()> m_wake;
    std::mutex m_mutex;
    std::condition_variable m_room;
    std::vector<Entry> m_entries;
    qint64 m_bytes = 0;
    bool m_closed = false;
};

} // namespace sandglass
