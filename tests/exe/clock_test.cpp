// SPDX-License-Identifier: MIT
// Runs with clockjumps.cpp preloaded: whatever the wall clock does, limits hold.
#include "exe/error.h"
#include "exe/server.h"

#include <gtest/gtest.h>

#include <QDateTime>
#include <QElapsedTimer>

#include <cstdlib>
#include <optional>

namespace exedev {
namespace {

using std::chrono::milliseconds;
using test::Server;
using test::text;

class ClockTest : public testing::Test
{
protected:
    void SetUp() override
    {
        const QDateTime first = QDateTime::currentDateTimeUtc();
        ASSERT_GT(std::abs(first.daysTo(QDateTime::currentDateTimeUtc())), 700) << "no clock jumps";
        m_vm.emplace(m_client.create());
        m_server.clear();
        m_timer.start();
    }

    /// Loaded machines are late; a limit by the wall clock would be over at once, or never.
    void expectTook(qint64 least)
    {
        const qint64 took = m_timer.elapsed();
        EXPECT_GE(took, least);
        EXPECT_LT(took, least + 20'000);
    }

    Server m_server;
    Client m_client = m_server.client();
    std::optional<Vm> m_vm;
    QElapsedTimer m_timer;
};

TEST_F(ClockTest, ACommandRunsUpToItsLimit)
{
    RunOptions options;
    options.timeout = milliseconds(600);
    EXPECT_THROW(m_vm->run(text("sleep 60"), options), CommandTimeoutError);
    expectTook(590);
}

TEST_F(ClockTest, AProcessIsWaitedForUpToTheLimit)
{
    Process process = m_vm->spawn(text("sleep 60"));
    m_timer.start();
    WaitOptions options;
    options.timeout = milliseconds(600);
    EXPECT_THROW(process.wait(options), TimeoutError);
    expectTook(590);
}

TEST_F(ClockTest, ACallEndsAtItsDeadline)
{
    m_server.fault("stall", "ls");
    Call call;
    call.deadline = QDeadlineTimer(600);
    EXPECT_THROW(m_client.vms({}, call), TimeoutError);
    expectTook(590);
}

TEST_F(ClockTest, SilenceIsBorneUpToTheLimit)
{
    ClientOptions options = m_server.options();
    options.idleTimeout = milliseconds(600);
    m_server.fault("stall", "ls");
    EXPECT_THROW(Client(options).vms(), NetworkError);
    expectTook(500); // its timer is a coarse one
}

TEST_F(ClockTest, AVmIsWaitedForUpToTheLimit)
{
    m_server.fault(422, "ssh", {{"count", -1}, {"body", "{\"error\": \"failed to connect\"}"}});
    EXPECT_THROW(m_vm->waitUntilReady(Ready::Ssh, milliseconds(600)), VmReadyError);
    expectTook(590);
}

TEST_F(ClockTest, TheRateLimitIsWaitedOut)
{
    m_server.fault(429, "ls", {{"retry_after", 1}});
    EXPECT_EQ(m_client.vms().size(), 1U);
    expectTook(1000);
}

TEST_F(ClockTest, TheAgeOfAVmIsByTheServersClock)
{
    EXPECT_FALSE(Client(m_server.options()).serverTime());
    const std::vector<Vm> vms = m_client.vms();
    ASSERT_TRUE(m_client.serverTime() && vms[0].info().createdAt);
    // A Date header has whole seconds.
    const qint64 age = vms[0].info().createdAt->msecsTo(*m_client.serverTime());
    EXPECT_GE(age, -1000);
    EXPECT_LE(age, m_timer.elapsed() + 20'000);
}

} // namespace
} // namespace exedev
