// SPDX-License-Identifier: MIT
#include "base/worker.h"

#include <utility>

#ifdef Q_OS_LINUX
#include <pthread.h>
#endif

namespace sandglass {

Worker::Worker(const QString &name)
    : m_thread([this, name] {
#ifdef Q_OS_LINUX
        // The kernel keeps fifteen characters.
        pthread_setname_np(pthread_self(), name.left(15).toUtf8().constData());
#else
        Q_UNUSED(name)
#endif
        run();
    })
{}

Worker::~Worker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    stop();
    m_wake.notify_all();
    m_thread.join();
}

void Worker::post(Job job)
{
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_wake.notify_one();
}

void Worker::stop()
{
    // Stop callbacks and what dropped jobs hold run here, without the lock: they may post.
    std::deque<Job> dropped;
    std::stop_source current(std::nostopstate);
    {
        const std::lock_guard lock(m_mutex);
        dropped.swap(m_jobs);
        current = m_current;
    }
    current.request_stop();
}

bool Worker::isBusy() const
{
    const std::lock_guard lock(m_mutex);
    return m_busy || !m_jobs.empty();
}

void Worker::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_busy = false;
        m_wake.wait(lock, [this] { return m_ending || !m_jobs.empty(); });
        if (m_ending)
            return;
        Job job = std::move(m_jobs.front());
        m_jobs.pop_front();
        m_busy = true;
        m_current = std::stop_source();
        const std::stop_token token = m_current.get_token();
        lock.unlock();
        job(token);
        job = nullptr; // what it holds may post when it dies
        lock.lock();
    }
}

} // namespace sandglass
