// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal.h"

#include "app/openconversation.h"
#include "app/recordjson.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QTemporaryDir>

#include <csignal>
#include <sys/resource.h>

namespace sandglass {

namespace {

Record meta(qint64 seq, const QString &title)
{
    return {seq, QDateTime::currentDateTimeUtc(), MetaRecord{title}};
}

QByteArray readAll(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

void writeAll(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_EQ(file.write(bytes), bytes.size());
}

class JournalTest : public testing::Test
{
protected:
    QTemporaryDir m_folder;
    QString m_path = m_folder.filePath(QStringLiteral("journal.jsonl"));
};

/// Lowers the largest file that this process may write, as a full disk would.
class SmallDisk
{
public:
    explicit SmallDisk(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_old);
        rlimit small = m_old;
        small.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &m_old); }

private:
    rlimit m_old{};
};

} // namespace

TEST_F(JournalTest, GivesBackWhatWasAppended)
{
    Journal journal(m_path);
    journal.open(Journal::load(m_path));
    EXPECT_TRUE(journal.append(recordToLine(meta(1, QStringLiteral("a")))));
    EXPECT_TRUE(journal.append(recordToLine(meta(2, QStringLiteral("b"))) +
                               recordToLine(meta(3, QStringLiteral("c")))));
    EXPECT_TRUE(journal.sync());
    const LoadedJournal loaded = Journal::load(m_path);
    ASSERT_EQ(loaded.records.size(), 3u);
    EXPECT_EQ(loaded.records[2].seq, 3);
    EXPECT_FALSE(loaded.torn);
    EXPECT_EQ(loaded.damaged, 0);
    EXPECT_EQ(loaded.goodBytes, QFileInfo(m_path).size());
}

TEST_F(JournalTest, IsReadableByItsOwnerOnly)
{
    Journal journal(m_path);
    journal.open({});
    EXPECT_EQ(QFile::permissions(m_path) &
                  (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
              QFile::Permissions());
}

TEST_F(JournalTest, DropsATornLastLineWhereverItIsCut)
{
    const QByteArray first = recordToLine(meta(1, QStringLiteral("ä")));
    const QByteArray second = recordToLine(meta(2, QStringLiteral("second")));
    for (qsizetype cut = 1; cut < second.size() - 1; ++cut) {
        writeAll(m_path, first + second.left(cut));
        const LoadedJournal loaded = Journal::load(m_path);
        ASSERT_EQ(loaded.records.size(), 1u) << cut;
        EXPECT_TRUE(loaded.torn);
        Journal journal(m_path);
        journal.open(loaded);
        ASSERT_TRUE(journal.append(second));
        EXPECT_EQ(readAll(m_path), first + second);
    }
}

TEST_F(JournalTest, KeepsALastLineThatOnlyLacksItsEnd)
{
    const QByteArray line = recordToLine(meta(1, QStringLiteral("a")));
    writeAll(m_path, line.chopped(1));
    const LoadedJournal loaded = Journal::load(m_path);
    EXPECT_EQ(loaded.records.size(), 1u);
    EXPECT_FALSE(loaded.torn);
    Journal journal(m_path);
    journal.open(loaded);
    ASSERT_TRUE(journal.append(line));
    EXPECT_EQ(readAll(m_path), line + line);
}

TEST_F(JournalTest, SkipsDamagedLinesAndLeavesThemInTheFile)
{
    const QByteArray line = recordToLine(meta(1, QStringLiteral("a")));
    const QByteArray all = line + "garbage\n" + line + QByteArray(20'000'000, 'x') + '\n' + line;
    writeAll(m_path, all);
    const LoadedJournal loaded = Journal::load(m_path);
    EXPECT_EQ(loaded.records.size(), 3u);
    EXPECT_EQ(loaded.damaged, 2);
    Journal journal(m_path);
    journal.open(loaded);
    EXPECT_EQ(readAll(m_path), all);
}

TEST_F(JournalTest, IsEmptyWhereThereIsNone)
{
    const LoadedJournal loaded = Journal::load(m_path);
    EXPECT_TRUE(loaded.records.empty());
    EXPECT_FALSE(loaded.torn);
}

TEST_F(JournalTest, SaysWhyItCannotBeRead)
{
    QDir().mkpath(m_path);
    try {
        Journal::load(m_path);
        FAIL() << "a folder was read";
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::File);
        EXPECT_TRUE(error.failure().text.contains(m_path));
    }
}

TEST_F(JournalTest, HasNoHoleAfterTheDiskWasFull)
{
    Journal journal(m_path);
    journal.open({});
    ASSERT_TRUE(journal.append(recordToLine(meta(1, QStringLiteral("before")))));
    {
        const SmallDisk full(static_cast<rlim_t>(QFileInfo(m_path).size() + 10));
        EXPECT_FALSE(journal.append(recordToLine(meta(2, QStringLiteral("while full")))));
        EXPECT_FALSE(journal.isSaving());
        EXPECT_FALSE(journal.errorText().isEmpty());
        // Nothing half-written stands at the end.
        EXPECT_TRUE(readAll(m_path).endsWith('\n'));
    }
    EXPECT_TRUE(journal.sync());
    EXPECT_TRUE(journal.append(recordToLine(meta(3, QStringLiteral("after")))));
    const LoadedJournal loaded = Journal::load(m_path);
    ASSERT_EQ(loaded.records.size(), 3u);
    EXPECT_EQ(std::get<MetaRecord>(loaded.records[1].body).title, QStringLiteral("while full"));
}

TEST_F(JournalTest, KeepsABoundedAmountWhileTheDiskIsFull)
{
    Journal journal(m_path);
    journal.open({});
    const SmallDisk full(1);
    const QByteArray line = recordToLine(meta(1, QString(1'000'000, QLatin1Char('x'))));
    for (int i = 0; i < 40; ++i)
        EXPECT_FALSE(journal.append(line));
    EXPECT_FALSE(journal.isSaving());
}

namespace {

class OpenTest : public testing::Test
{
protected:
    QTemporaryDir m_data;
    ConversationId m_id = ConversationId::create();
    QString m_folder = conversationFolder(m_data.path(), m_id);
    QString m_path = m_folder + QStringLiteral("/journal.jsonl");
};

} // namespace

TEST_F(OpenTest, MakesWhatIsNotThere)
{
    const OpenedConversation opened = openConversation(m_data.path(), m_id);
    EXPECT_TRUE(opened.isNew);
    EXPECT_TRUE(opened.journal);
    EXPECT_TRUE(opened.readOnlyReason.isEmpty());
    EXPECT_TRUE(QFileInfo(m_path).isFile());
}

TEST_F(OpenTest, SaysWhoHoldsTheLockAndOpensReadOnly)
{
    const OpenedConversation first = openConversation(m_data.path(), m_id);
    ASSERT_TRUE(first.journal);
    const OpenedConversation second = openConversation(m_data.path(), m_id);
    EXPECT_FALSE(second.journal);
    EXPECT_TRUE(second.readOnlyReason.contains(QString::number(QCoreApplication::applicationPid())))
        << second.readOnlyReason.toStdString();
}

TEST_F(OpenTest, TakesTheLockOfADeadProcess)
{
    ASSERT_TRUE(QDir().mkpath(m_folder));
    writeAll(m_folder + QStringLiteral("/lock"),
             "999999999\nsandglass\n" + QSysInfo::machineHostName().toUtf8() + "\n\n\n");
    const OpenedConversation opened = openConversation(m_data.path(), m_id);
    EXPECT_TRUE(opened.journal) << opened.readOnlyReason.toStdString();
}

TEST_F(OpenTest, IsReadOnlyWhereANewerVersionWrote)
{
    ASSERT_TRUE(QDir().mkpath(m_folder));
    const QByteArray text = recordToLine(meta(1, QStringLiteral("a"))) +
                            R"({"v":2,"seq":2,"t":"2030-01-01T00:00:00.000Z","type":"dream"})" +
                            '\n';
    writeAll(m_path, text);
    const OpenedConversation opened = openConversation(m_data.path(), m_id);
    EXPECT_FALSE(opened.journal);
    EXPECT_TRUE(opened.readOnlyReason.contains(QStringLiteral("newer version")));
    EXPECT_EQ(opened.document->title(), QStringLiteral("a"));
    EXPECT_EQ(readAll(m_path), text);
}

TEST_F(OpenTest, StopsReadingWhenItIsTold)
{
    ASSERT_TRUE(QDir().mkpath(m_folder));
    writeAll(m_path, recordToLine(meta(1, {})));
    std::stop_source stop;
    stop.request_stop();
    try {
        openConversation(m_data.path(), m_id, stop.get_token());
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::Cancelled);
    }
    EXPECT_TRUE(openConversation(m_data.path(), m_id).journal); // it let go of the lock
}

TEST_F(OpenTest, EndsOnceWhatAKilledAppLeftUnfinished)
{
    ASSERT_TRUE(QDir().mkpath(m_folder));
    const TurnId turn = TurnId::create();
    const CellId cell = CellId::create();
    const Record begun{2, QDateTime::currentDateTimeUtc(), TurnRecord{turn, {}, {}, {}, {}}};
    const Record ran{3, QDateTime::currentDateTimeUtc(), CellRecord{cell, turn, {}, {}, {}}};
    writeAll(m_path, recordToLine(meta(1, QStringLiteral("a"))) + recordToLine(begun) +
                         recordToLine(ran) + "{\"torn");
    qint64 next = 0;
    {
        const OpenedConversation opened = openConversation(m_data.path(), m_id);
        EXPECT_TRUE(opened.document->unfinishedCells().isEmpty());
        EXPECT_TRUE(opened.document->unfinishedTurns().isEmpty());
        EXPECT_TRUE(opened.document->cell(cell)->result->variablesLost);
        next = opened.nextSeq;
        EXPECT_GT(next, 4);
    }
    const QByteArray journal = readAll(m_path);
    const OpenedConversation again = openConversation(m_data.path(), m_id);
    EXPECT_EQ(again.nextSeq, next);
    EXPECT_EQ(readAll(m_path), journal);
    EXPECT_TRUE(again.document->unfinishedTurns().isEmpty());
}

TEST_F(OpenTest, ThrowsWhereNoFolderCanBeMade)
{
    writeAll(m_data.filePath(QStringLiteral("conversations")), "a file");
    EXPECT_THROW(openConversation(m_data.path(), m_id), Error);
}

TEST_F(OpenTest, CountsOnFromTheHighestNumber)
{
    ASSERT_TRUE(QDir().mkpath(m_folder));
    writeAll(m_path, recordToLine(meta(7, {})) + recordToLine(meta(3, {})));
    EXPECT_EQ(openConversation(m_data.path(), m_id).nextSeq, 8);
}

} // namespace sandglass
