// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/library.h"

#include "app/openconversation.h"
#include "app/recorder.h"
#include "app/recordjson.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>

namespace sandglass {

namespace {

class LibraryTest : public testing::Test
{
protected:
    ConversationId make(const QByteArray &journal)
    {
        const ConversationId id = ConversationId::create();
        const QString folder = conversationFolder(m_data.path(), id);
        EXPECT_TRUE(QDir().mkpath(folder));
        QFile file(folder + QStringLiteral("/journal.jsonl"));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(journal);
        return id;
    }

    static QByteArray line(RecordBody body, qint64 seconds)
    {
        return recordToLine({1, QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC), std::move(body)});
    }

    static QByteArray titled(const QString &title, qint64 seconds)
    {
        return line(MetaRecord{title}, seconds);
    }

    QTemporaryDir m_data;
    Library m_library{m_data.path()};
};

} // namespace

TEST_F(LibraryTest, IsEmptyWhereThereIsNothing)
{
    EXPECT_TRUE(m_library.list().isEmpty());
}

TEST_F(LibraryTest, ListsTheNewestFirstAndSkipsWhatIsNoConversation)
{
    const ConversationId old = make(titled(QStringLiteral("old"), 1000));
    const ConversationId newer = make(titled(QStringLiteral("newer"), 2000));
    make({});
    QDir(m_data.path()).mkpath(QStringLiteral("conversations/not-an-id"));
    QDir(m_data.path())
        .mkpath(QStringLiteral("conversations/") + ConversationId::create().toString());
    const QList<ConversationEntry> list = m_library.list();
    ASSERT_EQ(list.size(), 2);
    EXPECT_EQ(list[0].id, newer);
    EXPECT_EQ(list[0].title, QStringLiteral("newer"));
    EXPECT_EQ(list[0].changed.toSecsSinceEpoch(), 2000);
    EXPECT_EQ(list[1].id, old);
}

TEST_F(LibraryTest, TakesTheLastTitleAndSurvivesTornAndDamagedLines)
{
    const ConversationId id = make(titled(QStringLiteral("first"), 1) + "garbage\n" +
                                   titled(QStringLiteral("second"), 2) + line(NoticeRecord{}, 3) +
                                   R"({"v":1,"type":"meta)");
    const auto entry = m_library.find(id);
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->title, QStringLiteral("second"));
    EXPECT_EQ(entry->changed.toSecsSinceEpoch(), 3);
}

TEST_F(LibraryTest, FindsATitleInALongJournalThatARecorderWrote)
{
    const ConversationId id = ConversationId::create();
    {
        OpenedConversation opened = openConversation(m_data.path(), id);
        RecordQueue queue([] {});
        queue.close();
        Recorder recorder(opened.folder, std::move(opened.journal), queue, [](const Failure &) {});
        recorder.add(MetaRecord{QStringLiteral("first")});
        for (int i = 0; i < 20; ++i) {
            if (i == 10)
                recorder.add(MetaRecord{QStringLiteral("renamed")});
            const TurnId turn = TurnId::create();
            recorder.add(TurnRecord{turn, {}, QString(50'000, QLatin1Char('q')), {}, {}});
            recorder.add(TurnDoneRecord{turn, {}, {}});
        }
    }
    EXPECT_EQ(m_library.find(id)->title, QStringLiteral("renamed"));
}

TEST_F(LibraryTest, ListsFiveHundredLongConversationsQuickly)
{
    const QByteArray journal =
        titled(QStringLiteral("t"), 1) +
        line(TextRecord{TurnId::create(), BlockId::create(), QString(200'000, QLatin1Char('x'))},
             2) +
        line(NoticeRecord{}, 3);
    for (int i = 0; i < 500; ++i)
        make(journal);
    QElapsedTimer timer;
    timer.start();
    EXPECT_EQ(m_library.list().size(), 500);
    EXPECT_LT(timer.elapsed(), 5 * 2000); // a start in two seconds, at five times the figure
}

TEST_F(LibraryTest, RenamesOneThatIsNotOpen)
{
    const ConversationId id = make(titled(QStringLiteral("a"), 1));
    m_library.rename(id, QStringLiteral("b"));
    EXPECT_EQ(m_library.find(id)->title, QStringLiteral("b"));
    const OpenedConversation open = openConversation(m_data.path(), id);
    EXPECT_THROW(m_library.rename(id, QStringLiteral("c")), Error);
    EXPECT_THROW(m_library.rename(ConversationId::create(), QStringLiteral("c")), Error);
}

TEST_F(LibraryTest, BringsARemovedOneBackUntilItIsPurged)
{
    const ConversationId id = make(titled(QStringLiteral("a"), 1));
    m_library.remove(id);
    EXPECT_TRUE(m_library.list().isEmpty());
    EXPECT_EQ(m_library.removed(), QList<ConversationId>{id});
    m_library.restore(id);
    EXPECT_EQ(m_library.list().size(), 1);
    EXPECT_TRUE(m_library.removed().isEmpty());
    m_library.remove(id);
    m_library.purge(id);
    EXPECT_TRUE(m_library.removed().isEmpty());
    EXPECT_THROW(m_library.restore(id), Error);
    m_library.purge(id); // once more does nothing
}

TEST_F(LibraryTest, RemovesNoneThatIsOpen)
{
    const ConversationId id = make(titled(QStringLiteral("a"), 1));
    const OpenedConversation open = openConversation(m_data.path(), id);
    ASSERT_TRUE(open.journal);
    EXPECT_THROW(m_library.remove(id), Error);
    EXPECT_EQ(m_library.list().size(), 1);
}

} // namespace sandglass
