// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "sandbox/exekit.h"
#include "sandbox/vmfiles.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <thread>

namespace sandglass::test {

using exedev::test::text;

namespace {

class ExeFiles : public testing::Test
{
protected:
    ExeFiles()
        : kit(server)
        , files(server->options(), [this] { return kit.vm(); }, m_folder.path())
    {}

    QString at(const char *name) const { return m_folder.filePath(text(name)); }

    QString write(const char *name, const QByteArray &content) const
    {
        QDir().mkpath(QFileInfo(at(name)).path());
        QFile file(at(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
        return at(name);
    }

    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(nothing)");
    }

    ErrorKind kindOf(const std::function<void()> &act)
    {
        try {
            act();
        } catch (const Error &error) {
            return error.kind();
        }
        ADD_FAILURE() << "it did not fail";
        return {};
    }

    QTemporaryDir m_folder;
    ExeServer server;
    ExeKit kit;
    VmFiles files;
};

} // namespace

TEST_F(ExeFiles, AreBroughtWholeWithProgressAndNeverReplaceWhatIsThere)
{
    kit.run("1");
    const QByteArray csv = exedev::test::noise(700'000);
    qint64 last = 0;
    files.put(write("Générer la suite.csv", csv), text("Générer la suite.csv"),
              [&](qint64 done, qint64 total) {
                  EXPECT_LE(done, total);
                  last = done;
              },
              {});
    EXPECT_EQ(last, csv.size());
    EXPECT_EQ(server.read(kit.vm(), text("work/Générer la suite.csv")), csv);
    files.put(at("Générer la suite.csv"), text("Générer la suite.csv"), {}, {}); // is there already
    EXPECT_EQ(
        kindOf([&] { files.put(write("other", "other"), text("Générer la suite.csv"), {}, {}); }),
        ErrorKind::InvalidInput);
    EXPECT_EQ(server.read(kit.vm(), text("work/Générer la suite.csv")), csv);
}

TEST_F(ExeFiles, BringFoldersWithAllThatIsInThem)
{
    kit.run("1");
    write("set/a.txt", "a");
    write("set/deep/b.txt", "b");
    files.put(at("set"), text("data/set"), {}, {});
    files.put(at("set"), text("data/set"), {}, {});
    write("set/deep/b.txt", "changed");
    EXPECT_EQ(kindOf([&] { files.put(at("set"), text("data/set"), {}, {}); }),
              ErrorKind::InvalidInput);
    kit.run("print(open('data/set/deep/b.txt').read())");
    EXPECT_EQ(kit.printed(), "b\n");
}

TEST_F(ExeFiles, AreSavedDuringARunningCell)
{
    kit.run("open('r.csv', 'wb').write(bytes(range(256)) * 1000)");
    std::thread beside([&] { kit.run("import time; print('3', flush=True); time.sleep(2)"); });
    EXPECT_TRUE(kit.waitForText("3"));
    files.save(text("r.csv"), at("saved.csv"), {}, {});
    EXPECT_EQ(read(at("saved.csv")).size(), 256'000);
    EXPECT_TRUE(kit.states().last() == SandboxState::Running);
    beside.join();
}

TEST_F(ExeFiles, AreSavedTogetherWithNestedFoldersAndErrorsForEach)
{
    kit.run("import os\nos.makedirs('d')\nopen('a.txt', 'w').write('A')\n"
            "open('d/deep.csv', 'w').write('D')\nopen('empty', 'w')");
    QDir().mkpath(at("out"));
    const QList<SavedFile> all = files.saveAll(
        {text("a.txt"), text("d/deep.csv"), text("empty"), text("missing"), text("../escape")},
        at("out"), {}, {});
    ASSERT_EQ(all.size(), 5);
    EXPECT_EQ(read(at("out/a.txt")), "A");
    EXPECT_EQ(read(at("out/d/deep.csv")), "D");
    EXPECT_EQ(read(at("out/empty")), "");
    EXPECT_EQ(all[3].failure->kind, ErrorKind::NotFound);
    EXPECT_EQ(all[4].failure->kind, ErrorKind::InvalidInput);
}

TEST_F(ExeFiles, NeverLeaveTheFolderWhateverTheVmSays)
{
    kit.run("import os\nos.makedirs('as_folder/x')");
    for (const char *name : {"../../.bashrc", "/etc/passwd", "a/../../b", "", "a//b", "."}) {
        EXPECT_EQ(kindOf([&] { files.save(text(name), at("out"), {}, {}); }),
                  ErrorKind::InvalidInput)
            << name;
        EXPECT_EQ(kindOf([&] { files.put(write("in", "x"), text(name), {}, {}); }),
                  ErrorKind::InvalidInput)
            << name;
    }
    kindOf([&] { files.save(text("as_folder"), at("out"), {}, {}); });
    EXPECT_FALSE(QFileInfo::exists(at("out")));
}

TEST_F(ExeFiles, WakeAVmThatIsPaused)
{
    kit.run("open('r.txt', 'w').write('there')");
    server->act(kit.vm(), "pause");
    files.save(text("r.txt"), at("saved"), {}, {});
    EXPECT_EQ(read(at("saved")), "there");
}

TEST_F(ExeFiles, AreLeftAloneWhileThereIsNoVm)
{
    files.put(write("a.csv", "1"), text("a.csv"), {}, {});
    EXPECT_FALSE(files.remove(text("a.csv"), {}));
    EXPECT_EQ(kindOf([&] { files.save(text("a.csv"), at("out"), {}, {}); }), ErrorKind::NotRunning);
    EXPECT_TRUE(server->names().isEmpty());
}

TEST_F(ExeFiles, AreRemoved)
{
    kit.run("open('r.txt', 'w').write('there')");
    EXPECT_TRUE(files.remove(text("r.txt"), {}));
    EXPECT_FALSE(files.remove(text("r.txt"), {}));
    kit.run("import os; print(os.listdir())");
    EXPECT_EQ(kit.printed(), "[]\n");
}

TEST_F(ExeFiles, StopOnTheWay)
{
    kit.run("1");
    std::stop_source stop;
    const QByteArray big = exedev::test::noise(3'000'000);
    EXPECT_EQ(kindOf([&] {
                  files.put(
                      write("big", big), text("big"), [&](qint64, qint64) { stop.request_stop(); },
                      stop.get_token());
              }),
              ErrorKind::Cancelled);
    kit.run("import os; print(os.listdir())");
    EXPECT_EQ(kit.printed(), "[]\n");
}

} // namespace sandglass::test
