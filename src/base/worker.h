// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace sandglass {

/// One thread that runs jobs in the order they were posted. Jobs live in a guarded queue and not as
/// queued slots: a slot would run inside the nested event loop of a blocked HttpCall.
/// A job must not throw; what it learns it tells by signals or callbacks that carry values.
class Worker
{
public:
    using Job = std::function<void(std::stop_token)>;

    /// Starts the thread; `name` is what debuggers show.
    explicit Worker(const QString &name);

    /// Requests stop of the running job, drops those waiting, and joins.
    ~Worker();

    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;

    /// Any thread. `job` gets a token of its own that stop() and the destructor request.
    void post(Job job);

    /// Any thread. Requests stop of the running job and drops those that wait.
    void stop();

    /// Any thread. True while a job runs or waits.
    bool isBusy() const;

private:
    void run();

    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Job> m_jobs;
    std::stop_source m_current{std::nostopstate};
    bool m_busy = false;
    bool m_ending = false;
    std::thread m_thread; // last: it uses all of the above
};

} // namespace sandglass
