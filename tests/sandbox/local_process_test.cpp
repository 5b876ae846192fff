// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "sandbox/childprocess.h"
#include "sandbox/processes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <memory>
#include <thread>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;
using testing::HasSubstr;

namespace {

constexpr std::chrono::seconds patience{60};

ChildCommand shell(const QByteArray &script)
{
    ChildCommand command;
    command.words = {"/bin/sh", "-c", script};
    command.environment = {"PATH=/usr/bin:/bin", "ONLY=this"};
    return command;
}

QByteArray outputOf(ChildCommand command)
{
    DescriptorPair pipe = readingPipe();
    command.output = pipe.theirs.get();
    ChildProcess child(command);
    pipe.theirs = Descriptor();
    EXPECT_TRUE(child.wait(QDeadlineTimer(patience)));
    return readSome(pipe.ours.get(), 64 * 1024).value_or(QByteArray());
}

} // namespace

TEST(ChildProcess, TellsHowItEnded)
{
    ChildProcess exits(shell("exit 7"));
    EXPECT_EQ(exits.wait(QDeadlineTimer(patience))->exitCode, 7);
    ChildProcess killed(shell("kill -9 $$"));
    EXPECT_EQ(killed.wait(QDeadlineTimer(patience))->signal, 9);
    ChildProcess waits(shell("exec sleep 1000"));
    EXPECT_FALSE(waits.wait(QDeadlineTimer(10)));
    waits.kill();
    EXPECT_EQ(waits.wait(QDeadlineTimer(patience))->signal, 9);
}

TEST(ChildProcess, SaysWhyAProgramCannotBeRun)
{
    ChildCommand command;
    command.words = {"/nonexistent/program"};
    try {
        const ChildProcess child(command);
        ADD_FAILURE() << "it ran";
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::SetupFailed);
        EXPECT_THAT(error.failure().text.toStdString(), HasSubstr("No such file"));
    }
}

TEST(ChildProcess, HasOnlyTheDescriptorsAndVariablesItIsGiven)
{
    const Descriptor inherited(::open("/etc/passwd", O_RDONLY)); // without close-on-exec
    const Descriptor given(::open("/etc/group", O_RDONLY | O_CLOEXEC));
    ChildCommand command = shell("for f in /proc/$$/fd/*; do readlink $f; done; env");
    command.passed = {given.get()};
    const QByteArray said = outputOf(command);
    EXPECT_TRUE(said.contains("/etc/group"));
    EXPECT_FALSE(said.contains("/etc/passwd")) << said.constData();
    EXPECT_TRUE(said.contains("ONLY=this"));
    EXPECT_FALSE(said.contains("HOME="));
    EXPECT_EQ(said.count("/dev/null"), 2); // stdin and stderr
}

TEST(ChildProcess, IsHeldToItsLimitsAndTakesLowerOnesAsTheyAre)
{
    ChildCommand command = shell("ulimit -f; ulimit -c");
    command.limits = {{RLIMIT_FSIZE, 1024 * 512}, {RLIMIT_CORE, 0}};
    EXPECT_EQ(outputOf(command), "1024\n0\n");
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    command = shell("ulimit -Hn");
    command.limits = {{RLIMIT_NOFILE, qint64(before.rlim_max) + 1000}};
    EXPECT_EQ(outputOf(command).trimmed().toULongLong(), before.rlim_max);
}

TEST(ChildProcess, EndsWithTheThreadThatMadeIt)
{
    std::unique_ptr<ChildProcess> child;
    std::thread([&] { child = std::make_unique<ChildProcess>(shell("exec sleep 1000")); }).join();
    EXPECT_TRUE(isGoneWithin(child->pid(), 5s));
}

TEST(ChildProcess, IsKilledAndCollectedByItsDestructor)
{
    pid_t pid = -1;
    {
        const ChildProcess child(shell("exec sleep 1000"));
        pid = child.pid();
    }
    EXPECT_EQ(::kill(pid, 0), -1);
}

TEST(SealedFile, HoldsItsBytesAndCannotBeChanged)
{
    const QByteArray bytes(200'000, 'x');
    const Descriptor file = sealedFile(bytes);
    EXPECT_EQ(::lseek(file.get(), 0, SEEK_END), bytes.size());
    EXPECT_LT(::write(file.get(), "y", 1), 0);
}
