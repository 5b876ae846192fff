// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace sandglass {

/// Gathers small pieces of text and gives them on in batches, the first at once, later ones at most
/// every 30 ms, also when no further piece comes. Owned by a turn; add() and flush() in its thread,
/// `onText` in that one or an own thread, one call at a time.
class TextBatch
{
public:
    using OnText = std::function<void(const QString &)>;

    explicit TextBatch(OnText onText);
    ~TextBatch(); ///< flushes

    void add(const QString &text);
    void flush();

private:
    void run();
    void give();

    OnText m_onText;
    std::mutex m_giving; ///< held around onText, so that batches keep their order
    std::mutex m_mutex;
    std::condition_variable m_wake;
    QString m_text;
    bool m_ending = false;
    std::thread m_thread; // last: it uses all of the above
};

} // namespace sandglass
