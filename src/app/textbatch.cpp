// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/textbatch.h"

#include <chrono>
#include <utility>

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds interval{30};

} // namespace

TextBatch::TextBatch(OnText onText)
    : m_onText(std::move(onText))
    , m_thread([this] { run(); })
{}

TextBatch::~TextBatch()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_all();
    m_thread.join();
    flush();
}

void TextBatch::add(const QString &text)
{
    {
        const std::lock_guard lock(m_mutex);
        m_text += text;
    }
    m_wake.notify_all();
}

void TextBatch::flush()
{
    const std::lock_guard giving(m_giving);
    give();
}

void TextBatch::give()
{
    QString text;
    {
        const std::lock_guard lock(m_mutex);
        text = std::exchange(m_text, {});
    }
    if (!text.isEmpty())
        m_onText(text);
}

void TextBatch::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait(lock, [this] { return m_ending || !m_text.isEmpty(); });
        if (m_ending)
            return;
        lock.unlock();
        flush();
        lock.lock();
        m_wake.wait_for(lock, interval, [this] { return m_ending; });
    }
}

} // namespace sandglass
