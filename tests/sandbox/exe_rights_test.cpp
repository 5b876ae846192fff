// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "sandbox/exekit.h"

#include <gtest/gtest.h>

#include <thread>

namespace sandglass::test {

using exedev::test::text;

namespace {

/// A conversation whose token may do all that is usual but one thing.
class Without
{
public:
    explicit Without(const char *command,
                     const std::function<void(ExeSandbox::Options &)> &change = {})
        : kit(server, [&](ExeSandbox::Options &options) {
            QByteArrayList rights{"new", "ls", "rm", "ssh", "cp", "pause", "resume", "comment"};
            rights.removeAll(command);
            server->addToken("some:cmds=" + rights.join(','));
            options.access.token = "some";
            if (change)
                change(options);
        })
    {}

    /// What the person was told of it.
    QString said() const
    {
        QString all;
        for (const Notice &notice : kit.notices(text("sandbox")))
            all += notice.text + u'\n';
        return all;
    }

    Failure failure(const QByteArray &code)
    {
        try {
            kit.run(code);
        } catch (const Error &error) {
            return error.failure();
        }
        ADD_FAILURE() << "it did not fail";
        return {};
    }

    ExeServer server;
    ExeKit kit;
};

} // namespace

TEST(ExeRights, WithoutCpEachSandboxIsMadeFromScratch)
{
    Without it("cp");
    EXPECT_EQ(it.kit.run("print(1)").status, CellStatus::Ok);
    EXPECT_TRUE(it.said().contains(text("“cp”"))) << it.said().toStdString();
    EXPECT_TRUE(it.server.vms(text("code-interpreter-base")).empty());
    EXPECT_EQ(it.server.vms(text("code-interpreter")).size(), 1u);
    EXPECT_EQ(it.server->names().size(), 1);
}

TEST(ExeRights, WithoutCommentEachSandboxIsMadeFromScratchToo)
{
    Without it("comment");
    EXPECT_EQ(it.kit.run("print(1)").status, CellStatus::Ok);
    EXPECT_TRUE(it.said().contains(text("“comment”"))) << it.said().toStdString();
    EXPECT_EQ(it.server.vms(text("code-interpreter")).size(), 1u);
    EXPECT_EQ(it.server->names().size(), 1);
}

TEST(ExeRights, WithoutLsEachSandboxIsMadeFromScratchAndTheWordOfTheServerProvesThatOneIsGone)
{
    Without it("ls");
    EXPECT_EQ(it.kit.run("print(1)").status, CellStatus::Ok);
    EXPECT_TRUE(it.said().contains(text("“ls”"))) << it.said().toStdString();
    it.server->act(it.kit.vm(), "delete");
    EXPECT_TRUE(it.kit.waitForState(SandboxState::Gone));
    EXPECT_EQ(it.kit.run("print(2)").status, CellStatus::Ok);
}

TEST(ExeRights, WithoutPauseTheBaseGoesOnRunningAndThatIsSaid)
{
    Without it("pause");
    EXPECT_EQ(it.kit.run("print(1)").status, CellStatus::Ok);
    EXPECT_TRUE(it.said().contains(text("“pause”"))) << it.said().toStdString();
    EXPECT_EQ(it.server.vms(text("code-interpreter-base")).front()["status"], "running");
    ExeKit other(it.server);
    EXPECT_EQ(other.run("print(2)").status, CellStatus::Ok) << "a running base is copied as well";
}

TEST(ExeRights, WithoutResumeACellInAPausedVmSaysWhatIsMissing)
{
    Without it("resume");
    it.kit.run("1");
    it.server->act(it.kit.vm(), "pause");
    const Failure failure = it.failure("print('ran')");
    EXPECT_EQ(failure.kind, ErrorKind::Permission);
    EXPECT_TRUE(failure.text.contains(text("“resume”"))) << failure.text.toStdString();
    it.server->act(it.kit.vm(), "resume");
    EXPECT_EQ(it.kit.run("print(2)").status, CellStatus::Ok);
}

TEST(ExeRights, WithoutRmASandboxIsMadeAllTheSame)
{
    Without it("rm");
    EXPECT_EQ(it.kit.run("print(1)").status, CellStatus::Ok);
}

TEST(ExeRights, WithoutNewOrSshNothingRunsAndTheTextNamesTheCommand)
{
    for (const char *command : {"new", "ssh"}) {
        Without it(command);
        const Failure failure = it.failure("print('ran')");
        EXPECT_TRUE(failure.text.contains(text(command))) << failure.text.toStdString();
        EXPECT_TRUE(it.server->names().isEmpty()) << "nothing is left behind";
    }
}

TEST(ExeRights, RefusesToCutTheNetworkOfAVmFromScratchWithoutEgress)
{
    Without it("cp", [](ExeSandbox::Options &options) { options.egress = text("integrations"); });
    const Failure failure = it.failure("print('ran')");
    EXPECT_EQ(failure.kind, ErrorKind::Permission);
    EXPECT_TRUE(failure.text.contains(text("“egress”"))) << failure.text.toStdString();
    EXPECT_TRUE(it.server->names().isEmpty());
}

TEST(ExeRights, UsesAStaleBaseAndSaysSo)
{
    ExeServer server;
    ExeKit one(server);
    one.run("1");
    ExeKit other(server,
                 [](ExeSandbox::Options &options) { options.packages = {text("ipykernel")}; });
    EXPECT_EQ(other.run("print(2)").status, CellStatus::Ok);
    EXPECT_EQ(other.notices(text("base_stale")).size(), 1);
    EXPECT_EQ(server.count("new"), 1);
}

TEST(ExeRights, AWrongTokenIsSaidAndMakesNothing)
{
    ExeServer server;
    ExeKit kit(server, [](ExeSandbox::Options &options) { options.access.token = "wrong"; });
    try {
        kit.run("1");
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::Auth);
    }
    EXPECT_TRUE(server->names().isEmpty());
}

} // namespace sandglass::test
