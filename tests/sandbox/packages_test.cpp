// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/packages.h"

#include "base/error.h"
#include "sandbox/interpreter.h"
#include "sandbox/layerfiles.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <thread>

using namespace sandglass;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

void put(const QString &path, const QByteArray &bytes)
{
    ASSERT_TRUE(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_EQ(file.write(bytes), bytes.size());
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

Failure failureOf(const std::function<void()> &act)
{
    try {
        act();
    } catch (const Error &error) {
        return error.failure();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

/// A layer over an environment of its own, with pip alone in it; made once for all tests.
class PackageLayerTest : public testing::Test
{
protected:
    static void SetUpTestSuite()
    {
        s_environment = new QTemporaryDir;
        const Interpreter base = findInterpreter({});
        ASSERT_EQ(QProcess::execute(base.path, {s("-m"), s("venv"), s_environment->path()}), 0);
    }
    static void TearDownTestSuite()
    {
        delete s_environment;
        s_environment = nullptr;
    }

    QString python() const { return s_environment->filePath(s("bin/python")); }
    QString folder() const { return conversation.filePath(s("packages")); }
    PackageLayer layer() const { return PackageLayer(folder(), python()); }

    /// All names in the conversation's folder but the layer: what must not be left behind.
    QStringList beside() const
    {
        QStringList names = QDir(conversation.path())
                                .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        names.removeAll(s("packages"));
        return names;
    }

    static QTemporaryDir *s_environment;
    QTemporaryDir conversation;
};

QTemporaryDir *PackageLayerTest::s_environment = nullptr;

} // namespace

TEST_F(PackageLayerTest, AddsAPackageThatCanBeImportedAndIsListed)
{
    PackageLayer packages = layer();
    EXPECT_TRUE(packages.list().isEmpty());
    double last = 0;
    const PackageChange change =
        packages.add({s("six==1.16.0")}, [&](const QString &text, double f) {
            EXPECT_FALSE(text.isEmpty());
            EXPECT_GE(f, last);
            last = f;
        });
    EXPECT_EQ(last, 1);
    const Package six{s("six"), s("1.16.0")};
    EXPECT_EQ(change.added, QList<Package>{six});
    EXPECT_TRUE(change.replaced.isEmpty());
    EXPECT_EQ(packages.list(), QList<Package>{six});
    EXPECT_EQ(beside(), QStringList());
    EXPECT_EQ(
        QProcess::execute(python(), {s("-I"), s("-c"),
                                     s("import sys; sys.path.append(sys.argv[1]); import six; "
                                       "assert six.__version__ == '1.16.0'"),
                                     folder()}),
        0);

    // Again: nothing to do. Another version: replaced, and said so.
    EXPECT_EQ(packages.add({s("six==1.16.0")}), PackageChange());
    const PackageChange second = packages.add({s("six==1.17.0")});
    EXPECT_EQ(second.added, (QList<Package>{{s("six"), s("1.17.0")}}));
    EXPECT_EQ(second.replaced, QList<Package>{six});
    EXPECT_EQ(packages.list(), (QList<Package>{{s("six"), s("1.17.0")}}));
    EXPECT_EQ(QDir(folder()).entryList({s("six*")}).size(), 2); // the module and one .dist-info
}

TEST_F(PackageLayerTest, BringsNothingThatTheEnvironmentHas)
{
    const ToolEnd end = runTool(
        {python(),
         {s("-I"), s("-m"), s("pip"), s("install"), s("--only-binary=:all:"), s("six==1.16.0")},
         toolEnvironment(),
         {},
         std::chrono::seconds(120)},
        {}, {});
    ASSERT_TRUE(end.ok()) << end.lines.toStdString();
    PackageLayer packages = layer();
    const PackageChange change = packages.add({s("python-dateutil==2.9.0.post0")}); // needs six
    EXPECT_EQ(change.added, (QList<Package>{{s("python-dateutil"), s("2.9.0.post0")}}));
    // What would change the environment's own is refused, and nothing changes.
    const Failure failure = failureOf([&] { packages.add({s("six==1.17.0")}); });
    EXPECT_EQ(failure.kind, ErrorKind::SetupFailed);
    EXPECT_TRUE(failure.text.contains(s("go together"))) << failure.text.toStdString();
    EXPECT_EQ(packages.list().size(), 1);
    runTool({python(),
             {s("-I"), s("-m"), s("pip"), s("uninstall"), s("-y"), s("six")},
             toolEnvironment(),
             {},
             std::chrono::seconds(120)},
            {}, {});
}

TEST_F(PackageLayerTest, SaysThatThereIsNoSuchPackage)
{
    PackageLayer packages = layer();
    const Failure failure =
        failureOf([&] { packages.add({s("sandglass-has-no-such-package-at-all")}); });
    EXPECT_EQ(failure.kind, ErrorKind::SetupFailed);
    EXPECT_TRUE(failure.text.contains(s("no such package"))) << failure.text.toStdString();
    EXPECT_TRUE(failure.remedy.contains(s("spelling")));
    EXPECT_TRUE(packages.list().isEmpty());
    EXPECT_EQ(beside(), QStringList());
}

TEST_F(PackageLayerTest, SaysThatTheIndexCannotBeReached)
{
    const QByteArray links = qgetenv("PIP_FIND_LINKS");
    qputenv("PIP_INDEX_URL", "http://127.0.0.1:9/");
    qputenv("PIP_RETRIES", "0");
    qunsetenv("PIP_FIND_LINKS");
    PackageLayer packages = layer();
    const Failure failure = failureOf([&] { packages.add({s("six")}); });
    qunsetenv("PIP_INDEX_URL");
    qunsetenv("PIP_RETRIES");
    if (!links.isEmpty())
        qputenv("PIP_FIND_LINKS", links);
    EXPECT_EQ(failure.kind, ErrorKind::SetupFailed);
    EXPECT_TRUE(failure.text.contains(s("can't be reached"))) << failure.text.toStdString();
    EXPECT_TRUE(failure.remedy.contains(s("connection")));
    EXPECT_EQ(beside(), QStringList());
}

TEST_F(PackageLayerTest, TakesNamesOnly)
{
    PackageLayer packages = layer();
    for (const char *name : {"--index-url=http://127.0.0.1/", "-r/etc/passwd", "./x", "x.whl",
                             "git+https://127.0.0.1/x", "x @ file:///etc/passwd", ""})
        EXPECT_EQ(failureOf([&] { packages.add({s("six"), s(name)}); }).kind,
                  ErrorKind::InvalidInput);
    EXPECT_EQ(failureOf([&] { packages.add({}); }).kind, ErrorKind::InvalidInput);
    EXPECT_EQ(failureOf([&] { packages.add(QStringList(51, s("six"))); }).kind,
              ErrorKind::InvalidInput);
    EXPECT_FALSE(QFile::exists(folder()));
}

TEST_F(PackageLayerTest, LeavesNothingWhenCancelled)
{
    PackageLayer packages = layer();
    std::stop_source stop;
    EXPECT_EQ(failureOf([&] {
                  packages.add(
                      {s("six")}, [&](const QString &, double) { stop.request_stop(); },
                      stop.get_token());
              }).kind,
              ErrorKind::Cancelled);
    EXPECT_EQ(beside(), QStringList());
    EXPECT_TRUE(packages.list().isEmpty());
}

TEST_F(PackageLayerTest, SaysThatThePythonHasNoPip)
{
    QTemporaryDir venv;
    const Interpreter base = findInterpreter({});
    ASSERT_EQ(QProcess::execute(base.path, {s("-m"), s("venv"), s("--without-pip"), venv.path()}),
              0);
    PackageLayer packages(folder(), venv.filePath(s("bin/python")));
    const Failure failure = failureOf([&] { packages.add({s("six")}); });
    EXPECT_EQ(failure.kind, ErrorKind::SetupFailed);
    EXPECT_TRUE(failure.text.contains(s("no pip"))) << failure.text.toStdString();
}

TEST(LayerFiles, ListWhatIsInstalledWhateverElseLiesThere)
{
    QTemporaryDir temp;
    put(temp.filePath(s("B-2.dist-info/METADATA")), "Metadata-Version: 2.1\nName: B\nVersion: 2\n");
    put(temp.filePath(s("a-1.dist-info/METADATA")),
        "Name: a\r\nVersion: 1\r\n\r\nName: no\nVersion: no\n");
    put(temp.filePath(s("empty.dist-info/METADATA")), "");
    put(temp.filePath(s("huge.dist-info/METADATA")), QByteArray(1'000'000, 'x') + "\nName: x\n");
    put(temp.filePath(s("none.dist-info/RECORD")), "");
    put(temp.filePath(s("file.dist-info")), "");
    QFile::link(s("/etc"), temp.filePath(s("link.dist-info")));
    EXPECT_EQ(packagesIn(temp.path()), (QList<Package>{{s("a"), s("1")}, {s("B"), s("2")}}));
    EXPECT_TRUE(packagesIn(temp.filePath(s("nowhere"))).isEmpty());
}

TEST(LayerFiles, RemoveOnlyWhatLiesInTheLayer)
{
    QTemporaryDir temp;
    const QString layer = temp.filePath(s("layer"));
    const QString outside = temp.filePath(s("outside.txt"));
    put(outside, "x");
    put(temp.filePath(s("other/f.txt")), "x");
    put(layer + s("/a/m.py"), "x");
    put(layer + s("/kept.py"), "x");
    QFile::link(temp.filePath(s("other")), layer + s("/l"));
    put(layer + s("/a-1.dist-info/METADATA"), "Name: a\nVersion: 1\n");
    put(layer + s("/a-1.dist-info/RECORD"),
        "a/m.py,sha256=x,1\n../outside.txt,,\n" + QFile::encodeName(outside) +
            ",,\nl/f.txt,,\na/../../outside.txt,,\n\"quo,ted\",,\n,,\n");
    removePackage(layer, {s("a"), s("2")});
    EXPECT_TRUE(QFile::exists(layer + s("/a/m.py")));
    removePackage(layer, {s("a"), s("1")});
    EXPECT_FALSE(QFile::exists(layer + s("/a/m.py")));
    EXPECT_FALSE(QFile::exists(layer + s("/a-1.dist-info")));
    EXPECT_TRUE(QFile::exists(layer + s("/kept.py")));
    EXPECT_TRUE(QFile::exists(outside));
    EXPECT_TRUE(QFile::exists(temp.filePath(s("other/f.txt"))));
}

TEST(LayerFiles, MergeFoldersAndReplaceFiles)
{
    QTemporaryDir temp;
    const QString from = temp.filePath(s("from"));
    const QString to = temp.filePath(s("to"));
    put(from + s("/ns/b.py"), "b");
    put(from + s("/ns/same.py"), "new");
    put(from + s("/now_file"), "f");
    put(from + s("/now_folder/x.py"), "x");
    put(from + s("/b-1.dist-info/METADATA"), "Name: b\nVersion: 1\n");
    put(to + s("/ns/a.py"), "a");
    put(to + s("/ns/same.py"), "old");
    put(to + s("/now_file/old.py"), "old");
    put(to + s("/now_folder"), "old");
    mergeFolder(from, to);
    EXPECT_EQ(bytesOf(to + s("/ns/a.py")), "a");
    EXPECT_EQ(bytesOf(to + s("/ns/b.py")), "b");
    EXPECT_EQ(bytesOf(to + s("/ns/same.py")), "new");
    EXPECT_EQ(bytesOf(to + s("/now_file")), "f");
    EXPECT_EQ(bytesOf(to + s("/now_folder/x.py")), "x");
    EXPECT_EQ(packagesIn(to).size(), 1);
}
