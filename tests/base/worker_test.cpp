// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "base/httpcall.h"
#include "base/worker.h"
#include "standin/standin.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>

#include <atomic>
#include <future>
#include <latch>
#include <vector>

namespace sandglass {
namespace {

TEST(Worker, RunsJobsInOrderInOneThreadThatHasItsName)
{
    std::vector<int> order;
    std::vector<std::thread::id> threads;
    std::promise<void> done;
    Worker worker(QStringLiteral("cells-of-a-conversation"));
    for (int i = 0; i < 100; ++i)
        worker.post([&, i](std::stop_token) {
            order.push_back(i);
            threads.push_back(std::this_thread::get_id());
        });
    worker.post([&](std::stop_token) { done.set_value(); });
    done.get_future().wait();
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(order.at(static_cast<size_t>(i)), i);
    EXPECT_EQ(std::set<std::thread::id>(threads.begin(), threads.end()).size(), 1U);
    EXPECT_NE(threads.front(), std::this_thread::get_id());
}

TEST(Worker, StartsASecondJobOnlyAfterACallThatBlocks)
{
    const test::StandIn server(QStringLiteral("fault_server.py"));
    std::atomic<bool> inCall = false;
    std::atomic<bool> overlapped = false;
    std::promise<void> begun;
    std::promise<void> second;
    Worker worker(QStringLiteral("cells"));
    worker.post([&](std::stop_token stop) {
        HttpRequest request;
        request.url = server.url(QStringLiteral("/slow"));
        inCall = true;
        begun.set_value();
        HttpCall::send(request, stop);
        inCall = false;
    });
    begun.get_future().wait();
    worker.post([&](std::stop_token) {
        overlapped = inCall.load();
        second.set_value();
    });
    EXPECT_TRUE(worker.isBusy());
    ASSERT_EQ(second.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
    EXPECT_FALSE(overlapped);
}

TEST(Worker, StopEndsTheRunningJobAndDropsThoseThatWait)
{
    const test::StandIn server(QStringLiteral("fault_server.py"));
    std::promise<void> begun;
    std::promise<ErrorKind> ended;
    std::atomic<bool> dropped = true;
    Worker worker(QStringLiteral("cells"));
    worker.post([&](std::stop_token stop) {
        HttpRequest request;
        request.url = server.url(QStringLiteral("/silent"));
        begun.set_value();
        try {
            HttpCall::send(request, stop);
            ended.set_value(ErrorKind::Protocol);
        } catch (const Error &error) {
            ended.set_value(error.kind());
        }
    });
    worker.post([&](std::stop_token) { dropped = false; });
    begun.get_future().wait();
    QElapsedTimer timer;
    timer.start();
    worker.stop();
    EXPECT_EQ(ended.get_future().get(), ErrorKind::Cancelled);
    EXPECT_LT(timer.elapsed(), 500);
    std::promise<bool> fresh;
    worker.post([&](std::stop_token stop) { fresh.set_value(stop.stop_requested()); });
    EXPECT_FALSE(fresh.get_future().get()) << "a job after stop() starts with a fresh token";
    EXPECT_TRUE(dropped);
}

TEST(Worker, EndsTheRunningJobWhenItDies)
{
    std::promise<void> begun;
    std::atomic<bool> stopped = false;
    std::atomic<bool> ranLater = false;
    {
        Worker worker(QStringLiteral("cells"));
        worker.post([&](std::stop_token stop) {
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any wake;
            begun.set_value();
            wake.wait(lock, stop, [] { return false; });
            stopped = stop.stop_requested();
        });
        worker.post([&](std::stop_token) { ranLater = true; });
        begun.get_future().wait();
    }
    EXPECT_TRUE(stopped);
    EXPECT_FALSE(ranLater);
}

TEST(Worker, MayBePostedToFromStopCallbacksAndDyingJobs)
{
    std::promise<void> begun;
    std::promise<void> fromCallback;
    std::promise<void> fromDrop;
    Worker worker(QStringLiteral("cells"));
    struct PostsWhenItDies
    {
        Worker &worker;
        std::promise<void> &done;
        ~PostsWhenItDies()
        {
            worker.post([this_done = &done](std::stop_token) { this_done->set_value(); });
        }
    };
    worker.post([&](std::stop_token stop) {
        const std::stop_callback callback(
            stop, [&] { worker.post([&](std::stop_token) { fromCallback.set_value(); }); });
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any wake;
        begun.set_value();
        wake.wait(lock, stop, [] { return false; });
    });
    begun.get_future().wait();
    auto guard = std::make_shared<PostsWhenItDies>(worker, fromDrop);
    worker.post([guard](std::stop_token) {});
    guard.reset();
    worker.stop();
    EXPECT_EQ(fromCallback.get_future().wait_for(std::chrono::seconds(20)),
              std::future_status::ready);
    EXPECT_EQ(fromDrop.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
}

} // namespace
} // namespace sandglass
