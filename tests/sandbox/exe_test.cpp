// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/exekit.h"

#include <gtest/gtest.h>

#include <thread>

namespace sandglass::test {

using exedev::test::text;

TEST(ExeSandbox, RunsTheFirstCellInANewVmAndKeepsItsVariables)
{
    ExeServer server;
    ExeKit kit(server);
    EXPECT_TRUE(server->names().isEmpty());

    const CellResult first = kit.run("x = 6\nprint(x * 7)");
    EXPECT_EQ(first.status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), "42\n");
    const CellResult second = kit.run("print(x + 1)\nopen('a.txt', 'w').write('hello')");
    EXPECT_EQ(second.status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), "7\n");
    ASSERT_EQ(second.files.size(), 1);
    EXPECT_EQ(second.files.first().name, text("a.txt"));
    EXPECT_EQ(server.read(kit.vm(), text("work/a.txt")), "hello");

    EXPECT_EQ(server->names().size(), 2);
    const auto bases = server.vms(text("code-interpreter-base"));
    ASSERT_EQ(bases.size(), 1u);
    EXPECT_EQ(bases.front()["status"], "paused");
    const auto own = server.vms(text("code-interpreter"));
    ASSERT_EQ(own.size(), 1u);
    EXPECT_EQ(own.front()["comment"],
              ("code-interpreter c=" + kit.conversation.toUtf8() + " i=install-1").toStdString());
    EXPECT_EQ(own.front()["name"], kit.vm().toStdString());
    EXPECT_EQ(server.count("ssh", "submit"), 2) << "one short request for each cell";
    EXPECT_EQ(server.count("ssh", "follow"), 0) << "the stream still runs";
    EXPECT_EQ(own.front()["sessions"], 1) << "one stream for all";
    EXPECT_EQ(server.count("rm"), 0);
}

TEST(ExeSandbox, TellsItsStatesInOrder)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("1");
    QList<SandboxState> told;
    for (SandboxState state : kit.states()) {
        if (told.isEmpty() || told.last() != state)
            told << state;
    }
    const QList<SandboxState> expected{SandboxState::Copying, SandboxState::MakingBase,
                                       SandboxState::Copying, SandboxState::Starting,
                                       SandboxState::Ready,   SandboxState::Running,
                                       SandboxState::Ready};
    EXPECT_EQ(told, expected);
    EXPECT_TRUE(kit.details().contains(text("The packages are there.")));
}

TEST(ExeSandbox, GivesTheNextConversationACopyOfTheSameBase)
{
    ExeServer server;
    ExeKit one(server, [](ExeSandbox::Options &options) { options.egress = text("integrations"); });
    one.run("1");
    ExeKit other(server);
    other.run("print('other')");
    EXPECT_EQ(other.printed(), "other\n");
    EXPECT_NE(one.vm(), other.vm());
    EXPECT_EQ(server.count("new"), 1);
    EXPECT_EQ(server.count("cp", "nobody"), 1); // asks for the permission
    EXPECT_EQ(server.count("cp"), 3);
    for (const nlohmann::json &vm : server.vms(text("code-interpreter")))
        EXPECT_EQ(vm["egress"], vm["name"] == one.vm().toStdString() ? "integrations" : "all");
}

TEST(ExeSandbox, MakesOneBaseForTwoConversationsThatStartAtOnce)
{
    ExeServer server;
    QTemporaryDir folder;
    const auto shared = [&](ExeSandbox::Options &options) {
        options.lockFile = folder.filePath(text("base.lock"));
    };
    ExeKit one(server, shared);
    ExeKit other(server, shared);
    std::thread beside([&] { other.run("print(2)"); });
    one.run("print(1)");
    beside.join();
    EXPECT_EQ(one.printed(), "1\n");
    EXPECT_EQ(other.printed(), "2\n");
    EXPECT_EQ(server.count("new"), 1);
    EXPECT_EQ(server.vms(text("code-interpreter-base")).size(), 1u);
    EXPECT_EQ(server.vms(text("code-interpreter")).size(), 2u);
}

TEST(ExeSandbox, StopsACellAndKeepsTheVariables)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 5");
    std::stop_source stop;
    std::thread person([&] {
        EXPECT_TRUE(kit.waitForText("begun"));
        stop.request_stop();
    });
    const CellResult result =
        kit.run("import time\nprint('begun', flush=True)\ntime.sleep(60)", stop.get_token());
    person.join();
    EXPECT_EQ(result.status, CellStatus::Interrupted);
    EXPECT_FALSE(result.variablesLost);
    kit.run("print(x)");
    EXPECT_EQ(kit.printed(), "5\n");
}

TEST(ExeSandbox, RestartsTheKernelInTheSameVm)
{
    ExeServer server;
    ExeKit kit(server);
    kit.run("x = 5");
    kit.sandbox().restart();
    EXPECT_EQ(kit.run("print(x)").status, CellStatus::Error);
    EXPECT_EQ(server.vms(text("code-interpreter")).size(), 1u);
}

TEST(ExeSandbox, SendsACellThatIsTooLongForARequest)
{
    ExeServer server;
    ExeKit kit(server);
    const CellResult result = kit.run("#" + QByteArray(300'000, 'x') + "\nprint('long')");
    EXPECT_EQ(result.status, CellStatus::Ok);
    EXPECT_EQ(kit.printed(), "long\n");
}

TEST(ExeSandbox, TellsTheDeathOfAKernelAndStartsAnother)
{
    ExeServer server;
    ExeKit kit(server);
    const CellResult result = kit.run("import os; os._exit(3)");
    EXPECT_EQ(result.status, CellStatus::Died);
    EXPECT_TRUE(result.variablesLost);
    EXPECT_EQ(kit.run("print(1)").status, CellStatus::Ok);
}

} // namespace sandglass::test
