// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/interpreter.h"

#include "base/error.h"
#include "sandbox/toolrun.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace sandglass;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

ErrorKind kindOf(const std::function<void()> &act)
{
    try {
        act();
    } catch (const Error &error) {
        EXPECT_FALSE(error.failure().text.isEmpty());
        return error.kind();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

ToolRun shell(const char *script)
{
    return {s("/bin/sh"), {s("-c"), s(script)}, toolEnvironment(), {}, std::chrono::seconds(60)};
}

} // namespace

TEST(ReducedMounts, AreShortestFirstAndNoneBelowAnother)
{
    struct Row
    {
        QStringList given;
        QStringList kept;
    };
    const Row table[] = {
        {{}, {}},
        {{s("/usr"), s("/usr/local"), s("/usr/lib/python3")}, {}},
        {{s("/opt/py")}, {s("/opt/py")}},
        {{s("/opt/py/venv"), s("/opt/py"), s("/opt/py")}, {s("/opt/py")}},
        {{s("/opt/python"), s("/opt/py")}, {s("/opt/py"), s("/opt/python")}},
        {{s("/home/u/.pyenv/versions/3.11.7"), s("/data/v"), s("/usr")},
         {s("/data/v"), s("/home/u/.pyenv/versions/3.11.7")}},
        {{s("/opt/py/"), s("/opt//py/../py"), s("/opt/py/bin")}, {s("/opt/py")}},
        {{s("/usrlocal")}, {s("/usrlocal")}},
        {{s("relative"), s("")}, {}},
        {{s("/"), s("/opt")}, {s("/")}}, // refused by exposesTooMuch()
    };
    for (const Row &row : table)
        EXPECT_EQ(reducedMounts(row.given), row.kept) << row.given.join(u' ').toStdString();
}

TEST(ExposesTooMuch, IsTrueForFoldersWithTheHomeOrTheDataInThem)
{
    const QString home = s("/home/u");
    const QString data = s("/srv/sandglass/data");
    for (const char *folder :
         {"/", "/home", "/home/u", "/home/u/", "/srv/sandglass", "/srv/sandglass/data", "/etc",
          "/tmp", "/var", "/run", "/proc", "/opt"})
        EXPECT_TRUE(exposesTooMuch(s(folder), home, data)) << folder;
    for (const char *folder : {"/home/u/venv", "/home/other/venv", "/tmp/venv", "/opt/conda",
                               "/srv/sandglass/data/python/1/venv", "/home/user"})
        EXPECT_FALSE(exposesTooMuch(s(folder), home, data)) << folder;
}

TEST(Mounts, LeadThroughEveryLinkToTheProgram)
{
    QTemporaryDir temp;
    const QString root = QFileInfo(temp.path()).canonicalFilePath();
    // As uv lays it out: the environment's link goes through a link to the version's folder.
    ASSERT_TRUE(QDir(root).mkpath(s("uv/cpython-3.12.5/bin")));
    ASSERT_TRUE(QDir(root).mkpath(s("project/.venv/bin")));
    QFile program(root + s("/uv/cpython-3.12.5/bin/python3.12"));
    ASSERT_TRUE(program.open(QIODevice::WriteOnly));
    ASSERT_TRUE(QFile::link(root + s("/uv/cpython-3.12.5"), root + s("/uv/cpython-3.12")));
    ASSERT_TRUE(QFile::link(root + s("/uv/cpython-3.12/bin/python3.12"),
                            root + s("/project/.venv/bin/python")));
    Interpreter interpreter;
    interpreter.path = root + s("/project/.venv/bin/python");
    interpreter.realPath = program.fileName();
    interpreter.prefix = root + s("/project/.venv");
    interpreter.basePrefix = root + s("/uv/cpython-3.12.5");
    EXPECT_EQ(mountsOf(interpreter, s("/nowhere/data")),
              QStringList({root + s("/project/.venv"), root + s("/uv/cpython-3.12"),
                           root + s("/uv/cpython-3.12.5")}));
    EXPECT_EQ(kindOf([&] { mountsOf(interpreter, root + s("/project/.venv/data")); }),
              ErrorKind::SetupFailed);
}

TEST(Interpreter, SaysWhatItIsAndWhatItLacks)
{
    const Interpreter found = findInterpreter({});
    EXPECT_GE(found.minorVersion(), 310);
    EXPECT_TRUE(QFileInfo(found.path).isExecutable());
    EXPECT_TRUE(QFileInfo(found.prefix).isDir());
    const Interpreter asked =
        askInterpreter(found.path, {s("json"), s("no_such_module_at_all")}, {});
    EXPECT_EQ(asked.version, found.version);
    EXPECT_EQ(asked.missing.keys(), QStringList(s("no_such_module_at_all")));
    EXPECT_TRUE(asked.missing.first().contains(s("ModuleNotFoundError")));
}

TEST(Interpreter, IsRefusedWhereItIsNoPython)
{
    for (const char *path : {"/bin/true", "/bin/sh", "/no/such/program", "/tmp", "/etc/passwd"})
        EXPECT_EQ(kindOf([&] { askInterpreter(s(path), {}, {}); }), ErrorKind::SetupFailed);
}

TEST(ToolRun, GivesLinesOfBothStreamsAndTheEnd)
{
    QStringList lines;
    const ToolEnd end = runTool(shell("echo out; echo err >&2; printf last; exit 3"),
                                [&](const QString &line) { lines.append(line); }, {});
    lines.sort();
    EXPECT_EQ(lines, QStringList({s("err"), s("last"), s("out")}));
    EXPECT_EQ(end.exitCode, 3);
    EXPECT_FALSE(end.ok());
    EXPECT_EQ(end.output, "out\nlast");
    EXPECT_TRUE(end.lines.contains("err"));
    EXPECT_TRUE(runTool(shell("kill -9 $$"), {}, {}).crashed);
}

TEST(ToolRun, KeepsBoundedOutputOfAnEndlessLine)
{
    qsizetype longest = 0;
    const ToolEnd end =
        runTool(shell("head -c 20000000 /dev/zero | tr '\\0' x"),
                [&](const QString &line) { longest = qMax(longest, line.size()); }, {});
    EXPECT_TRUE(end.ok());
    EXPECT_EQ(end.output.size(), 4 << 20);
    EXPECT_EQ(end.lines.size(), 64 << 10);
    EXPECT_LE(longest, 16 << 10);
}

TEST(ToolRun, KillsAllItStartedWhenItIsStopped)
{
    std::stop_source stop;
    qint64 grandchild = 0;
    const auto act = [&] {
        runTool(
            shell("sleep 1000 & echo $!; wait"),
            [&](const QString &line) {
                grandchild = line.toLongLong();
                stop.request_stop();
            },
            stop.get_token());
    };
    EXPECT_EQ(kindOf(act), ErrorKind::Cancelled);
    ASSERT_GT(grandchild, 0);
    // Collected already, or its end is told within five seconds.
    const int process = static_cast<int>(::syscall(SYS_pidfd_open, pid_t(grandchild), 0));
    if (process < 0) {
        EXPECT_EQ(errno, ESRCH);
        return;
    }
    pollfd end{process, POLLIN, 0};
    EXPECT_EQ(::poll(&end, 1, 5000), 1);
    ::close(process);
}

TEST(ToolRun, EndsWhatTakesTooLongOrCannotStart)
{
    ToolRun run = shell("sleep 1000");
    run.timeout = std::chrono::seconds(0);
    EXPECT_EQ(kindOf([&] { runTool(run, {}, {}); }), ErrorKind::TimedOut);
    run.program = s("/no/such/program");
    EXPECT_EQ(kindOf([&] { runTool(run, {}, {}); }), ErrorKind::SetupFailed);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(kindOf([&] { runTool(shell("sleep 1000"), {}, stop.get_token()); }),
              ErrorKind::Cancelled);
}

TEST(ToolRun, OpensNoDescriptorOfOursInTheTool)
{
    const int fd = ::open("/etc/passwd", O_RDONLY); // inheritable
    ASSERT_GE(fd, 0);
    const ToolEnd end = runTool(shell("ls -1 /proc/self/fd | wc -l"), {}, {});
    ::close(fd);
    EXPECT_EQ(end.output.trimmed(), "4"); // three and the one that lists
}

TEST(ToolRun, HasNothingInItsEnvironmentThatLeadsToOtherModules)
{
    qputenv("PYTHONPATH", "/tmp");
    qputenv("PIP_TARGET", "/tmp");
    qputenv("VIRTUAL_ENV", "/tmp");
    const ToolEnd end = runTool(shell("env"), {}, {});
    for (const char *name : {"PYTHONPATH", "PIP_TARGET", "VIRTUAL_ENV"}) {
        EXPECT_FALSE(end.output.contains(name)) << name;
        qunsetenv(name);
    }
    EXPECT_TRUE(end.output.contains("PIP_NO_INPUT=1"));
}
