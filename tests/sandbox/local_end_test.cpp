// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/localkit.h"
#include "sandbox/processes.h"

#include "base/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;
using testing::HasSubstr;

// How cells and kernels end: by the clock, by Stop, by themselves.

namespace {

using Clock = std::chrono::steady_clock;

/// Runs `code` and requests stop once it has printed "go".
CellResult stopped(LocalKit &kit, const QByteArray &code)
{
    std::stop_source stop;
    const CellId cell = CellId::create();
    auto running =
        std::async(std::launch::async, [&] { return kit.run(code, 120s, stop.get_token(), cell); });
    EXPECT_TRUE(kit.waitForText("go", cell));
    stop.request_stop();
    return running.get();
}

struct Death
{
    const char *code;
    DeathCause::Kind kind;
    int number;
};

/// Options whose memory limit fills within seconds.
void smallMemory(LocalSandbox::Options &options)
{
    options.limits.memory = qint64(1) << 30;
}

bool boundedInTotal(LocalKit &kit)
{
    return kit.sandbox().heldLimits().contains(QLatin1String("in all"));
}

} // namespace

TEST(LocalSandboxEnd, InterruptsACellAfterItsTimeAndKeepsTheVariables)
{
    LocalKit kit;
    kit.run("x = 5");
    const auto start = Clock::now();
    const CellResult result = kit.run("while True: pass", 2s);
    EXPECT_EQ(result.status, CellStatus::TimedOut);
    EXPECT_FALSE(result.variablesLost);
    EXPECT_GT(Clock::now() - start, 1900ms);
    EXPECT_LT(Clock::now() - start, 10s);
    EXPECT_EQ(kit.run("assert x == 5").status, CellStatus::Ok);
}

TEST(LocalSandboxEnd, CountsTheTimeFromTheStartHoweverChattyTheCellIs)
{
    LocalKit kit;
    kit.onlyCount();
    kit.run("1");
    const auto start = Clock::now();
    EXPECT_EQ(kit.run("while True: print('x' * 50)", 2s).status, CellStatus::TimedOut);
    EXPECT_LT(Clock::now() - start, 10s);
}

TEST(LocalSandboxEnd, StopsACellAndKeepsTheVariables)
{
    LocalKit kit;
    kit.run("x = 6; import time, asyncio, subprocess");
    for (const char *code :
         {"print('go', flush=True)\nwhile True: pass", "print('go'); time.sleep(100)",
          "print('go'); await asyncio.sleep(100)", "print('go'); subprocess.run(['sleep', '100'])",
          "print('go')\n!sleep 100"}) {
        const auto start = Clock::now();
        const CellResult result = stopped(kit, code);
        EXPECT_EQ(result.status, CellStatus::Interrupted) << code;
        EXPECT_FALSE(result.variablesLost) << code;
        EXPECT_LT(Clock::now() - start, 10s) << code;
    }
    EXPECT_EQ(kit.run("assert x == 6").status, CellStatus::Ok);
}

TEST(LocalSandboxEnd, KillsWhatIgnoresTheInterruptAfterAGraceTimeAndSaysSo)
{
    LocalKit kit([](LocalSandbox::Options &options) { options.grace = 2s; });
    kit.run("x = 7");
    const auto start = Clock::now();
    const CellResult result =
        stopped(kit, "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
                     "print('go', flush=True)\nsum(range(10**13))");
    EXPECT_EQ(result.status, CellStatus::Interrupted);
    EXPECT_TRUE(result.variablesLost);
    EXPECT_LT(Clock::now() - start, 12s);
    EXPECT_EQ(kit.run("x").status, CellStatus::Error);
    EXPECT_EQ(kit.raised().at(0).ename, QStringLiteral("NameError"));
}

TEST(LocalSandboxEnd, TellsWhyAKernelDied)
{
    const Death deaths[] = {
        {"exit()", DeathCause::Kind::Exit, 0},
        {"import os; os._exit(7)", DeathCause::Kind::Exit, 7},
        {"import os; os.kill(os.getpid(), 9)", DeathCause::Kind::Signal, 9},
        {"import os; os.kill(os.getpid(), 15)", DeathCause::Kind::Signal, 15},
        {"import ctypes; ctypes.string_at(0)", DeathCause::Kind::Signal, 11},
        {"import os; os.abort()", DeathCause::Kind::Signal, 6},
    };
    LocalKit kit;
    for (const Death &death : deaths) {
        ASSERT_EQ(kit.run("x = 1").status, CellStatus::Ok);
        const auto start = Clock::now();
        const CellResult result = kit.run(QByteArray("print('before')\n") + death.code);
        EXPECT_LT(Clock::now() - start, 5s) << death.code;
        EXPECT_EQ(result.status, CellStatus::Died) << death.code;
        ASSERT_TRUE(result.cause) << death.code;
        EXPECT_EQ(result.cause->kind, death.kind) << death.code;
        EXPECT_EQ(result.cause->number, death.number) << death.code;
        EXPECT_TRUE(result.variablesLost);
        EXPECT_EQ(kit.text(), "before\n") << death.code;
        EXPECT_EQ(kit.run("x").status, CellStatus::Error) << death.code; // a new kernel
    }
}

TEST(LocalSandboxEnd, LivesThroughAMemoryErrorAndTellsADeathByMemory)
{
    LocalKit kit(&smallMemory);
    EXPECT_EQ(kit.run("import numpy as np\nnp.ones((10**6, 10**6))").status, CellStatus::Error);
    EXPECT_THAT(kit.raised().at(0).ename.toStdString(), HasSubstr("MemoryError"));
    const auto start = Clock::now();
    const CellResult result = kit.run("parts = []\n"
                                      "while True: parts.append(np.ones(10_000_000))");
    EXPECT_LT(Clock::now() - start, 30s);
    if (!boundedInTotal(kit)) {
        std::cout << "memory: limited for each process only\n";
        EXPECT_EQ(result.status, CellStatus::Error); // a MemoryError, the kernel lives
        return;
    }
    EXPECT_EQ(result.status, CellStatus::Died);
    ASSERT_TRUE(result.cause);
    EXPECT_EQ(result.cause->kind, DeathCause::Kind::OutOfMemory);
    EXPECT_EQ(kit.run("1").status, CellStatus::Ok);
}

TEST(LocalSandboxEnd, HoldsThreeTimesTheMemoryLimitInManyProcesses)
{
    LocalKit kit(&smallMemory);
    kit.run("1");
    const CellResult result = kit.run("import os, signal, time\n"
                                      "children = []\n"
                                      "for i in range(8):\n"
                                      "    pid = os.fork()\n"
                                      "    if pid == 0:\n"
                                      "        try:\n"
                                      "            block = bytearray(400 << 20); time.sleep(4)\n"
                                      "        finally:\n"
                                      "            os._exit(0)\n"
                                      "    children.append(pid)\n"
                                      "ends = [os.waitpid(pid, 0)[1] for pid in children]\n"
                                      "print(sum(1 for end in ends if end == 0))");
    if (boundedInTotal(kit)) {
        EXPECT_TRUE(result.status == CellStatus::Died || kit.text().toInt() <= 2)
            << kit.text().data();
    } else {
        std::cout << "memory in many processes: limited for each process only\n";
        EXPECT_EQ(kit.run("a = bytearray(3 << 30)").status, CellStatus::Error);
    }
    EXPECT_EQ(kit.run("1").status, CellStatus::Ok);
}

TEST(LocalSandboxEnd, HoldsAForkBomb)
{
    LocalKit kit([](LocalSandbox::Options &options) { options.limits.tasks = 100; });
    const CellResult result = kit.run("import os, time, signal\n"
                                      "children = []\n"
                                      "try:\n"
                                      "    for i in range(2000):\n"
                                      "        pid = os.fork()\n"
                                      "        if pid == 0: time.sleep(60); os._exit(0)\n"
                                      "        children.append(pid)\n"
                                      "except OSError as e: print('stopped by', e.errno)\n"
                                      "for pid in children: os.kill(pid, 9)\n"
                                      "for pid in children: os.waitpid(pid, 0)\n"
                                      "print(len(children))");
    EXPECT_EQ(result.status, CellStatus::Ok);
    EXPECT_THAT(kit.text().toStdString(), HasSubstr("stopped by 11\n"));
    const int made = kit.text().trimmed().split('\n').last().toInt();
    std::cout << "forks before the limit: " << made << '\n';
    EXPECT_LT(made, 100);
    EXPECT_EQ(kit.run("1").status, CellStatus::Ok);
}

TEST(LocalSandboxEnd, StopsACellThatFillsTheWorkFolder)
{
    LocalKit kit([](LocalSandbox::Options &options) { options.limits.work = 200 << 20; });
    kit.run("x = 1");
    const CellResult result =
        kit.run("import time\n"
                "for i in range(1000):\n"
                "    with open(f'f{i}', 'wb') as f: f.write(bytes(10 << 20))\n"
                "    time.sleep(0.02)");
    EXPECT_EQ(result.status, CellStatus::Interrupted);
    bool said = false;
    for (const Notice &notice : kit.notices())
        said = said || (notice.kind == QLatin1String("quota") &&
                        notice.text.contains(QLatin1String("full")));
    EXPECT_TRUE(said);
    // Making room is possible in a full folder.
    EXPECT_EQ(kit.run("import os, time\n"
                      "for f in os.listdir('.'):\n"
                      "    if f[0] == 'f': os.unlink(f); time.sleep(0.02)\n"
                      "assert x == 1")
                  .status,
              CellStatus::Ok);
}

TEST(LocalSandboxEnd, TellsAnEndBetweenTwoCells)
{
    LocalKit kit;
    kit.run("import os, threading, time\n"
            "def end():\n"
            "    time.sleep(0.5); os._exit(4)\n"
            "threading.Thread(target=end).start()\nx = 1");
    EXPECT_TRUE(kit.waitForNotice(QStringLiteral("variables_lost")));
    EXPECT_EQ(kit.run("x").status, CellStatus::Error);
}

TEST(LocalSandboxEnd, EndsAtOnceWhenItIsKilled)
{
    LocalKit kit;
    auto running = std::async(std::launch::async, [&] {
        return kit.run("import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
                       "print('go', flush=True)\nwhile True: pass");
    });
    ASSERT_TRUE(kit.waitForText("go"));
    const auto start = Clock::now();
    kit.sandbox().kill();
    EXPECT_EQ(running.get().status, CellStatus::Died);
    EXPECT_LT(Clock::now() - start, 5s);
    EXPECT_EQ(kit.run("1").status, CellStatus::Ok);
}

TEST(LocalSandboxEnd, OutlivesTheDeathOfTheWholeSandbox)
{
    LocalKit kit;
    kit.run("x = 1");
    auto running = std::async(std::launch::async, [&] {
        return kit.run("import subprocess, time\nprint('go', flush=True)\ntime.sleep(100)");
    });
    ASSERT_TRUE(kit.waitForText("go"));
    ASSERT_GT(killChildrenNamed("bwrap"), 0); // from outside, as the system's memory killer would
    const auto start = Clock::now();
    const CellResult result = running.get();
    EXPECT_LT(Clock::now() - start, 5s);
    EXPECT_EQ(result.status, CellStatus::Died);
    ASSERT_TRUE(result.cause);
    EXPECT_EQ(result.cause->number, 9);
    EXPECT_EQ(kit.text(), "go\n");
    EXPECT_EQ(kit.run("x").status, CellStatus::Error);
}

TEST(LocalSandboxEnd, LeavesNoProcessWhenItIsDestroyed)
{
    const QByteArray marker = "SANDGLASS_MARK=" + CellId::create().toString().toLatin1();
    LocalKit kit;
    ASSERT_EQ(kit.run(markedChild(marker)).status, CellStatus::Ok);
    EXPECT_EQ(processesWith(marker), 1);
    kit.destroySandbox();
    EXPECT_TRUE(goneWithin(marker, 5s));
}

TEST(LocalSandboxEnd, LeavesNoProcessWhenTheAppIsKilled)
{
    const QByteArray marker = "SANDGLASS_MARK=" + CellId::create().toString().toLatin1();
    QTemporaryDir folder;
    const pid_t app = startOwner(folder.path(), marker);
    ASSERT_TRUE(appearsWithin(marker, 60s));
    const std::vector<pid_t> family = descendants(app);
    EXPECT_GE(family.size(), 3u); // bubblewrap, host, kernel at least
    killAndCollect(app);
    EXPECT_TRUE(goneWithin(marker, 5s));
    for (const pid_t pid : family)
        EXPECT_TRUE(isGoneWithin(pid, 5s)) << pid;
}
