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

/// What the threads share.
struct State
{
    std::mutex mutex;
    std::condition_variable changed;
    int next = 0;
    int done = 0;
    int running = 0;
    std::exception_ptr error;
    std::stop_source stop;
};

} // namespace

void inParallel(int count, int atOnce, const Call &call,
                const std::function<void(int number, const Call &call)> &job,
                const std::function<void(int done)> &onDone)
{
    State state;
    const std::stop_callback passOn(call.stop, [&] { state.stop.request_stop(); });
    Call jobCall = call;
    jobCall.stop = state.stop.get_token();
    const auto fail = [&] {
        if (!state.error)
            state.error = std::current_exception();
        state.stop.request_stop();
    };
    const auto work = [&] {
        std::unique_lock lock(state.mutex);
        while (state.next < count && !state.error) {
            const int number = state.next++;
            lock.unlock();
            try {
                job(number, jobCall);
                lock.lock();
                ++state.done;
            } catch (...) {
                if (!lock.owns_lock())
                    lock.lock();
                fail();
            }
            state.changed.notify_one();
        }
        --state.running;
        state.changed.notify_one();
    };

    std::vector<std::jthread> threads;
    state.running = std::min(count, atOnce);
    for (int i = state.running; i > 0; --i)
        threads.emplace_back(work);
    std::unique_lock lock(state.mutex);
    int told = 0;
    while (state.running > 0 || told < state.done) {
        state.changed.wait(lock, [&] { return state.running == 0 || told < state.done; });
        if (told == state.done)
            continue;
        told = state.done;
        lock.unlock();
        try {
            onDone(told);
            lock.lock();
        } catch (...) {
            lock.lock();
            fail();
        }
    }
    lock.unlock();
    threads.clear();
    if (state.error)
        std::rethrow_exception(state.error);
}

} // namespace exedev
