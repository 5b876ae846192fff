// SPDX-License-Identifier: MIT
#include "exe/parallel.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace exedev {

namespace {

using Job = std::function<void(int number, const Call &call)>;

/// The threads of one inParallel() and what they share.
class Crew
{
public:
    Crew(int count, const Call &call, const Job &job)
        : m_count(count)
        , m_call(call)
        , m_job(job)
        , m_passOn(call.stop, [this] { m_stop.request_stop(); })
    {
        m_call.stop = m_stop.get_token();
    }

    void start(int threads)
    {
        m_running = threads;
        for (int i = 0; i < threads; ++i)
            m_threads.emplace_back([this] { work(); });
    }

    /// Tells what is done until all have ended.
    void follow(const std::function<void(int done)> &onDone)
    {
        std::unique_lock lock(m_mutex);
        int told = 0;
        while (m_running > 0 || told < m_done) {
            m_changed.wait(lock, [&] { return m_running == 0 || told < m_done; });
            if (told == m_done)
                continue;
            told = m_done;
            attempt(lock, [&] { onDone(told); });
        }
    }

    void finish()
    {
        m_threads.clear();
        if (m_error)
            std::rethrow_exception(m_error);
    }

private:
    void work()
    {
        std::unique_lock lock(m_mutex);
        while (m_next < m_count && !m_error) {
            const int number = m_next++;
            if (attempt(lock, [&] { m_job(number, m_call); }))
                ++m_done;
            m_changed.notify_one();
        }
        --m_running;
        m_changed.notify_one();
    }

    /// Runs `act` without the lock. The first error stops everybody.
    template <class Act>
    bool attempt(std::unique_lock<std::mutex> &lock, const Act &act)
    {
        std::exception_ptr error;
        lock.unlock();
        try {
            act();
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        if (error && !m_error)
            m_error = error;
        if (error)
            m_stop.request_stop();
        return !error;
    }

    const int m_count;
    Call m_call;
    const Job &m_job;
    std::stop_source m_stop;
    const std::stop_callback<std::function<void()>> m_passOn;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_next = 0;
    int m_done = 0;
    int m_running = 0;
    std::exception_ptr m_error;
    std::vector<std::jthread> m_threads; // last: they use all of the above
};

} // namespace

void inParallel(int count, int atOnce, const Call &call, const Job &job,
                const std::function<void(int done)> &onDone)
{
    Crew crew(count, call, job);
    crew.start(std::min(count, atOnce));
    crew.follow(onDone);
    crew.finish();
}

} // namespace exedev
