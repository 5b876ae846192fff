// SPDX-License-Identifier: MIT
#include "exe/archive.h"
#include "exe/error.h"
#include "exe/packfolder.h"
#include "exe/unpackfolder.h"

#include <gtest/gtest.h>

#include <archive.h>
#include <archive_entry.h>

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <algorithm>

#include <sys/stat.h>

namespace exedev {
namespace {

constexpr qint64 room = 1024 * 1024;

la_ssize_t append(archive *, void *target, const void *bytes, size_t size)
{
    static_cast<QByteArray *>(target)->append(static_cast<const char *>(bytes), qsizetype(size));
    return la_ssize_t(size);
}

/// Builds a gzipped tar, good or bad.
class TarMaker
{
public:
    explicit TarMaker(bool isPacked = true)
        : m_handle(archive_write_new())
    {
        archive_write_set_format_gnutar(m_handle.get());
        if (isPacked)
            archive_write_add_filter_gzip(m_handle.get());
        archive_write_set_bytes_in_last_block(m_handle.get(), 1);
        archive_write_open(m_handle.get(), &m_bytes, nullptr, append, nullptr);
    }

    TarMaker &add(const char *name, unsigned type, const QByteArray &data, unsigned mode = 0644)
    {
        const EntryPtr entry(archive_entry_new());
        archive_entry_set_pathname(entry.get(), name);
        archive_entry_set_filetype(entry.get(), type);
        archive_entry_set_perm(entry.get(), mode);
        if (type == AE_IFLNK)
            archive_entry_set_symlink(entry.get(), data.constData());
        else
            archive_entry_set_size(entry.get(), data.size());
        return write(entry.get(), type == AE_IFREG ? data : QByteArray());
    }

    TarMaker &hardlink(const char *name, const char *target)
    {
        const EntryPtr entry(archive_entry_new());
        archive_entry_set_pathname(entry.get(), name);
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_hardlink(entry.get(), target);
        return write(entry.get(), {});
    }

    QByteArray bytes()
    {
        archive_write_close(m_handle.get());
        return m_bytes;
    }

private:
    TarMaker &write(archive_entry *entry, const QByteArray &data)
    {
        EXPECT_GE(archive_write_header(m_handle.get(), entry), ARCHIVE_WARN);
        archive_write_data(m_handle.get(), data.constData(), size_t(data.size()));
        return *this;
    }

    QByteArray m_bytes;
    ArchivePtr m_handle;
};

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
}

void put(const QString &path, const QByteArray &data)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(data);
}

class ArchiveTest : public testing::Test
{
protected:
    void SetUp() override
    {
        ASSERT_TRUE(m_outer.isValid());
        QDir(m_outer.path()).mkdir(QStringLiteral("target"));
        put(m_outer.filePath(QStringLiteral("victim")), "untouched");
    }

    QString target(const char *name = "") const
    {
        return m_outer.filePath(QStringLiteral("target/") + QString::fromUtf8(name));
    }

    void unpack(QByteArray bytes, qint64 maxBytes = room)
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::ReadOnly);
        unpackFolder(buffer, target(), maxBytes, {});
    }

    /// Only the target and the victim stand in the outer folder, and that is as it was.
    void expectNothingOutside()
    {
        EXPECT_EQ(
            QDir(m_outer.path())
                .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot),
            QStringList({QStringLiteral("target"), QStringLiteral("victim")}));
        EXPECT_EQ(contentOf(m_outer.filePath(QStringLiteral("victim"))), "untouched");
    }

    QTemporaryDir m_outer;
};

TEST_F(ArchiveTest, UnpacksFilesFoldersAndLinksThatStayInside)
{
    unpack(TarMaker()
               .add("./", AE_IFDIR, {}, 0755)
               .add("./a/b/", AE_IFDIR, {}, 0755)
               .add("./a/b/c.txt", AE_IFREG, "hello")
               .add("./a/up", AE_IFLNK, "../top")
               .add("top", AE_IFREG, "", 0755)
               .hardlink("again", "a/b/c.txt")
               .add("Générer – 你好.csv", AE_IFREG, "1;2")
               .bytes());
    EXPECT_EQ(contentOf(target("a/b/c.txt")), "hello");
    EXPECT_EQ(contentOf(target("again")), "hello");
    EXPECT_EQ(contentOf(target("top")), "");
    EXPECT_EQ(contentOf(target("Générer – 你好.csv")), "1;2");
    EXPECT_TRUE(QFileInfo(target("a/up")).isSymLink());
    expectNothingOutside();
}

TEST_F(ArchiveTest, DropsDangerousModeBits)
{
    unpack(TarMaker().add("f", AE_IFREG, "x", 07777).bytes());
    struct stat facts;
    ASSERT_EQ(stat(QFile::encodeName(target("f")).constData(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 07777, 0755U);
}

TEST_F(ArchiveTest, RefusesWhateverLeadsOutside)
{
    const QByteArray absolute = QFile::encodeName(m_outer.filePath(QStringLiteral("victim")));
    const std::pair<const char *, QByteArray> archives[] = {
        {"absolute name", TarMaker().add(absolute.constData(), AE_IFREG, "bad").bytes()},
        {"dot dot", TarMaker().add("../victim", AE_IFREG, "bad").bytes()},
        {"dot dot inside", TarMaker().add("a/../../victim", AE_IFREG, "bad").bytes()},
        {"absolute link", TarMaker().add("l", AE_IFLNK, "/etc/passwd").bytes()},
        {"link out", TarMaker().add("l", AE_IFLNK, "../victim").bytes()},
        {"deep link out", TarMaker().add("a/b/l", AE_IFLNK, "../../../victim").bytes()},
        {"link through a link", TarMaker()
                                    .add("a/b/top", AE_IFLNK, "../..")
                                    .add("a/b/out", AE_IFLNK, "top/..")
                                    .add("a/b/out/victim", AE_IFREG, "bad")
                                    .bytes()},
        {"write through a link",
         TarMaker().add("d", AE_IFLNK, "a").add("d/x", AE_IFREG, "bad").bytes()},
        {"hard link out", TarMaker().hardlink("h", "../victim").bytes()},
        {"absolute hard link", TarMaker().hardlink("h", absolute.constData()).bytes()},
        {"pipe", TarMaker().add("p", AE_IFIFO, {}).bytes()},
        {"device", TarMaker().add("p", AE_IFCHR, {}).bytes()},
        {"block device", TarMaker().add("p", AE_IFBLK, {}).bytes()},
    };
    for (const auto &[what, bytes] : archives) {
        EXPECT_THROW(unpack(bytes), UnsafeArchiveError) << what;
        expectNothingOutside();
        QDir(target()).removeRecursively();
        QDir().mkdir(target());
    }
}

TEST_F(ArchiveTest, DoesNotFollowALinkThatStandsInTheTarget)
{
    ASSERT_TRUE(QFile::link(m_outer.path(), target("d")));
    EXPECT_THROW(unpack(TarMaker().add("d/victim", AE_IFREG, "bad").bytes()), UnsafeArchiveError);
    ASSERT_TRUE(QFile::link(m_outer.filePath(QStringLiteral("victim")), target("f")));
    unpack(TarMaker().add("f", AE_IFREG, "new").bytes());
    EXPECT_FALSE(QFileInfo(target("f")).isSymLink());
    expectNothingOutside();
}

TEST_F(ArchiveTest, DoesNotWriteByAHardLinkThroughALinkThatStandsInTheTarget)
{
    ASSERT_TRUE(QFile::link(m_outer.path(), target("d")));
    ASSERT_TRUE(QFile::link(m_outer.filePath(QStringLiteral("victim")), target("f")));
    for (const char *over : {"d/victim", "f"}) {
        try {
            unpack(TarMaker().hardlink("h", over).add("h", AE_IFREG, "bad").bytes());
        } catch (const UnsafeArchiveError &) {
        }
        expectNothingOutside();
    }
}

/// Gives one byte at a time.
class Dripping : public QIODevice
{
public:
    explicit Dripping(const QByteArray &bytes)
        : m_bytes(bytes)
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }

    bool isSequential() const override { return true; }

    qint64 readData(char *data, qint64 size) override
    {
        if (m_at == m_bytes.size())
            return -1;
        if (size == 0)
            return 0;
        *data = m_bytes[m_at++];
        ++reads;
        return 1;
    }

    qint64 writeData(const char *, qint64) override { return -1; }

    qsizetype reads = 0;

private:
    const QByteArray m_bytes;
    qsizetype m_at = 0;
};

TEST_F(ArchiveTest, UnpacksAndRefusesTheSameByteByByte)
{
    const QByteArray data = QByteArray("hello\n").repeated(5000);
    for (const bool isPacked : {true, false}) {
        Dripping good(TarMaker(isPacked)
                          .add("./a/b/", AE_IFDIR, {}, 0755)
                          .add("./a/b/c.txt", AE_IFREG, data)
                          .bytes());
        unpackFolder(good, target(), room, {});
        EXPECT_GT(good.reads, 100);
        EXPECT_EQ(contentOf(target("a/b/c.txt")), data);
        QDir(target("a")).removeRecursively();
        Dripping bad(TarMaker(isPacked).add("../victim", AE_IFREG, "bad").bytes());
        EXPECT_THROW(unpackFolder(bad, target(), room, {}), UnsafeArchiveError);
        expectNothingOutside();
    }
    QByteArray cut = TarMaker().add("a", AE_IFREG, data).bytes();
    cut.chop(cut.size() / 2);
    Dripping broken(cut);
    EXPECT_THROW(unpackFolder(broken, target(), room, {}), ProtocolError);
}

/// One entry after the other, for ever.
class EndlessTar : public QIODevice
{
public:
    EndlessTar() { open(QIODevice::ReadOnly | QIODevice::Unbuffered); }

    qint64 readData(char *data, qint64 size) override
    {
        for (qint64 at = 0; at < size; at += m_block.size())
            std::copy_n(m_block.begin(), std::min<qint64>(m_block.size(), size - at), data + at);
        return size;
    }

    qint64 writeData(const char *, qint64) override { return -1; }

private:
    const QByteArray m_block =
        TarMaker(false).add("./", AE_IFDIR, {}, 0755).bytes().first(512).repeated(8);
};

TEST_F(ArchiveTest, BoundsTheNumberOfEntries)
{
    EndlessTar tar;
    EXPECT_THROW(unpackFolder(tar, target(), room, {}), UnsafeArchiveError);
}

TEST_F(ArchiveTest, BoundsWhatIsUnpacked)
{
    const QByteArray bomb = TarMaker().add("zeros", AE_IFREG, QByteArray(room + 1, 0)).bytes();
    EXPECT_LT(bomb.size(), 10000);
    EXPECT_THROW(unpack(bomb), UnsafeArchiveError);
    EXPECT_NO_THROW(unpack(bomb, room + 1));
}

TEST_F(ArchiveTest, TellsADamagedArchive)
{
    EXPECT_THROW(unpack("no archive at all"), ProtocolError);
    QByteArray noise(100000, 0);
    for (char &c : noise)
        c = char(QRandomGenerator::global()->generate());
    QByteArray cut = TarMaker().add("a", AE_IFREG, noise).bytes();
    cut.chop(cut.size() / 2);
    EXPECT_THROW(unpack(cut), ProtocolError);
}

TEST_F(ArchiveTest, UnpacksWhatItPacked)
{
    const QTemporaryDir source;
    const auto in = [&](const char *name) {
        return source.filePath(QString::fromUtf8(name));
    };
    QDir(source.path()).mkpath(QStringLiteral("sub/.git"));
    QDir(source.path()).mkpath(QStringLiteral("empty"));
    put(in("a.txt"), "a");
    put(in("b.pyc"), "b");
    put(in("sub/é.txt"), QByteArray(300000, 'x'));
    put(in("sub/.git/config"), "c");
    QFile::setPermissions(in("a.txt"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    ASSERT_TRUE(QFile::link(QStringLiteral("a.txt"), in("link")));

    QByteArray packed;
    QBuffer buffer(&packed);
    buffer.open(QIODevice::WriteOnly);
    packFolder(source.path(), {QStringLiteral(".git"), QStringLiteral("*.pyc")}, buffer, {});
    unpack(packed);
    EXPECT_EQ(contentOf(target("a.txt")), "a");
    EXPECT_TRUE(QFileInfo(target("a.txt")).isExecutable());
    EXPECT_EQ(contentOf(target("sub/é.txt")).size(), 300000);
    EXPECT_TRUE(QFileInfo(target("empty")).isDir());
    EXPECT_TRUE(QFileInfo(target("link")).isSymLink());
    EXPECT_FALSE(QFile::exists(target("b.pyc")));
    EXPECT_FALSE(QFile::exists(target("sub/.git")));

    QProcess tar;
    tar.start(QStringLiteral("tar"), {QStringLiteral("tvzf"), QStringLiteral("-")});
    tar.write(packed);
    tar.closeWriteChannel();
    ASSERT_TRUE(tar.waitForFinished());
    EXPECT_EQ(tar.exitCode(), 0);
    EXPECT_TRUE(tar.readAllStandardOutput().contains(" 0/0 "));
}

TEST_F(ArchiveTest, StopsPackingOnRequest)
{
    std::stop_source stop;
    stop.request_stop();
    Call call;
    call.stop = stop.get_token();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    EXPECT_THROW(packFolder(m_outer.path(), {}, buffer, call), CancelledError);
}

TEST_F(ArchiveTest, StopsUnpackingOnRequest)
{
    std::stop_source stop;
    stop.request_stop();
    Call call;
    call.stop = stop.get_token();
    QByteArray packed = TarMaker().add("f", AE_IFREG, "x").bytes();
    QBuffer buffer(&packed);
    buffer.open(QIODevice::ReadOnly);
    EXPECT_THROW(unpackFolder(buffer, target(), room, call), CancelledError);
    EXPECT_FALSE(QFile::exists(target("f")));
}

TEST(GzipTest, IsReadBackByGzip)
{
    const QByteArray data = QByteArray("text ").repeated(20000);
    const QByteArray packed = gzipped(data);
    EXPECT_LT(packed.size(), 2000);
    EXPECT_EQ(packed, gzipped(data));
    EXPECT_EQ(packed.mid(4, 4), QByteArray(4, 0));
    QProcess gzip;
    gzip.start(QStringLiteral("gzip"), {QStringLiteral("-dc")});
    gzip.write(packed);
    gzip.closeWriteChannel();
    ASSERT_TRUE(gzip.waitForFinished());
    EXPECT_EQ(gzip.readAllStandardOutput(), data);
}

} // namespace
} // namespace exedev
