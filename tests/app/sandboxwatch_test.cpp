// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandboxwatch.h"

#include "app/networkwatch.h"
#include "app/openconversation.h"
#include "exe/server.h"
#include "tests/app/fakes.h"

#include <gtest/gtest.h>

namespace sandglass {

namespace {

using exedev::test::Server;
using exedev::test::text;
using namespace std::chrono_literals;

TEST(NetworkWatch, TellsThatTheComputerSleptAndNothingElse)
{
    NetworkWatch::Wall wall{};
    NetworkWatch::Steady steady{};
    NetworkWatch watch({[&] { return wall; },
                        [&] {
                            return steady;
                        }});
    int told = 0;
    QObject::connect(&watch, &NetworkWatch::changed, &watch, [&] { ++told; });
    wall += 5s;
    steady += 5s;
    watch.look();
    EXPECT_EQ(told, 0);
    wall += 10min;
    steady += 10min; // the program was only slow
    watch.look();
    EXPECT_EQ(told, 0);
    wall += 20s;
    steady += 4s;
    watch.look();
    EXPECT_EQ(told, 1);
    watch.look();
    EXPECT_EQ(told, 1);
}

/// A running VM of a conversation that was last used an hour ago.
class Watching : public testing::Test
{
protected:
    Watching()
    {
        const OpenedConversation opened = openConversation(m_data.path(), m_id);
        opened.journal->append("{\"v\":1,\"seq\":1,\"t\":\"" +
                               QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toUtf8() +
                               "\",\"type\":\"meta\",\"title\":\"x\"}\n");
        exedev::Client client = m_server.client();
        exedev::CreateOptions create;
        create.comment = QStringLiteral("code-interpreter c=%1 i=ours").arg(m_id.toString());
        exedev::Vm vm = client.create(create);
        vm.release();
        m_options.access = m_server.options();
        m_options.dataFolder = m_data.path();
        m_options.rules.install = text("ours");
        m_options.clock = [] {
            return QDateTime::currentDateTimeUtc().addSecs(3600);
        };
        QObject::connect(&m_watch, &SandboxWatch::swept, &m_watch,
                         [this](const QList<SandboxKeeper::Done> &done) { m_done << done; });
    }

    std::string status() { return m_server.state().front()["status"]; }

    QTemporaryDir m_data;
    Server m_server;
    ConversationId m_id = ConversationId::create();
    SandboxKeeper::Options m_options;
    QList<SandboxKeeper::Done> m_done;
    SandboxWatch m_watch;
};

TEST_F(Watching, SweepsAtTheStart)
{
    m_watch.setOptions(m_options);
    EXPECT_TRUE(waitFor([this] { return !m_done.isEmpty(); }));
    EXPECT_EQ(m_done.front().act, KeepAct::Pause);
    EXPECT_EQ(status(), "paused");
}

TEST_F(Watching, WaitsForACellThatRuns)
{
    const OpenedConversation opened = openConversation(m_data.path(), m_id);
    m_watch.setBusy(m_id, true);
    m_watch.setOptions(m_options);
    EXPECT_TRUE(waitFor([this] { return !m_server.log("ls").empty(); }));
    EXPECT_EQ(status(), "running");
    m_watch.setBusy(m_id, false);
    EXPECT_TRUE(waitFor([this] {
        m_watch.soon();
        return !m_done.isEmpty();
    }));
    EXPECT_EQ(status(), "paused");
}

TEST_F(Watching, TellsOnceWhatItMayNotDo)
{
    m_server.addToken("some:cmds=new,ls,ssh");
    m_options.access.token = "some";
    m_options.clock = [] {
        return QDateTime::currentDateTimeUtc().addDays(4);
    };
    QStringList failures;
    QObject::connect(&m_watch, &SandboxWatch::failed, &m_watch,
                     [&](const Failure &failure) { failures << failure.text; });
    m_watch.setOptions(m_options);
    EXPECT_TRUE(waitFor([&] {
        m_watch.soon();
        return m_done.size() >= 2;
    }));
    ASSERT_EQ(failures.size(), 1);
    EXPECT_TRUE(failures.front().contains(text("“rm”"))) << failures.front().toStdString();
}

TEST_F(Watching, DoesNothingWithoutAToken)
{
    m_watch.setOptions(m_options);
    m_options.access.token.clear();
    m_watch.setOptions(m_options);
    m_watch.soon();
    int rounds = 0; // of the event loop, longer than it takes to begin
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] { ++rounds; });
    timer.start(100);
    EXPECT_TRUE(waitFor([&] { return rounds > 10; }));
    EXPECT_TRUE(m_server.log("ls").empty());
}

} // namespace

} // namespace sandglass
