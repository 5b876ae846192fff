// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/localkit.h"

#include "base/error.h"

#include <QDir>
#include <QFile>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <future>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;
using testing::HasSubstr;

namespace {

/// Kinds and texts of what a cell showed, in order, e.g. "out:A fig out:B".
std::string sequence(const LocalKit &kit)
{
    std::string result;
    for (const Shown &one : kit.shown()) {
        if (one.cell != kit.lastCell())
            continue;
        if (const auto *stream = std::get_if<StreamOutput>(&one.output))
            result += stream->text.toStdString();
        else if (const auto *shown = std::get_if<DisplayData>(&one.output))
            result += shown->bundle.data.count(QStringLiteral("image/png")) ? "<fig>" : "<display>";
        else if (std::get_if<UpdateDisplayData>(&one.output))
            result += "<update>";
        else if (std::get_if<ClearOutput>(&one.output))
            result += "<clear>";
        else if (std::get_if<ExecuteResult>(&one.output))
            result += "<result>";
        else
            result += "<error>";
    }
    return result;
}

qint64 residentBytes()
{
    std::ifstream statm("/proc/self/statm");
    qint64 total = 0;
    qint64 resident = 0;
    statm >> total >> resident;
    return resident * 4096;
}

} // namespace

TEST(LocalSandbox, RunsACellAndKeepsItsVariables)
{
    LocalKit kit;
    EXPECT_EQ(kit.run("x = 21\nprint('first')").status, CellStatus::Ok);
    EXPECT_EQ(kit.text(), "first\n");
    const CellResult second = kit.run("x * 2");
    EXPECT_EQ(second.status, CellStatus::Ok);
    EXPECT_EQ(second.executionCount, 2);
    const std::vector<Shown> shown = kit.shown();
    const auto *result = std::get_if<ExecuteResult>(&shown.back().output);
    ASSERT_NE(result, nullptr);
    EXPECT_EQ(result->bundle.data.at(QStringLiteral("text/plain")), "42");
    std::cout << "limits: " << kit.sandbox().heldLimits().toStdString() << '\n';
    EXPECT_FALSE(kit.sandbox().heldLimits().isEmpty());
}

TEST(LocalSandbox, ShowsOutputWhileTheCellRuns)
{
    LocalKit kit;
    kit.run("import time");
    const auto start = std::chrono::steady_clock::now();
    kit.run("print('one')\ntime.sleep(4)\nprint('two')");
    std::optional<std::chrono::steady_clock::duration> first;
    for (const Shown &one : kit.shown()) {
        if (one.cell == kit.lastCell() && !first)
            first = one.at - start;
    }
    ASSERT_TRUE(first);
    EXPECT_LT(*first, 2500ms); // five times the promised half second
    EXPECT_EQ(kit.text(), "one\ntwo\n");
}

TEST(LocalSandbox, TellsAnErrorWithItsTraceback)
{
    LocalKit kit;
    EXPECT_EQ(kit.run("def f():\n    return 1/0\nf()").status, CellStatus::Error);
    ASSERT_EQ(kit.raised().size(), 1u);
    EXPECT_EQ(kit.raised()[0].ename, QStringLiteral("ZeroDivisionError"));
    EXPECT_EQ(kit.run("import sys\nsys.exit(3)").status, CellStatus::Error);
    EXPECT_EQ(kit.raised()[0].ename, QStringLiteral("SystemExit"));
    EXPECT_EQ(kit.run("f").status, CellStatus::Ok); // the kernel lives
}

TEST(LocalSandbox, RefusesInputAtOnce)
{
    LocalKit kit;
    EXPECT_EQ(kit.run("x = input('name? ')", 20s).status, CellStatus::Error);
    EXPECT_EQ(kit.raised().at(0).ename, QStringLiteral("StdinNotImplementedError"));
    EXPECT_EQ(kit.run("import getpass\ngetpass.getpass()", 20s).status, CellStatus::Error);
}

TEST(LocalSandbox, ShowsWhatChildrenAndCLibrariesPrint)
{
    LocalKit kit;
    EXPECT_EQ(kit.run("import os, ctypes, subprocess\n"
                      "print('a', flush=True)\n"
                      "os.system('echo b')\n"
                      "ctypes.CDLL(None).puts(b'c'); ctypes.CDLL(None).fflush(None)\n"
                      "print(subprocess.run(['echo', 'd']).returncode)")
                  .status,
              CellStatus::Ok);
    EXPECT_EQ(kit.text(), "a\nb\nc\nd\n0\n");
}

TEST(LocalSandbox, PutsLateOutputOfAThreadUnderItsCell)
{
    LocalKit kit;
    const CellId first = CellId::create();
    kit.run("import threading, time\n"
            "def late():\n"
            "    time.sleep(1)\n"
            "    print('late')\n"
            "t = threading.Thread(target=late); t.start()",
            60s, {}, first);
    kit.run("print('second'); t.join()");
    EXPECT_EQ(kit.text(first), "late\n");
    EXPECT_EQ(kit.text(), "second\n");
}

TEST(LocalSandbox, ShowsFiguresOnceEachInOrderWithTheText)
{
    LocalKit kit;
    kit.run(
        "import matplotlib.pyplot as plt\nimport pandas as pd\ndf = pd.DataFrame({'a': [1, 2]})");
    kit.run("for i in range(4):\n    plt.plot([i, 1]); plt.show()");
    EXPECT_EQ(sequence(kit), "<fig><fig><fig><fig>");
    kit.run("for i in range(3):\n    print('A'); df.plot(); plt.show(); print('B')");
    EXPECT_EQ(sequence(kit), "A\n<fig>B\nA\n<fig>B\nA\n<fig>B\n");
    kit.run("print('A'); df.plot(); print('B');");
    EXPECT_EQ(sequence(kit), "A\nB\n<fig>");
}

TEST(LocalSandbox, GivesFiguresTwiceTheirSizeWithTheirMeasure)
{
    LocalKit kit;
    kit.run("import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show()");
    const auto shown = kit.shown();
    const auto *figure = std::get_if<DisplayData>(&shown.back().output);
    ASSERT_NE(figure, nullptr);
    const QByteArray png = figure->bundle.data.at(QStringLiteral("image/png"));
    EXPECT_TRUE(png.startsWith("\x89PNG"));
    const int width = int(quint8(png[18])) * 256 + quint8(png[19]);
    EXPECT_THAT(figure->bundle.metadata.toStdString(),
                HasSubstr("\"width\":" + std::to_string(width / 2)));
}

TEST(LocalSandbox, DrawsTitlesInChineseJapaneseAndKorean)
{
    LocalKit kit;
    EXPECT_EQ(kit.run("import matplotlib.pyplot as plt\n"
                      "plt.title('特性 売上 매출 −5'); plt.plot([-5, 5]); plt.show()")
                  .status,
              CellStatus::Ok);
    EXPECT_THAT(sequence(kit), HasSubstr("<fig>"));
    EXPECT_THAT(kit.errors().toStdString(), testing::Not(HasSubstr("Glyph")));
}

TEST(LocalSandbox, PassesOnClearedAndUpdatedDisplays)
{
    LocalKit kit;
    kit.run("from IPython.display import display, clear_output, update_display\n"
            "for i in range(50):\n    clear_output(wait=True); display(i)");
    int clears = 0;
    for (const Shown &one : kit.shown())
        clears += std::holds_alternative<ClearOutput>(one.output);
    EXPECT_EQ(clears, 50);
    kit.run("h = display('a', display_id='d1')\nupdate_display('b', display_id='d1')");
    EXPECT_EQ(sequence(kit), "<display><update>");
    const auto shown = kit.shown();
    const auto *update = std::get_if<UpdateDisplayData>(&shown.back().output);
    ASSERT_NE(update, nullptr);
    EXPECT_EQ(update->bundle.displayId, QStringLiteral("d1"));
}

TEST(LocalSandbox, ListsNewAndChangedFilesAfterEachCell)
{
    LocalKit kit;
    const CellResult made = kit.run("open('a.txt', 'w').write('hello')\n"
                                    "import os; os.mkdir('d'); open('d/b.txt', 'w').write('b')");
    ASSERT_EQ(made.files.size(), 2);
    EXPECT_EQ(made.files[0].name, QStringLiteral("a.txt"));
    EXPECT_EQ(made.files[0].size, 5);
    EXPECT_EQ(made.files[1].name, QStringLiteral("d/b.txt"));
    EXPECT_TRUE(kit.run("1").files.isEmpty());
    const CellResult changed = kit.run("open('a.txt', 'a').write('!')");
    ASSERT_EQ(changed.files.size(), 1);
    EXPECT_EQ(changed.files[0].size, 6);
}

TEST(LocalSandbox, ShowsBigFilesAndFoldersOfThePersonReadOnlyBelowData)
{
    QTemporaryDir outside;
    QDir(outside.path()).mkdir(QStringLiteral("folder"));
    for (const char *name : {"big.csv", "folder/part.csv"}) {
        QFile file(outside.filePath(QLatin1String(name)));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("a,b\n1,2\n");
    }
    LocalKit kit([&](LocalSandbox::Options &options) {
        options.mounts = [&] {
            return std::vector<LocalSandbox::Mount>{
                {outside.filePath(QStringLiteral("big.csv")), QStringLiteral("big.csv")},
                {outside.filePath(QStringLiteral("folder")), QStringLiteral("mine")},
                {outside.filePath(QStringLiteral("gone.csv")), QStringLiteral("gone.csv")},
                {QStringLiteral("/proc"), QStringLiteral("proc")},
                {outside.path(), QStringLiteral("../x")}};
        };
    });
    kit.run("import os\n"
            "print(open('data/big.csv').read().split(), sorted(os.listdir('data/mine')))\n"
            "for path in ('data/big.csv', 'data/mine/new'):\n"
            "    try: open(path, 'a'); print('wrote')\n"
            "    except OSError as e: print(e.errno)");
    EXPECT_EQ(kit.text(), "['a,b', '1,2'] ['part.csv']\n30\n30\n");
    int refused = 0;
    for (const Notice &notice : kit.notices())
        refused += notice.kind == QLatin1String("mount");
    EXPECT_EQ(refused, 3);
}

TEST(LocalSandbox, RunsTwoSandboxesAtOnceApartFromEachOther)
{
    LocalKit one;
    LocalKit two;
    auto running = std::async(std::launch::async, [&] {
        return one.run("import time; x = 1; open('mine', 'w').write('1')\ntime.sleep(3); print(x)");
    });
    EXPECT_EQ(two.run("x").status, CellStatus::Error);
    EXPECT_EQ(two.run("open('mine')").status, CellStatus::Error);
    EXPECT_EQ(running.get().status, CellStatus::Ok);
    EXPECT_EQ(one.text(), "1\n");
}

TEST(LocalSandbox, KeepsItsMemoryWhileCodePrintsAHundredMegabytes)
{
    LocalKit kit;
    kit.onlyCount();
    kit.run("1");
    const qint64 before = residentBytes();
    EXPECT_EQ(kit.run("line = 'x' * 99\nfor i in range(1_000_000): print(line)", 300s).status,
              CellStatus::Ok);
    EXPECT_EQ(kit.counted(), 100'000'000);
    const qint64 grown = residentBytes() - before;
    std::cout << "grown by " << grown / 1024 << " KiB\n";
#if defined(__SANITIZE_ADDRESS__)
    EXPECT_LT(grown, qint64(400) << 20); // freed memory waits in its quarantine
#else
    EXPECT_LT(grown, qint64(50) << 20);
#endif
}

TEST(LocalSandbox, StopsEndlessPrintingAtOnceAndKeepsItsVariables)
{
    LocalKit kit;
    kit.onlyCount();
    kit.run("x = 7");
    std::stop_source stop;
    auto running = std::async(std::launch::async, [&] {
        return kit.run("while True: print('x' * 99)", 300s, stop.get_token());
    });
    while (kit.counted() < 5'000'000)
        std::this_thread::yield();
    const auto start = std::chrono::steady_clock::now();
    stop.request_stop();
    EXPECT_EQ(running.get().status, CellStatus::Interrupted);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
    EXPECT_EQ(kit.run("assert x == 7").status, CellStatus::Ok);
}

TEST(LocalSandbox, StartsAnewAfterARestart)
{
    LocalKit kit;
    kit.run("x = 1; open('kept.txt', 'w').write('1')");
    kit.sandbox().restart();
    EXPECT_EQ(kit.run("x").status, CellStatus::Error);
    EXPECT_EQ(kit.run("open('kept.txt').read()").status, CellStatus::Ok);
}

TEST(LocalSandbox, UsesPackagesThatAreAddedWhileItRuns)
{
    LocalKit kit;
    EXPECT_EQ(kit.run("import sandglass_extra").status, CellStatus::Error);
    QFile module(kit.folder() + QStringLiteral("/packages/sandglass_extra.py"));
    ASSERT_TRUE(module.open(QIODevice::WriteOnly));
    module.write("value = 5\n");
    module.close();
    EXPECT_EQ(kit.run("import sandglass_extra; print(sandglass_extra.value)").status,
              CellStatus::Ok);
    EXPECT_EQ(kit.text(), "5\n");
}

TEST(LocalSandbox, SaysWhyItCannotStart)
{
    LocalKit noKernel([](LocalSandbox::Options &options) {
        options.kernelFolder = QStringLiteral("/nonexistent");
    });
    EXPECT_THROW(noKernel.run("1"), Error);
    LocalKit wide([](LocalSandbox::Options &options) {
        options.python = [](std::stop_token) {
            PythonEnvironment python = testPython();
            python.mounts += QDir::homePath();
            return python;
        };
    });
    EXPECT_THROW(wide.run("1"), Error); // it would show the whole home folder
    LocalKit broken([](LocalSandbox::Options &options) {
        options.python = [](std::stop_token) {
            PythonEnvironment python = testPython();
            python.interpreter = QStringLiteral("/usr/bin/false");
            return python;
        };
    });
    try {
        broken.run("1");
        ADD_FAILURE() << "it started";
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::SetupFailed);
    }
}

TEST(LocalSandbox, DoesNotStartWhatWasStoppedBefore)
{
    LocalKit kit;
    std::stop_source stop;
    stop.request_stop();
    try {
        kit.run("1", 60s, stop.get_token());
        ADD_FAILURE() << "it ran";
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::Cancelled);
    }
    EXPECT_EQ(kit.run("2").status, CellStatus::Ok);
}

TEST(LocalSandbox, WorksOnThisComputer)
{
    EXPECT_EQ(LocalSandbox::check(), std::nullopt);
}
