// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandboxkeeper.h"

#include "app/library.h"
#include "app/openconversation.h"
#include "app/recordjson.h"
#include "exe/server.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QTemporaryDir>

namespace sandglass {

namespace {

using exedev::test::Server;
using exedev::test::text;

class Keeping : public testing::Test
{
protected:
    SandboxKeeper keeper(const QByteArray &token = "all")
    {
        SandboxKeeper::Options options;
        options.access = m_server.options();
        options.access.token = token;
        options.dataFolder = m_data.path();
        options.rules.install = text("ours");
        options.cellTimeout = m_cellTimeout;
        options.isBusy = [this](const ConversationId &id) {
            return id == m_busy;
        };
        options.clock = [this] {
            return QDateTime::currentDateTimeUtc().addSecs(m_later);
        };
        return SandboxKeeper(options);
    }

    /// A conversation that was used now, and its VM.
    ConversationId conversation(QString *vm, const char *install = "ours")
    {
        const ConversationId id = ConversationId::create();
        const OpenedConversation opened = openConversation(m_data.path(), id);
        opened.journal->append("{\"v\":1,\"seq\":1,\"t\":\"" +
                               QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toUtf8() +
                               "\",\"type\":\"meta\",\"title\":\"x\"}\n");
        *vm = make(QStringLiteral("code-interpreter c=%1 i=%2").arg(id.toString(), text(install)));
        return id;
    }

    QString make(const QString &comment)
    {
        exedev::Client client = m_server.client();
        exedev::CreateOptions options;
        options.comment = comment;
        exedev::Vm vm = client.create(options);
        vm.release();
        return vm.name();
    }

    QString statusOf(const QString &vm)
    {
        for (const nlohmann::json &one : m_server.state()) {
            if (QString::fromStdString(one["name"].get<std::string>()) == vm)
                return QString::fromStdString(one["status"].get<std::string>());
        }
        return text("gone");
    }

    static constexpr int hour = 3600;
    QTemporaryDir m_data;
    Server m_server;
    ConversationId m_busy;
    qint64 m_later = 0; ///< seconds
    std::chrono::seconds m_cellTimeout{300};
};

TEST_F(Keeping, PausesAfterHalfAnHourAndDeletesAfterThreeDays)
{
    QString vm;
    conversation(&vm);
    EXPECT_TRUE(keeper().sweep({}).isEmpty());
    m_later = hour;
    const QList<SandboxKeeper::Done> paused = keeper().sweep({});
    ASSERT_EQ(paused.size(), 1);
    EXPECT_EQ(paused.front().act, KeepAct::Pause);
    EXPECT_FALSE(paused.front().failure);
    EXPECT_EQ(statusOf(vm), text("paused"));
    EXPECT_TRUE(keeper().sweep({}).isEmpty());
    m_later = 73 * hour;
    EXPECT_EQ(keeper().sweep({}).size(), 1);
    EXPECT_EQ(statusOf(vm), text("gone"));
}

TEST_F(Keeping, PausesTheVmThatTheModelIsAskedFromWhenNoConversationWasUsed)
{
    QString sandbox;
    m_busy = conversation(&sandbox);
    const QString relay = make(text("code-interpreter-relay i=ours"));
    EXPECT_TRUE(keeper().sweep({}).isEmpty());
    m_later = hour;
    keeper().sweep({});
    EXPECT_EQ(statusOf(relay), text("paused"));
    m_later = 1000 * hour;
    keeper().sweep({});
    EXPECT_EQ(statusOf(relay), text("paused"));
}

TEST_F(Keeping, LeavesWhatIsNotOursAndListsIt)
{
    QString theirs;
    conversation(&theirs, "theirs");
    const QString base = make(text("code-interpreter-base d=1"));
    const QString other = make(text("web server"));
    m_later = 1000 * hour;
    EXPECT_TRUE(keeper().sweep({}).isEmpty());
    QStringList listed;
    for (const SandboxKeeper::Entry &entry : keeper().list({}))
        listed << entry.info.name;
    EXPECT_TRUE(listed.contains(theirs) && listed.contains(base));
    EXPECT_FALSE(listed.contains(other));
    EXPECT_EQ(m_server.names().size(), 3);
}

TEST_F(Keeping, PausesTheVmOfARemovedConversationAndDeletesItWhenThatIsGone)
{
    QString vm;
    const ConversationId id = conversation(&vm);
    Library library(m_data.path());
    library.remove(id);
    keeper().sweep({});
    EXPECT_EQ(statusOf(vm), text("paused"));
    library.purge(id);
    keeper().sweep({});
    EXPECT_EQ(statusOf(vm), text("gone"));
}

TEST_F(Keeping, DeletesNothingWhereTheConversationsCannotBeSeen)
{
    QString vm;
    conversation(&vm);
    ASSERT_TRUE(QDir().rename(m_data.filePath(text("conversations")), m_data.filePath(text("x"))));
    EXPECT_TRUE(keeper().sweep({}).isEmpty());
    EXPECT_EQ(statusOf(vm), text("running"));
}

TEST_F(Keeping, NeverPausesUnderARunningCell)
{
    QString vm;
    const ConversationId id = conversation(&vm);
    const OpenedConversation opened = openConversation(m_data.path(), id);
    m_busy = id;
    m_later = hour;
    EXPECT_TRUE(keeper().sweep({}).isEmpty());
    m_busy = {};
    EXPECT_EQ(keeper().sweep({}).size(), 1);
}

TEST_F(Keeping, CountsACellThatWasLeftRunningAsUseUntilItsTimeIsOver)
{
    QString vm;
    const ConversationId id = conversation(&vm);
    const CellId cell = CellId::create();
    const auto record = [&](const RecordBody &body) {
        const OpenedConversation opened = openConversation(m_data.path(), id);
        const QDateTime now = QDateTime::currentDateTimeUtc();
        opened.journal->append(recordToLine({opened.nextSeq, now, body}));
    };
    record(SandboxRecord{vm, text("boot"), 0});
    record(CellRecord{cell, {}, {}, text("work()"), CellOrigin::Person});
    m_cellTimeout = std::chrono::hours(2);
    m_later = hour;
    EXPECT_TRUE(keeper().sweep({}).isEmpty());
    m_later = 3 * hour; // it has run out of time, half an hour more has passed
    EXPECT_EQ(keeper().list({}).front().due, KeepAct::Pause);
    m_later = hour;
    record(DoneRecord{cell, CellResult()});
    EXPECT_EQ(keeper().sweep({}).size(), 1);
    EXPECT_EQ(statusOf(vm), text("paused"));
}

TEST_F(Keeping, SaysThatATokenCannotBeRight)
{
    try {
        keeper("Token: xyz");
        FAIL() << "it was taken";
    } catch (const Error &error) {
        EXPECT_EQ(error.failure().kind, ErrorKind::InvalidInput);
        EXPECT_TRUE(error.failure().text.contains(text("token")));
    }
}

TEST_F(Keeping, TellsWhatTheTokenMayNotDoAndTriesItOnce)
{
    m_server.addToken("some:cmds=new,ls,ssh");
    QString vm;
    conversation(&vm);
    SandboxKeeper some = keeper("some");
    m_later = hour;
    const QList<SandboxKeeper::Done> tried = some.sweep({});
    ASSERT_EQ(tried.size(), 1);
    EXPECT_TRUE(tried.front().failure->text.contains(text("“pause”")));
    EXPECT_TRUE(some.sweep({}).isEmpty());
    m_later = 73 * hour;
    const QList<SandboxKeeper::Done> removal = some.sweep({});
    ASSERT_EQ(removal.size(), 1);
    EXPECT_EQ(removal.front().failure->kind, ErrorKind::Permission);
    EXPECT_EQ(statusOf(vm), text("running"));
}

} // namespace

} // namespace sandglass
