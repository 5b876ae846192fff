// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/workfolder.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <atomic>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace sandglass;

namespace {

/// A work folder beside a folder with a secret, as the sandbox would like to reach it.
class WorkFolderTest : public testing::Test
{
protected:
    WorkFolderTest()
        : root(temp.filePath(QStringLiteral("work")))
        , outside(temp.filePath(QStringLiteral("outside")))
        , chosen(temp.filePath(QStringLiteral("chosen")))
    {
        for (const QString &folder : {root, outside, chosen})
            EXPECT_TRUE(QDir().mkpath(folder));
        put(outside + QStringLiteral("/secret.txt"), "SECRET");
    }

    static void put(const QString &path, const QByteArray &bytes)
    {
        EXPECT_TRUE(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly)) << path.toStdString();
        ASSERT_EQ(file.write(bytes), bytes.size());
    }

    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
        return file.readAll();
    }

    static void link(const QString &to, const QString &at)
    {
        ASSERT_EQ(::symlink(QFile::encodeName(to).constData(), QFile::encodeName(at).constData()),
                  0);
    }

    QString in(const char *name) const { return root + QLatin1Char('/') + QString::fromUtf8(name); }
    QString at(const char *name) const
    {
        return chosen + QLatin1Char('/') + QString::fromUtf8(name);
    }

    static QStringList names(const QList<FileInfo> &files)
    {
        QStringList list;
        for (const FileInfo &file : files)
            list.append(file.name);
        return list;
    }

    template <class Act>
    static Failure failureOf(Act act)
    {
        try {
            act();
        } catch (const Error &error) {
            return error.failure();
        }
        ADD_FAILURE() << "nothing was thrown";
        return {};
    }

    QTemporaryDir temp;
    QString root;
    QString outside;
    QString chosen;
};

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

} // namespace

TEST_F(WorkFolderTest, RefusesAFolderThatIsNotThere)
{
    EXPECT_EQ(failureOf([&] { WorkFolder folder(in("none")); }).kind, ErrorKind::NotFound);
}

TEST_F(WorkFolderTest, ListsFilesOfAllFoldersWithTheirSizes)
{
    put(in("r.xlsx"), "12345");
    put(in("d/deep.csv"), "a,b\n");
    put(in("empty"), "");
    bool complete = false;
    const QList<FileInfo> files = WorkFolder(root).list(100, &complete);
    EXPECT_EQ(names(files), QStringList({s("empty"), s("r.xlsx"), s("d/deep.csv")}));
    EXPECT_EQ(files.at(0).size, 0);
    EXPECT_EQ(files.at(1).size, 5);
    EXPECT_GT(files.at(1).mtimeNs, 1'600'000'000'000'000'000);
    EXPECT_TRUE(complete);
}

TEST_F(WorkFolderTest, ListsOnlyRegularFilesAndNotTheMountedData)
{
    put(in("file"), "x");
    put(in("data/given.csv"), "x");
    put(in("d/data/own.csv"), "x");
    link(outside, in("folderlink"));
    link(outside + s("/secret.txt"), in("filelink"));
    link(s("file"), in("innerlink"));
    ASSERT_EQ(::mkfifo(QFile::encodeName(in("fifo")).constData(), 0644), 0);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray path = QFile::encodeName(in("socket"));
    ASSERT_LT(size_t(path.size()), sizeof address.sun_path);
    memcpy(address.sun_path, path.constData(), size_t(path.size()));
    ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
    ::close(socket);
    EXPECT_EQ(names(WorkFolder(root).list()), QStringList({s("file"), s("d/data/own.csv")}));
}

TEST_F(WorkFolderTest, ListsAtMostTheCapAndNearFilesFirst)
{
    for (int i = 0; i < 50; ++i)
        put(in("a/") + QString::number(i), "x");
    put(in("z"), "x");
    bool complete = true;
    const QList<FileInfo> files = WorkFolder(root).list(10, &complete);
    EXPECT_EQ(files.size(), 10);
    EXPECT_EQ(files.first().name, s("z"));
    EXPECT_FALSE(complete);
}

TEST_F(WorkFolderTest, ReachesTwentyFoldersDownButNotEndlessly)
{
    const QString twenty = s("d/").repeated(20) + s("f.txt");
    put(root + QLatin1Char('/') + twenty, "deep");
    put(root + QLatin1Char('/') + s("e/").repeated(40) + s("f.txt"), "deeper");
    bool complete = true;
    const WorkFolder folder(root);
    EXPECT_EQ(names(folder.list(100, &complete)), QStringList(twenty));
    EXPECT_FALSE(complete);
    EXPECT_EQ(folder.read(twenty, 100), "deep");
    EXPECT_TRUE(folder.usage().complete);
    put(root + QLatin1Char('/') + s("f/").repeated(70) + s("f.txt"), "deepest");
    EXPECT_FALSE(folder.usage().complete);
}

TEST_F(WorkFolderTest, TakesATimeFarAway)
{
    put(in("far"), "x");
    const timespec times[2] = {{1LL << 33, 0}, {1LL << 33, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, QFile::encodeName(in("far")).constData(), times, 0), 0);
    put(in("past"), "x");
    const timespec past[2] = {{-1, 5}, {-1, 5}};
    ASSERT_EQ(::utimensat(AT_FDCWD, QFile::encodeName(in("past")).constData(), past, 0), 0);
    EXPECT_EQ(WorkFolder(root).list().size(), 2);
    struct stat status{};
    status.st_mtim = {std::numeric_limits<time_t>::max(), 999'999'999};
    EXPECT_GT(mtimeNs(status), 9'000'000'000'000'000'000);
    status.st_mtim = {std::numeric_limits<time_t>::min(), 0};
    EXPECT_LT(mtimeNs(status), -9'000'000'000'000'000'000);
}

TEST_F(WorkFolderTest, NamesWhatIsNewOrChanged)
{
    put(in("same"), "x");
    put(in("changed"), "x");
    const WorkFolder folder(root);
    const QList<FileInfo> before = folder.list();
    EXPECT_TRUE(folder.changedSince(before).isEmpty());
    put(in("changed"), "xy");
    put(in("new"), "");
    EXPECT_EQ(names(folder.changedSince(before)), QStringList({s("changed"), s("new")}));
    const timespec times[2] = {{1, 0}, {1, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, QFile::encodeName(in("same")).constData(), times, 0), 0);
    EXPECT_EQ(folder.changedSince(before).size(), 3);
}

TEST_F(WorkFolderTest, MeasuresTheSpaceThatIsTaken)
{
    put(in("a"), QByteArray(1'000'000, 'x'));
    ASSERT_EQ(
        ::link(QFile::encodeName(in("a")).constData(), QFile::encodeName(in("b")).constData()), 0);
    QFile holes(in("holes"));
    ASSERT_TRUE(holes.open(QIODevice::WriteOnly));
    ASSERT_TRUE(holes.resize(1LL << 33));
    link(outside, in("l"));
    put(in("data/big"), QByteArray(5'000'000, 'x'));
    const WorkFolder folder(root);
    EXPECT_GE(folder.size(), 1'000'000);
    EXPECT_LT(folder.size(), 1'500'000);
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(folder.usage(stopped.get_token()).complete);
}

TEST_F(WorkFolderTest, RefusesNamesThatLeaveTheFolder)
{
    WorkFolder folder(root);
    for (const QString &name :
         {s("../outside/secret.txt"), s("/etc/passwd"), s(""), s("."), s("a/../b"), s("a//b"),
          s("a/"), s("./a"), QString(300, QLatin1Char('a')), s("a\0b").append(QChar(0)),
          s("d/").repeated(100) + s("f")}) {
        EXPECT_EQ(failureOf([&] { folder.read(name, 10); }).kind, ErrorKind::InvalidInput);
        EXPECT_EQ(failureOf([&] { folder.info(name); }).kind, ErrorKind::InvalidInput);
        EXPECT_EQ(failureOf([&] { folder.remove(name); }).kind, ErrorKind::InvalidInput);
        EXPECT_EQ(failureOf([&] { folder.copyOut(name, at("x")); }).kind, ErrorKind::InvalidInput);
        EXPECT_EQ(failureOf([&] { folder.copyIn(outside + s("/secret.txt"), name); }).kind,
                  ErrorKind::InvalidInput);
    }
    EXPECT_FALSE(QFile::exists(at("x")));
    EXPECT_TRUE(QFile::exists(outside + s("/secret.txt")));
}

TEST_F(WorkFolderTest, FollowsNoPlantedLink)
{
    link(outside, in("d"));
    link(outside + s("/secret.txt"), in("f"));
    link(s("/etc/passwd"), in("p"));
    WorkFolder folder(root);
    for (const char *name : {"d/secret.txt", "f", "p"}) {
        EXPECT_EQ(failureOf([&] { folder.read(s(name), 10); }).kind, ErrorKind::File);
        EXPECT_EQ(failureOf([&] { folder.copyOut(s(name), at("x")); }).kind, ErrorKind::File);
        EXPECT_FALSE(folder.info(s(name)).has_value());
    }
    EXPECT_EQ(failureOf([&] { folder.copyIn(outside + s("/secret.txt"), s("d/new")); }).kind,
              ErrorKind::File);
    EXPECT_EQ(failureOf([&] { folder.copyIn(outside + s("/secret.txt"), s("f")); }).kind,
              ErrorKind::InvalidInput);
    EXPECT_FALSE(folder.remove(s("d/secret.txt")));
    EXPECT_TRUE(folder.remove(s("f"))); // the link itself
    EXPECT_FALSE(QFile::exists(at("x")));
    EXPECT_EQ(QDir(outside).entryList(QDir::Files), QStringList(s("secret.txt")));
}

TEST_F(WorkFolderTest, NeverWaitsForAFifo)
{
    ASSERT_EQ(::mkfifo(QFile::encodeName(in("fifo")).constData(), 0644), 0);
    ASSERT_EQ(::mkfifo(QFile::encodeName(temp.filePath(s("own"))).constData(), 0644), 0);
    WorkFolder folder(root);
    EXPECT_EQ(failureOf([&] { folder.read(s("fifo"), 10); }).kind, ErrorKind::File);
    EXPECT_EQ(failureOf([&] { folder.copyOut(s("fifo"), at("x")); }).kind, ErrorKind::File);
    EXPECT_EQ(failureOf([&] { folder.copyIn(temp.filePath(s("own")), s("x")); }).kind,
              ErrorKind::File);
    EXPECT_EQ(failureOf([&] { folder.copyIn(s("/dev/zero"), s("x")); }).kind, ErrorKind::File);
    EXPECT_EQ(failureOf([&] { folder.copyIn(root, s("x")); }).kind, ErrorKind::File);
}

TEST_F(WorkFolderTest, StaysInsideWhileAFolderIsExchangedForALink)
{
    put(in("d/f.txt"), "inside");
    put(outside + s("/f.txt"), "SECRET");
    put(outside + s("/only-outside"), "SECRET");
    link(outside, in("l"));
    WorkFolder folder(root);
    std::atomic<int> swaps = 0;
    std::jthread swapper([&](std::stop_token stop) {
        const QByteArray d = QFile::encodeName(in("d"));
        const QByteArray l = QFile::encodeName(in("l"));
        while (!stop.stop_requested()) {
            if (::renameat2(AT_FDCWD, d.constData(), AT_FDCWD, l.constData(), RENAME_EXCHANGE) == 0)
                ++swaps;
        }
    });
    int inside = 0;
    int refused = 0;
    for (int i = 0; i < 3000 || ((inside == 0 || refused == 0 || swaps < 100) && i < 1'000'000);
         ++i) {
        try {
            ASSERT_EQ(folder.read(s("d/f.txt"), 100), "inside");
            ++inside;
        } catch (const Error &) {
            ++refused;
        }
        if (i % 10 == 0) {
            for (const QString &name : names(folder.list()))
                ASSERT_FALSE(name.contains(s("only-outside"))) << name.toStdString();
            try {
                folder.copyIn(in("d/f.txt"), s("d/%1").arg(i));
            } catch (const Error &) {
                ++refused;
            }
        }
    }
    swapper.request_stop();
    swapper.join();
    EXPECT_GT(inside, 0);
    EXPECT_GT(refused, 0);
    EXPECT_GE(swaps, 100);
    EXPECT_EQ(QDir(outside).entryList(QDir::Files | QDir::Hidden).size(), 3);
}

TEST_F(WorkFolderTest, FindsANameInWhateverFormItWasWritten)
{
    put(in("Ge\xcc\x81n/Cafe\xcc\x81.csv"), "x");
    const WorkFolder folder(root);
    const QString name = s("Gén/Café.csv");
    EXPECT_EQ(names(folder.list()), QStringList(name));
    EXPECT_EQ(folder.read(name, 10), "x");
    put(in("two\nlines.txt"), "y");
    EXPECT_EQ(folder.read(s("two\nlines.txt"), 10), "y");
    const QByteArray broken = QFile::encodeName(root) + "/bad\xff.txt";
    const int fd = ::open(broken.constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    ASSERT_GE(fd, 0);
    ASSERT_EQ(::write(fd, "z", 1), 1);
    ::close(fd);
    for (const QString &listed : names(folder.list()))
        EXPECT_EQ(folder.read(listed, 10).size(), 1) << listed.toStdString();
    ::unlink(broken.constData()); // QTemporaryDir can't
}

TEST_F(WorkFolderTest, ReadsNoMoreThanAsked)
{
    put(in("f"), "0123456789");
    const WorkFolder folder(root);
    EXPECT_EQ(folder.read(s("f"), 4), "0123");
    EXPECT_EQ(folder.read(s("f"), 0), "");
    EXPECT_EQ(folder.read(s("f"), -1), "");
    EXPECT_EQ(folder.read(s("f"), 1 << 20), "0123456789");
    EXPECT_EQ(folder.info(s("f"))->size, 10);
    EXPECT_EQ(failureOf([&] { folder.read(s("gone"), 4); }).kind, ErrorKind::NotFound);
}

TEST_F(WorkFolderTest, CopiesOutWholeFilesWithoutTheExecBit)
{
    put(in("empty"), "");
    put(in("run.sh"), QByteArray(1'000'000, 'x'));
    ASSERT_TRUE(QFile::setPermissions(in("run.sh"), QFileDevice::Permissions(0x7777)));
    put(at("old"), "old");
    ASSERT_TRUE(QFile::setPermissions(at("old"), QFileDevice::Permissions(0x7777)));
    const WorkFolder folder(root);
    EXPECT_EQ(folder.copyOut(s("empty"), at("empty")), 0);
    qint64 last = 0;
    EXPECT_EQ(folder.copyOut(s("run.sh"), at("new"),
                             [&](qint64 done, qint64 total) {
                                 EXPECT_GT(done, last);
                                 EXPECT_EQ(total, 1'000'000);
                                 last = done;
                             }),
              1'000'000);
    EXPECT_EQ(last, 1'000'000);
    folder.copyOut(s("run.sh"), at("old"));
    EXPECT_EQ(bytesOf(at("empty")), "");
    for (const char *name : {"new", "old"}) {
        EXPECT_EQ(bytesOf(at(name)), QByteArray(1'000'000, 'x'));
        struct stat status;
        ASSERT_EQ(::stat(QFile::encodeName(at(name)).constData(), &status), 0);
        EXPECT_EQ(status.st_mode & 0111, 0u);
    }
}

TEST_F(WorkFolderTest, CopiesAFileThatGrowsEndlesslyWithTheSizeItHad)
{
    put(in("log"), QByteArray(2'000'000, 'x'));
    const WorkFolder folder(root);
    QFile log(in("log"));
    ASSERT_TRUE(log.open(QIODevice::Append));
    const qint64 copied = folder.copyOut(s("log"), at("log"), [&](qint64, qint64) {
        log.write(QByteArray(1'000'000, 'y'));
        log.flush();
    });
    EXPECT_EQ(copied, 2'000'000);
    EXPECT_EQ(bytesOf(at("log")), QByteArray(2'000'000, 'x'));
}

TEST_F(WorkFolderTest, RefusesAFileThatShrinksMeanwhileAndLeavesTheOldOne)
{
    put(in("f"), QByteArray(2'000'000, 'x'));
    put(at("f"), "old");
    const WorkFolder folder(root);
    const Failure failure = failureOf([&] {
        folder.copyOut(s("f"), at("f"), [&](qint64, qint64) { QFile::resize(in("f"), 10); });
    });
    EXPECT_EQ(failure.kind, ErrorKind::File);
    EXPECT_EQ(bytesOf(at("f")), "old");
    EXPECT_EQ(QDir(chosen).entryList(QDir::Files | QDir::Hidden).size(), 1);
}

TEST_F(WorkFolderTest, LeavesNothingWhereCopyingIsCancelled)
{
    put(in("f"), QByteArray(2'000'000, 'x'));
    put(outside + s("/big"), QByteArray(2'000'000, 'x'));
    WorkFolder folder(root);
    std::stop_source stop;
    const auto progress = [&](qint64, qint64) {
        stop.request_stop();
    };
    EXPECT_EQ(failureOf([&] { folder.copyOut(s("f"), at("f"), progress, stop.get_token()); }).kind,
              ErrorKind::Cancelled);
    stop = std::stop_source();
    EXPECT_EQ(failureOf([&] {
                  folder.copyIn(outside + s("/big"), s("in"), progress, stop.get_token());
              }).kind,
              ErrorKind::Cancelled);
    EXPECT_TRUE(QDir(chosen).entryList(QDir::Files | QDir::Hidden).isEmpty());
    EXPECT_EQ(QDir(root).entryList(QDir::Files | QDir::Hidden), QStringList(s("f")));
}

TEST_F(WorkFolderTest, CopiesInUnderANewNameOnly)
{
    put(outside + s("/Simple – Générer la suite.csv"), "a;b\n");
    WorkFolder folder(root);
    const QString name = s("Simple – Générer la suite.csv");
    const FileInfo info = folder.copyIn(outside + QLatin1Char('/') + name, name);
    EXPECT_EQ(info.size, 4);
    EXPECT_EQ(folder.list(), QList<FileInfo>{info});
    EXPECT_EQ(folder.read(name, 10), "a;b\n");
    EXPECT_EQ(failureOf([&] { folder.copyIn(outside + s("/secret.txt"), name); }).kind,
              ErrorKind::InvalidInput);
    EXPECT_EQ(folder.read(name, 10), "a;b\n");
    folder.copyIn(outside + s("/secret.txt"), s("x/y/z"));
    EXPECT_EQ(folder.read(s("x/y/z"), 10), "SECRET");
    put(outside + s("/empty"), "");
    EXPECT_EQ(folder.copyIn(outside + s("/empty"), s("empty")).size, 0);
    EXPECT_EQ(failureOf([&] { folder.copyIn(outside + s("/none"), s("n")); }).kind,
              ErrorKind::NotFound);
}

TEST_F(WorkFolderTest, CopiesInAFileThatGrowsEndlesslyWithTheSizeItHad)
{
    put(outside + s("/log"), QByteArray(1'000'000, 'x'));
    QFile log(outside + s("/log"));
    ASSERT_TRUE(log.open(QIODevice::Append));
    WorkFolder folder(root);
    EXPECT_EQ(folder
                  .copyIn(log.fileName(), s("log"),
                          [&](qint64, qint64) {
                              log.write(QByteArray(1'000'000, 'y'));
                              log.flush();
                          })
                  .size,
              1'000'000);
}

TEST_F(WorkFolderTest, HidesAFileThatIsStillBeingCopiedIn)
{
    put(outside + s("/big"), QByteArray(2'000'000, 'x'));
    WorkFolder folder(root);
    int calls = 0;
    folder.copyIn(outside + s("/big"), s("big"), [&](qint64, qint64) {
        EXPECT_TRUE(folder.list().isEmpty());
        ++calls;
    });
    EXPECT_GT(calls, 1);
    EXPECT_EQ(names(folder.list()), QStringList(s("big")));
}

TEST_F(WorkFolderTest, RemovesAFileButNoFolder)
{
    put(in("d/f"), "x");
    WorkFolder folder(root);
    EXPECT_EQ(failureOf([&] { folder.remove(s("d")); }).kind, ErrorKind::File);
    EXPECT_TRUE(folder.remove(s("d/f")));
    EXPECT_FALSE(folder.remove(s("d/f")));
    EXPECT_FALSE(folder.remove(s("none/f")));
}

TEST_F(WorkFolderTest, SavesAllWithNestedFoldersAndErrorsForEachFile)
{
    QStringList wanted;
    for (int i = 0; i < 20; ++i) {
        wanted.append(s("f%1.csv").arg(i));
        put(in("") + wanted.last(), QByteArray::number(i));
    }
    put(in("d/e/deep.csv"), "deep");
    put(in("zero"), "");
    link(outside + s("/secret.txt"), in("l"));
    wanted += {s("gone"),         s("l"),   s("../outside/secret.txt"), s("/etc/passwd"),
               s("d/e/deep.csv"), s("zero")};
    const QList<SavedFile> saved = WorkFolder(root).saveAll(wanted, chosen);
    ASSERT_EQ(saved.size(), 26);
    for (const SavedFile &file : saved) {
        const bool bad = file.name == s("gone") || file.name == s("l") ||
                         file.name.startsWith(s("../")) || file.name.startsWith(s("/"));
        EXPECT_EQ(file.failure.has_value(), bad) << file.name.toStdString();
        EXPECT_EQ(file.path.isEmpty(), bad);
    }
    EXPECT_EQ(saved.at(20).failure->kind, ErrorKind::NotFound);
    EXPECT_EQ(saved.at(21).failure->kind, ErrorKind::File);
    EXPECT_EQ(saved.at(22).failure->kind, ErrorKind::InvalidInput);
    EXPECT_EQ(QDir(chosen).entryList(QDir::Files | QDir::Hidden).size(), 21);
    EXPECT_EQ(bytesOf(at("d/e/deep.csv")), "deep");
    EXPECT_EQ(bytesOf(at("f7.csv")), "7");
}

TEST_F(WorkFolderTest, SavesBesideWhatTheChosenFolderHasAndUnderSafeNames)
{
    put(in("a.csv"), "new");
    put(in("-rf"), "dash");
    put(in(".bashrc"), "hidden");
    put(in("two\nlines"), "newline");
    put(in("two_lines"), "other");
    put(at("a.csv"), "old");
    const WorkFolder folder(root);
    const QStringList all = names(folder.list());
    for (const SavedFile &file : folder.saveAll(all, chosen))
        EXPECT_FALSE(file.failure.has_value()) << file.failure->text.toStdString();
    EXPECT_EQ(bytesOf(at("a.csv")), "old");
    EXPECT_EQ(bytesOf(at("a (1).csv")), "new");
    EXPECT_EQ(bytesOf(at("_-rf")), "dash");
    EXPECT_EQ(bytesOf(at("_.bashrc")), "hidden");
    EXPECT_EQ(bytesOf(at("two_lines")), "newline");
    EXPECT_EQ(bytesOf(at("two_lines (1)")), "other");
    folder.saveAll({s("a.csv")}, chosen, WorkFolder::Existing::Replace);
    EXPECT_EQ(bytesOf(at("a.csv")), "new");
}

TEST_F(WorkFolderTest, SavesNothingThroughLinksInTheChosenFolder)
{
    put(in("d/f"), "x");
    put(in("secret.txt"), "x");
    link(outside, at("d"));
    link(outside + s("/secret.txt"), at("secret.txt"));
    const WorkFolder folder(root);
    const QList<SavedFile> saved =
        folder.saveAll({s("d/f"), s("secret.txt")}, chosen, WorkFolder::Existing::Replace);
    EXPECT_EQ(saved.at(0).failure->kind, ErrorKind::File);
    EXPECT_EQ(saved.at(1).failure->kind, ErrorKind::File);
    EXPECT_EQ(bytesOf(outside + s("/secret.txt")), "SECRET");
    EXPECT_EQ(QDir(outside).entryList(QDir::Files).size(), 1);
    EXPECT_EQ(failureOf([&] { folder.saveAll({s("d/f")}, at("none")); }).kind, ErrorKind::File);
}

TEST_F(WorkFolderTest, SaysWhereTheTargetCannotBeWritten)
{
    put(in("f"), "x");
    const WorkFolder folder(root);
    const Failure failure = failureOf([&] { folder.copyOut(s("f"), at("none/f")); });
    EXPECT_EQ(failure.kind, ErrorKind::File);
    EXPECT_FALSE(failure.remedy.isEmpty());
}

TEST_F(WorkFolderTest, ReplacesOnlyOrdinaryFiles)
{
    put(in("f"), "x");
    ASSERT_EQ(::mkfifo(QFile::encodeName(at("fifo")).constData(), 0644), 0);
    const WorkFolder folder(root);
    EXPECT_EQ(failureOf([&] { folder.copyOut(s("f"), at("fifo")); }).kind, ErrorKind::File);
    EXPECT_EQ(failureOf([&] { folder.copyOut(s("f"), chosen); }).kind, ErrorKind::File);
    struct stat status;
    ASSERT_EQ(::lstat(QFile::encodeName(at("fifo")).constData(), &status), 0);
    EXPECT_TRUE(S_ISFIFO(status.st_mode));
}

TEST_F(WorkFolderTest, CancelsTheRestOfSaveAll)
{
    put(in("a"), "x");
    put(in("b"), "x");
    std::stop_source stop;
    const QList<SavedFile> saved = WorkFolder(root).saveAll(
        {s("a"), s("b")}, chosen, WorkFolder::Existing::Number,
        [&](qint64, qint64) { stop.request_stop(); }, stop.get_token());
    EXPECT_FALSE(saved.at(0).failure.has_value());
    EXPECT_EQ(saved.at(1).failure->kind, ErrorKind::Cancelled);
}
