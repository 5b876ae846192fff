// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "sandbox/exekit.h"

#include <gtest/gtest.h>

#include <QFile>

#include <thread>

namespace sandglass::test {

using exedev::test::text;

namespace {

/// Counts its runs in the VM, and prints until it has done `count` lines.
QByteArray counting(int count)
{
    return "import time\nopen('runs', 'a').write('x')\nfor i in range(" +
           QByteArray::number(count) + "):\n    print(i, flush=True)\n    time.sleep(0.02)\n";
}

QByteArray counted(int count)
{
    QByteArray all;
    for (int i = 0; i < count; ++i)
        all += QByteArray::number(i) + '\n';
    return all;
}

/// Does something to the VM or the server once the cell has begun to print.
class During
{
public:
    During(ExeKit &kit, std::function<void()> act)
        : m_thread([&kit, act = std::move(act)] {
            EXPECT_TRUE(kit.waitForText("3\n"));
            act();
        })
    {}
    ~During() { m_thread.join(); }

private:
    std::thread m_thread;
};

Failure failureOf(const std::function<void()> &act)
{
    try {
        act();
    } catch (const Error &error) {
        return error.failure();
    }
    ADD_FAILURE() << "it did not fail";
    return {};
}

} // namespace

TEST(ExeFault, LosesAndDoublesNothingWhenTheStreamBreaks)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("1");
    for (const char *kind : {"drop_mid", "truncate", "garbage"}) {
        server->clear();
        server->fault(kind, "ssh", {{"match", "follow"}, {"count", 3}, {"after_bytes", 2000}});
        {
            const During during(kit, [&] { kit.sandbox().reconnect(); });
            EXPECT_EQ(kit.run(counting(40)).status, CellStatus::Ok) << kind;
        }
        EXPECT_EQ(kit.printed(), counted(40)) << kind;
        EXPECT_GT(server.count("ssh", "follow"), 1) << kind;
    }
    EXPECT_EQ(server.read(kit.vm(), text("work/runs")), "xxx");
    EXPECT_TRUE(kit.notices(text("kernel")).isEmpty());
}

TEST(ExeFault, SendsACellAgainWhoseAnswerWasLostAndItRunsOnce)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("1");
    int cells = 0;
    for (const char *kind : {"drop_before", "drop_after", "drop_mid", "error_frame"}) {
        server->fault(kind, "ssh", {{"match", "submit"}, {"count", 2}});
        EXPECT_EQ(kit.run(counting(5)).status, CellStatus::Ok) << kind;
        EXPECT_EQ(kit.printed(), counted(5)) << kind;
        EXPECT_EQ(server.read(kit.vm(), text("work/runs")).size(), ++cells) << kind;
        server->clear();
    }
    for (int status : {429, 500, 504}) {
        server->fault(status, "ssh", {{"match", "submit"}, {"count", 2}});
        EXPECT_EQ(kit.run(counting(5)).status, CellStatus::Ok) << status;
        EXPECT_EQ(server.read(kit.vm(), text("work/runs")).size(), ++cells) << status;
        server->clear();
    }
}

TEST(ExeFault, GoesOnWhenAStreamIsSilent)
{
    ExeServer server({text("--heartbeat"), text("0.2")});
    ExeKit kit(server, [](ExeSandbox::Options &options) {
        options.silence = std::chrono::milliseconds(1500);
    });
    kit.run("1");
    server->fault("stall", "ssh", {{"match", "follow"}, {"count", 1}, {"after_bytes", 600}});
    kit.sandbox().reconnect();
    EXPECT_EQ(kit.run(counting(20)).status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), counted(20));
}

TEST(ExeFault, TellsThatACellIsUnknownWhenItsVmWasRestarted)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 1");
    CellResult result;
    {
        const During during(kit, [&] { server->act(kit.vm(), "restart"); });
        result = kit.run(counting(2000));
    }
    EXPECT_EQ(result.status, CellStatus::Unknown);
    EXPECT_TRUE(result.variablesLost);
    EXPECT_EQ(kit.notices(text("kernel")).size(), 1);
    EXPECT_EQ(kit.run("print(x)").status, CellStatus::Error);
    EXPECT_EQ(server.read(kit.vm(), text("work/runs")), "x") << "never run again by itself";
}

TEST(ExeFault, RunsACellOnceInAVmThatWasRestartedBefore)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 1");
    server->act(kit.vm(), "restart");
    EXPECT_EQ(kit.run(counting(5)).status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), counted(5));
    EXPECT_EQ(server.read(kit.vm(), text("work/runs")), "x");
    EXPECT_EQ(kit.notices(text("kernel")).size(), 1);
}

TEST(ExeFault, KeepsTheVariablesOfAVmThatWasPausedAndResumesItForACell)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 41");
    server->act(kit.vm(), "pause");
    EXPECT_TRUE(kit.waitForState(SandboxState::Paused));
    EXPECT_EQ(server.count("resume"), 0);
    EXPECT_EQ(kit.run("print(x + 1)").status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), "42\n");
    EXPECT_EQ(server.count("resume"), 1);
    EXPECT_TRUE(kit.states().contains(SandboxState::Resuming));
    EXPECT_TRUE(kit.notices(text("kernel")).isEmpty());
}

TEST(ExeFault, ResumesAVmThatWasPausedUnderARunningCell)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("1");
    const During during(kit, [&] { server->act(kit.vm(), "pause"); });
    EXPECT_EQ(kit.run(counting(40)).status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), counted(40));
    EXPECT_EQ(server.read(kit.vm(), text("work/runs")), "x");
}

TEST(ExeFault, SaysThatVariablesAreLostWhenTheVmWasStopped)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 1");
    server->act(kit.vm(), "stop");
    EXPECT_EQ(kit.run("print('x' in globals())").status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), "False\n");
    EXPECT_EQ(kit.notices(text("kernel")).size(), 1);
}

TEST(ExeFault, MakesANewVmWhereTheOldOneIsGoneAndSaysWhatIsLost)
{
    ExeServer server;
    QStringList furnished;
    ExeKit kit(server, [&](ExeSandbox::Options &options) {
        options.furnish = [&](const QString &vm, std::stop_token) {
            furnished << vm;
        };
    });
    kit.run("x = 1");
    const QString old = kit.vm();
    server->act(old, "delete");
    EXPECT_TRUE(kit.waitForState(SandboxState::Gone));
    EXPECT_EQ(kit.run("print('x' in globals())").status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), "False\n");
    EXPECT_NE(kit.vm(), old);
    EXPECT_EQ(furnished, (QStringList{old, kit.vm()}));
    ASSERT_EQ(kit.notices(text("kernel")).size(), 2);
    EXPECT_EQ(kit.notices(text("kernel")).first().subject, text("gone"));
}

TEST(ExeFault, EndsACellWhoseVmIsDeletedAsUnknown)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 1");
    const During during(kit, [&] { server->act(kit.vm(), "delete"); });
    const CellResult result = kit.run(counting(2000));
    EXPECT_EQ(result.status, CellStatus::Unknown);
    EXPECT_TRUE(result.variablesLost);
    EXPECT_TRUE(kit.waitForState(SandboxState::Gone)); // by the link thread, maybe a moment later
    EXPECT_EQ(kit.states().last(), SandboxState::Gone);
}

TEST(ExeFault, NeverTakesAServerFaultForAVmThatIsGone)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 1");
    server->fault("drop_mid", "ssh", {{"match", "follow"}, {"count", 1}, {"after_bytes", 1}});
    server->fault(500, "ssh", {{"match", "follow"}, {"count", 4}});
    server->fault(504, "ssh", {{"match", "submit"}, {"count", 2}});
    server->fault(500, "ls", {{"count", 4}});
    kit.sandbox().reconnect();
    EXPECT_EQ(kit.run("print(x)").status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), "1\n");
    EXPECT_FALSE(kit.states().contains(SandboxState::Gone));
    EXPECT_EQ(server.count("new"), 1);
}

TEST(ExeFault, GoesOnWithACellWhenTheAppWasEndedInItsMiddle)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 1");
    const CellId cell = CellId::create();
    const SandboxPlace before = kit.place();
    std::thread app([&] {
        const Failure failure = failureOf([&] { kit.run(counting(60), {}, cell); });
        EXPECT_EQ(failure.kind, ErrorKind::Cancelled);
    });
    EXPECT_TRUE(kit.waitForText("3\n", cell));
    kit.sandbox().kill();
    app.join();
    kit.close();
    kit.forget();
    kit.goBackTo(before); // what the journal of the app has
    kit.open();
    const CellResult result = kit.sandbox().await(cell, {});
    EXPECT_EQ(result.status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(cell), counted(60)) << "from the first output on, each once";
    kit.run("print(x)");
    EXPECT_EQ(kit.printed(), "1\n");
    EXPECT_EQ(server.read(kit.vm(), text("work/runs")), "x");
}

TEST(ExeFault, NeverRunsACellThatWasNotSentWhenTheAppEnded)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 1");
    kit.open();
    const CellId cell = CellId::create();
    const CellResult result = kit.sandbox().await(cell, {});
    EXPECT_EQ(result.status, CellStatus::Interrupted);
    EXPECT_EQ(kit.run(counting(5), {}, cell).status, CellStatus::Interrupted);
    EXPECT_EQ(server.read(kit.vm(), text("work/runs")), "");
}

TEST(ExeFault, TellsThatACellIsUnknownWhenTheVmWasRestartedMeanwhile)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 1");
    kit.close();
    server->act(kit.vm(), "restart");
    kit.open();
    const CellResult result = kit.sandbox().await(CellId::create(), {});
    EXPECT_EQ(result.status, CellStatus::Unknown);
    EXPECT_TRUE(result.variablesLost);
}

TEST(ExeFault, GivesACellUpThatCannotBeSentAndSaysWhy)
{
    ExeServer server;
    ExeKit kit(server, [](ExeSandbox::Options &options) {
        options.patience = std::chrono::milliseconds(500);
    });
    kit.run("1");
    kit.open();
    server->fault(500, "ssh", {{"count", -1}});
    const Failure failure = failureOf([&] { kit.run("print('ran')"); });
    EXPECT_TRUE(failure.text.contains(text("not run"))) << failure.text.toStdString();
    server->clear();
    EXPECT_EQ(kit.run("print(2)").status, CellStatus::Ok);
}

TEST(ExeFault, ShowsTheEndOfAFailedSetUpAndLeavesNothingBehind)
{
    ExeServer server;
    ExeKit kit(server, [](ExeSandbox::Options &options) {
        options.packages << text("no-such-package-at-all==99");
    });
    const Failure failure = failureOf([&] { kit.run("1"); });
    EXPECT_EQ(failure.kind, ErrorKind::SetupFailed) << failure.text.toStdString();
    EXPECT_TRUE(failure.text.contains(text("no-such-package-at-all")))
        << failure.text.toStdString();
    EXPECT_TRUE(server->names().isEmpty());
    EXPECT_EQ(kit.states().last(), SandboxState::None);
}

TEST(ExeFault, LeavesNothingBehindWhenTheMakingOfABaseIsStopped)
{
    ExeServer server;
    ExeKit kit(server, [](ExeSandbox::Options &options) {
        options.packages << text("no-such-package-at-all==99");
    });
    server->fault("stall", "ssh", {{"match", "Making the Python"}});
    std::stop_source stop;
    std::thread person([&] {
        EXPECT_TRUE(exedev::test::until([&] { return server.count("new") == 1; }));
        stop.request_stop();
    });
    const Failure failure = failureOf([&] { kit.run("1", stop.get_token()); });
    person.join();
    EXPECT_EQ(failure.kind, ErrorKind::Cancelled) << failure.text.toStdString();
    EXPECT_TRUE(server->names().isEmpty());
    EXPECT_EQ(kit.states().last(), SandboxState::None);
}

TEST(ExeFault, TakesTheVmThatAKilledAppHadMadeAndNotWrittenDown)
{
    ExeServer server;
    ExeKit kit(server);
    exedev::Client client = server->client();
    exedev::CreateOptions options;
    options.comment = QStringLiteral("code-interpreter c=%1 i=install-1").arg(kit.conversation);
    exedev::Vm vm = client.create(options);
    vm.release();
    vm.pause();
    EXPECT_EQ(kit.run("print(1)").status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), "1\n");
    EXPECT_EQ(kit.vm(), vm.name());
    EXPECT_EQ(server->names().size(), 1);
}

TEST(ExeFault, FindsACopyWhoseAnswerWasLost)
{
    ExeServer server;
    ExeKit one(server);
    one.run("1");
    ExeKit other(server);
    server->fault("drop_after", "cp", {{"count", 1}});
    server->fault("drop_after", "comment", {{"count", 2}});
    EXPECT_EQ(other.run("print(2)").status, CellStatus::Ok);
    EXPECT_EQ(server.vms(text("code-interpreter")).size(), 2u);
    EXPECT_EQ(server->names().size(), 3);
}

TEST(ExeFault, SaysWhatToDoWhenTheLimitOfVmsIsReached)
{
    ExeServer server({text("--max-vms"), text("2")});
    ExeKit one(server);
    one.run("1");
    ExeKit other(server);
    const Failure failure = failureOf([&] { other.run("1"); });
    EXPECT_TRUE(failure.text.contains(text("limit"))) << failure.text.toStdString();
    EXPECT_TRUE(failure.remedy.contains(text("Delete sandboxes"))) << failure.remedy.toStdString();
    EXPECT_EQ(server->names().size(), 2);
}

} // namespace sandglass::test
