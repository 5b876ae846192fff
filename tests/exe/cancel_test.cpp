// SPDX-License-Identifier: MIT
#include "exe/error.h"
#include "exe/server.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTemporaryFile>

#include <atomic>
#include <future>
#include <optional>

namespace exedev {
namespace {

using namespace std::chrono_literals;
using test::Server;
using test::text;
using test::until;

/// What became of a call that ran in a thread of its own.
struct Outcome
{
    bool isCancelled = false;
    QString leftover;
    QString said; ///< the message of any error
};

class CancelTest : public testing::Test
{
protected:
    Call call()
    {
        Call call;
        call.stop = m_stop.get_token();
        call.giveUp = m_giveUp.get_token();
        call.onCleaningUp = [this] {
            ++m_cleaningUp;
        };
        return call;
    }

    /// Runs `act` in a thread; `stop` is called once `isThere` holds.
    Outcome cancelled(const std::function<void()> &act, const std::function<bool()> &isThere,
                      const std::function<void()> &stop)
    {
        auto running = std::async(std::launch::async, [&] {
            Outcome outcome;
            try {
                act();
            } catch (const CancelledError &error) {
                outcome = {true, error.leftover, error.text()};
            } catch (const Error &error) {
                outcome.said = error.text();
            }
            return outcome;
        });
        EXPECT_TRUE(until(isThere));
        m_sinceStop.start();
        stop();
        Outcome outcome = running.get();
        m_took = m_sinceStop.elapsed();
        return outcome;
    }

    bool isLogged(const char *op, size_t count = 1) { return m_server.log(op).size() >= count; }

    Server m_server;
    Client m_client = m_server.client();
    std::stop_source m_stop;
    std::stop_source m_giveUp;
    std::atomic<int> m_cleaningUp = 0;
    QElapsedTimer m_sinceStop;
    qint64 m_took = 0;
};

TEST_F(CancelTest, BeforeAnythingNothingIsSent)
{
    m_stop.request_stop();
    EXPECT_THROW(m_client.create({}, call()), CancelledError);
    EXPECT_THROW(m_client.vms({}, call()), CancelledError);
    EXPECT_TRUE(m_server.log().empty());
}

TEST_F(CancelTest, WhileAVmIsBeingMadeItIsRemovedBeforeTheCallReturns)
{
    m_server.fault("slow", "new", {{"delay", 1.0}});
    std::atomic<bool> begun = false;
    const Outcome outcome = cancelled(
        [&] {
            begun = true;
            m_client.create({}, call());
        },
        [&] { return begun.load(); },
        [&] {
            // Until the request has surely left: the server logs it only when it answers.
            QElapsedTimer timer;
            timer.start();
            until([&] { return timer.elapsed() > 400; });
            m_stop.request_stop();
        });
    EXPECT_TRUE(outcome.isCancelled) << outcome.said.toStdString();
    EXPECT_EQ(outcome.leftover, QString());
    EXPECT_EQ(m_cleaningUp, 1);
    EXPECT_EQ(m_server.log("new").size(), 1U);
    EXPECT_EQ(m_server.log("rm").size(), 1U);
    EXPECT_TRUE(m_server.names().isEmpty());
}

TEST_F(CancelTest, WhileAVmIsNotReadyItIsRemoved)
{
    m_server.fault(422, "ssh", {{"count", -1}, {"body", "{\"error\": \"failed to connect\"}"}});
    const Outcome outcome =
        cancelled([&] { m_client.create({}, call()); }, [&] { return isLogged("ssh", 2); },
                  [&] { m_stop.request_stop(); });
    EXPECT_TRUE(outcome.isCancelled) << outcome.said.toStdString();
    EXPECT_EQ(m_cleaningUp, 1);
    EXPECT_TRUE(m_server.names().isEmpty());
    EXPECT_LT(m_took, 5000);
}

TEST_F(CancelTest, WhileACopyIsNotReadyOnlyTheCopyIsRemoved)
{
    Vm vm = m_client.create();
    CopyOptions options;
    options.flush = false;
    m_server.clear();
    m_server.fault(422, "ssh", {{"count", -1}, {"body", "{\"error\": \"failed to connect\"}"}});
    const Outcome outcome =
        cancelled([&] { vm.copy(options, call()); }, [&] { return isLogged("ssh", 2); },
                  [&] { m_stop.request_stop(); });
    EXPECT_TRUE(outcome.isCancelled) << outcome.said.toStdString();
    EXPECT_EQ(m_server.names(), QStringList{vm.name()});
}

TEST_F(CancelTest, WhileACopyIsBeingMadeItIsRemovedAndTheSourceStays)
{
    Vm vm = m_client.create();
    m_server.clear();
    m_server.fault("slow", "cp", {{"delay", 1.0}});
    CopyOptions options;
    options.flush = false;
    const Outcome outcome =
        cancelled([&] { vm.copy(options, call()); }, [&] { return m_server.names().size() == 2; },
                  [&] { m_stop.request_stop(); });
    EXPECT_TRUE(outcome.isCancelled) << outcome.said.toStdString();
    EXPECT_EQ(outcome.leftover, QString());
    EXPECT_EQ(m_cleaningUp, 1);
    EXPECT_EQ(m_server.log("cp").size(), 1U);
    EXPECT_EQ(m_server.names(), QStringList{vm.name()});
}

TEST_F(CancelTest, GivingUpACopyTellsHowToFindIt)
{
    Vm vm = m_client.create();
    m_server.fault("stall", "cp");
    CopyOptions options;
    options.flush = false;
    const Outcome outcome =
        cancelled([&] { vm.copy(options, call()); }, [&] { return m_server.names().size() == 2; },
                  [&] {
                      m_stop.request_stop();
                      until([&] { return m_cleaningUp > 0; });
                      m_giveUp.request_stop();
                  });
    EXPECT_TRUE(outcome.isCancelled) << outcome.said.toStdString();
    EXPECT_TRUE(outcome.leftover.contains(text("a copy of ") + vm.name()));
    EXPECT_LT(m_took, 1000);
}

TEST_F(CancelTest, AtADeadlineWhileAVmIsBeingMadeItIsRemoved)
{
    m_server.fault("slow", "new", {{"delay", 1.0}});
    Call limited = call();
    limited.deadline = QDeadlineTimer(300);
    EXPECT_THROW(m_client.create({}, limited), TimeoutError);
    EXPECT_EQ(m_cleaningUp, 1);
    EXPECT_EQ(m_server.log("new").size(), 1U);
    EXPECT_EQ(m_server.log("rm").size(), 1U);
    EXPECT_TRUE(m_server.names().isEmpty());
}

TEST_F(CancelTest, ADownloadEndsAndLeavesNothing)
{
    Vm vm = m_client.create();
    vm.run(text("head -c 3000000 /dev/urandom > big"));
    m_server.fault("slow", "ssh", {{"delay", 0.1}});
    const QTemporaryDir folder;
    const QString local = folder.filePath(text("big"));
    std::atomic<qint64> done = 0;
    DownloadOptions options;
    options.onProgress = [&](qint64 bytes, qint64) {
        done = bytes;
    };
    const Outcome outcome = cancelled([&] { vm.download(text("big"), local, options, call()); },
                                      [&] { return done > 0; }, [&] { m_stop.request_stop(); });
    EXPECT_TRUE(outcome.isCancelled) << outcome.said.toStdString();
    EXPECT_LT(m_took, 500);
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
}

TEST_F(CancelTest, ASecondTimeItGivesUpAndTellsHowToFindTheVm)
{
    m_server.fault("stall", "new");
    CreateOptions options;
    options.comment = text("job 17");
    std::atomic<bool> begun = false;
    const Outcome outcome = cancelled(
        [&] {
            begun = true;
            m_client.create(options, call());
        },
        [&] { return begun.load(); },
        [&] {
            QElapsedTimer timer;
            timer.start();
            until([&] { return timer.elapsed() > 400; });
            m_stop.request_stop();
            until([&] { return timer.elapsed() > 700; });
            m_giveUp.request_stop();
        });
    EXPECT_TRUE(outcome.isCancelled);
    EXPECT_TRUE(outcome.said.contains(text("job 17"))) << outcome.said.toStdString();
    EXPECT_TRUE(outcome.leftover.contains(text("job 17")));
    EXPECT_LT(m_took, 700 + 500);
}

TEST_F(CancelTest, GivingUpWhileTheVmIsRemovedNamesIt)
{
    m_server.fault(422, "ssh", {{"count", -1}, {"body", "{\"error\": \"failed to connect\"}"}});
    m_server.fault(429, "rm", {{"count", -1}, {"retry_after", 30}});
    const Outcome outcome =
        cancelled([&] { m_client.create({}, call()); }, [&] { return isLogged("ssh"); },
                  [&] {
                      m_stop.request_stop();
                      until([&] { return m_cleaningUp > 0; });
                      m_giveUp.request_stop();
                  });
    EXPECT_TRUE(outcome.isCancelled) << outcome.said.toStdString();
    ASSERT_EQ(m_server.names().size(), 1);
    EXPECT_EQ(outcome.leftover, m_server.names().first());
    EXPECT_TRUE(outcome.said.contains(outcome.leftover));
}

TEST_F(CancelTest, AtTheDeadlineTheVmIsRemovedToo)
{
    m_server.fault(422, "ssh", {{"count", -1}, {"body", "{\"error\": \"failed to connect\"}"}});
    Call limited = call();
    limited.deadline = QDeadlineTimer(700);
    EXPECT_THROW(m_client.create({}, limited), TimeoutError);
    EXPECT_EQ(m_cleaningUp, 1);
    EXPECT_TRUE(m_server.names().isEmpty());
}

TEST_F(CancelTest, AtTheDeadlineAVmThatCanNotBeRemovedIsNamed)
{
    m_server.fault(422, "ssh", {{"count", -1}, {"body", "{\"error\": \"failed to connect\"}"}});
    m_server.fault(500, "rm", {{"count", -1}});
    Call limited = call();
    limited.deadline = QDeadlineTimer(700);
    try {
        m_client.create({}, limited);
        FAIL();
    } catch (const TimeoutError &error) {
        ASSERT_EQ(m_server.names().size(), 1);
        EXPECT_EQ(error.leftover, m_server.names().first());
        EXPECT_TRUE(error.text().contains(error.leftover));
    }
}

TEST_F(CancelTest, ACommandEndsAtOnceAndTakesItsChildrenAlong)
{
    Vm vm = m_client.create();
    std::atomic<bool> runs = false;
    RunOptions options;
    options.onStdout = [&](const QString &) {
        runs = true;
    };
    const Outcome outcome =
        cancelled([&] { vm.run(text("sleep 71.5 & echo on; sleep 71.5"), options, call()); },
                  [&] { return runs.load(); }, [&] { m_stop.request_stop(); });
    EXPECT_TRUE(outcome.isCancelled);
    EXPECT_LT(m_took, 500);
    EXPECT_TRUE(until([&] { return m_server.state()[0]["pids"].empty(); }));
    // 0.25 s are promised; five times that, so that a busy machine doesn't matter.
    EXPECT_LT(m_sinceStop.elapsed(), 5 * 250);
}

TEST_F(CancelTest, ACommandStoppedAtAnyMomentOfItsStartLeavesNothing)
{
    Vm vm = m_client.create();
    for (int i = 0; i < 60; ++i) {
        Call limited;
        limited.deadline = QDeadlineTimer(std::chrono::microseconds(i * 400));
        EXPECT_THROW(vm.run(text("sleep 72.5"), {}, limited), CommandTimeoutError);
    }
    EXPECT_TRUE(until([&] { return m_server.state()[0]["pids"].empty(); }));
}

TEST_F(CancelTest, AWaitForTheRateLimitEndsAtOnce)
{
    m_server.fault(429, "ls", {{"count", -1}, {"retry_after", 30}});
    const Outcome outcome =
        cancelled([&] { m_client.vms({}, call()); }, [&] { return isLogged("ls"); },
                  [&] { m_stop.request_stop(); });
    EXPECT_TRUE(outcome.isCancelled);
    EXPECT_LT(m_took, 500);
    EXPECT_EQ(m_server.log("ls").size(), 1U);
}

TEST_F(CancelTest, AnUploadEndsAndLeavesNoPartsBehind)
{
    Vm vm = m_client.create();
    m_server.clear();
    m_server.fault("slow", "ssh", {{"count", -1}, {"delay", 0.2}});
    QTemporaryFile file;
    ASSERT_TRUE(file.open());
    file.write(test::noise(2'000'000));
    file.flush();
    std::atomic<qint64> done = 0;
    UploadOptions options;
    options.onProgress = [&](qint64 bytes, qint64) {
        done = bytes;
    };
    const Outcome outcome =
        cancelled([&] { vm.upload(file.fileName(), text("big"), options, call()); },
                  [&] { return done > 0; }, [&] { m_stop.request_stop(); });
    EXPECT_TRUE(outcome.isCancelled) << outcome.said.toStdString();
    // Its own folder only: /tmp may be shared.
    static const QRegularExpression name(text("/tmp/\\.exedev-upload-[0-9a-f]+"));
    QString folder;
    EXPECT_TRUE(until([&] {
        for (const auto &entry : m_server.log("ssh"))
            folder = name.match(QString::fromStdString(entry["command"])).captured();
        return !folder.isEmpty();
    }));
    m_server.clear();
    EXPECT_TRUE(until([&] {
        return vm.run(QStringLiteral("ls -d %1 big 2>/dev/null").arg(folder)).out.isEmpty();
    }));
    // What may come late was removed, too.
    EXPECT_EQ(vm.run(QStringLiteral("sleep 3; ls -d %1 2>/dev/null").arg(folder)).out, "");
}

TEST_F(CancelTest, AWaitForAProcessLeavesItRunning)
{
    Vm vm = m_client.create();
    Process process = vm.spawn(text("sleep 60"));
    m_server.clear();
    const Outcome outcome = cancelled([&] { process.wait({}, call()); },
                                      [&] { return m_server.state()[0]["sessions"] != 0; },
                                      [&] { m_stop.request_stop(); });
    EXPECT_TRUE(outcome.isCancelled);
    EXPECT_LT(m_took, 500);
    EXPECT_FALSE(process.poll().has_value());
}

} // namespace
} // namespace exedev
