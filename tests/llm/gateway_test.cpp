// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/gateway.h"

#include "base/error.h"
#include "exe/error.h"
#include "exe/server.h"
#include "standin/standin.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>

#include <future>
#include <memory>

namespace sandglass {
namespace {

using namespace std::chrono_literals;
using exedev::test::Server;
using exedev::test::until;
using nlohmann::json;
using test::StandIn;

const QString install = QStringLiteral("01890a5d-ac96-774b-bcce-b302099a8057");

QString text(const char *bytes)
{
    return QString::fromUtf8(bytes);
}

struct Heard
{
    QString text;
    QList<std::chrono::seconds> waits;
    QStringList steps;
    std::optional<ModelReply> reply;
    std::optional<Failure> failure;
};

Heard ask(Model &model, const QString &question, std::stop_token stop = {},
          const std::function<void()> &onText = {})
{
    ModelRequest request;
    request.messages = {{Message::Role::User, question, {}, {}}};
    Heard heard;
    ModelEvents events;
    events.onText = [&](const QString &piece) {
        heard.text += piece;
        if (onText)
            onText();
    };
    events.onWaiting = [&](std::chrono::seconds left, const QString &what) {
        if (left.count() == 0)
            heard.steps << what;
        else
            heard.waits << left;
    };
    try {
        heard.reply = model.reply(request, events, std::move(stop));
    } catch (const Error &error) {
        heard.failure = error.failure();
    }
    return heard;
}

QStringList leftInMemory()
{
    return QDir(text("/dev/shm")).entryList({text("sandglass-*")}, QDir::AllEntries);
}

/// A model server, and a stand-in exe.dev whose VMs reach it.
class GatewayTest : public testing::Test
{
protected:
    void start(const QStringList &modelOptions = {}, const QStringList &exeOptions = {})
    {
        m_gateway = std::make_unique<StandIn>(
            text("model_server.py"), QStringList{text("--answer"), text("Done.")} + modelOptions);
        m_exe = std::make_unique<Server>(
            QStringList{text("--llm-url"), m_gateway->url().toString()} + exeOptions);
    }

    std::unique_ptr<Model> model(const QString &name = {}, const QString &vm = {},
                                 const char *token = "all")
    {
        exedev::ClientOptions options = m_exe->options();
        options.token = token;
        return makeGatewayModel(options, {vm, install}, m_gateway->url(), name,
                                {.silence = 2s, .listing = 20s, .longestWait = 120s, .tries = 3});
    }

    std::vector<json> posts() const
    {
        std::vector<json> all;
        for (const QByteArray &line : m_gateway->log()) {
            const json record = json::parse(line.toStdString());
            if (record["method"] == "POST")
                all.push_back(record);
        }
        return all;
    }

    /// The processes in the VM that runs `word`.
    bool runs(const QByteArray &word)
    {
        for (const json &vm : m_exe->state()) {
            for (const json &pid : vm["pids"]) {
                QFile line(QStringLiteral("/proc/%1/comm").arg(pid.get<int>()));
                if (line.open(QIODevice::ReadOnly) && line.readAll().trimmed() == word)
                    return true;
            }
        }
        return false;
    }

    std::unique_ptr<StandIn> m_gateway;
    std::unique_ptr<Server> m_exe;
};

TEST_F(GatewayTest, AsksThroughOneVmThatItMakesAndFindsAgain)
{
    start();
    const Heard first = ask(*model(), text("What is 6 × 7?"));
    ASSERT_TRUE(first.reply) << first.failure->text.toStdString();
    EXPECT_EQ(first.text, text("Done."));
    ASSERT_EQ(first.steps.size(), 1);
    EXPECT_TRUE(first.steps[0].contains(text("about 20 seconds")));
    const auto second = model();
    const Heard next = ask(*second, text("And 杭州 🌍?"));
    EXPECT_TRUE(next.reply && next.steps.isEmpty());
    EXPECT_TRUE(ask(*second, text("And \"quotes' $HOME `x` \\?")).reply);

    ASSERT_EQ(m_exe->state().size(), 1U);
    EXPECT_EQ(m_exe->state()[0]["comment"], "code-interpreter-relay i=" + install.toStdString());
    EXPECT_EQ(m_exe->log("new").size(), 1U);
    const std::vector<json> asked = posts();
    ASSERT_EQ(asked.size(), 3U);
    EXPECT_EQ(asked[1]["body"]["messages"].back()["content"], "And 杭州 🌍?");
    EXPECT_EQ(asked[2]["body"]["messages"].back()["content"], "And \"quotes' $HOME `x` \\?");
    for (const json &one : asked) {
        EXPECT_EQ(one["path"], "/v1/chat/completions");
        EXPECT_EQ(one["body"]["model"], "stand-in");
        EXPECT_FALSE(one["headers"].contains("authorization"));
        EXPECT_EQ(one["headers"]["content-type"], "application/json");
    }
    EXPECT_EQ(leftInMemory(), QStringList());
}

TEST_F(GatewayTest, StreamsTextWhileItComes)
{
    start({text("--text"), text("one two three four"), text("--code"), text(__FILE__),
           text("--mode"), text("slow")});
    QElapsedTimer timer;
    qint64 firstText = -1;
    const auto client = model(text("stand-in"));
    client->models({}); // the VM is there
    timer.start();
    const Heard heard = ask(*client, text("?"), {}, [&] {
        if (firstText < 0)
            firstText = timer.elapsed();
    });
    ASSERT_TRUE(heard.reply);
    EXPECT_EQ(heard.reply->calls.size(), 1);
    EXPECT_LT(firstText, timer.elapsed() - 400) << "all came at once";
}

TEST_F(GatewayTest, KeepsLongRequestsOutOfTheDisk)
{
    start();
    const QString noise = QString::fromLatin1(exedev::test::noise(150'000).toBase64());
    const Heard heard = ask(*model(), noise);
    ASSERT_TRUE(heard.reply) << heard.failure->text.toStdString();
    EXPECT_EQ(posts().back()["body"]["messages"].back()["content"], noise.toStdString());
    for (const json &entry : m_exe->log("ssh"))
        EXPECT_FALSE(
            QByteArray::fromStdString(entry["command"].get<std::string>()).contains("/tmp/"))
            << "a command too long for one request was written there";
    EXPECT_EQ(leftInMemory(), QStringList());
}

TEST_F(GatewayTest, TellsStatusAndErrorsAsTheServerDoesItself)
{
    const std::pair<const char *, ErrorKind> cases[] = {
        {"401", ErrorKind::Auth},       {"403", ErrorKind::Permission},
        {"500", ErrorKind::NotRunning}, {"context", ErrorKind::OutputLimit},
        {"html", ErrorKind::Protocol},  {"error-event", ErrorKind::RateLimited},
    };
    for (const auto &[mode, kind] : cases) {
        start({text("--mode"), text(mode)});
        const Heard heard = ask(*model(text("stand-in")), text("?"));
        ASSERT_TRUE(heard.failure) << mode;
        EXPECT_EQ(heard.failure->kind, kind) << mode << heard.failure->text.toStdString();
    }
}

TEST_F(GatewayTest, AnswersAModelThatIsNotThereWithTheListOfThose)
{
    start({text("--model"), text("gpt-5.5"), text("--model"), text("claude")});
    const Heard heard = ask(*model(text("gpt-9")), text("?"));
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::NotFound);
    EXPECT_TRUE(heard.failure->text.contains(text("gpt-9")));
    EXPECT_TRUE(heard.failure->remedy.contains(text("gpt-5.5, claude")));
    EXPECT_EQ(model()->models({}), QStringList({text("gpt-5.5"), text("claude")}));
}

TEST_F(GatewayTest, WaitsAsTheGatewayAsksTo)
{
    start({text("--mode"), text("429"), text("--retry-after"), text("1")});
    const Heard heard = ask(*model(), text("?"));
    EXPECT_TRUE(heard.reply);
    EXPECT_EQ(heard.waits, QList<std::chrono::seconds>{1s});
}

TEST_F(GatewayTest, EndsCurlWithinASecondOfAStop)
{
    start({text("--mode"), text("stall"), text("--code"), text(__FILE__)});
    std::stop_source stop;
    std::promise<void> begun;
    const auto client = model(text("stand-in"));
    auto asked = std::async(std::launch::async, [&] {
        bool isTold = false;
        return ask(*client, text("?"), stop.get_token(), [&] {
            if (!std::exchange(isTold, true))
                begun.set_value();
        });
    });
    begun.get_future().wait();
    EXPECT_TRUE(runs("curl"));
    EXPECT_EQ(leftInMemory(), QStringList()) << "the request lies there while curl runs";
    QElapsedTimer timer;
    timer.start();
    stop.request_stop();
    const Heard heard = asked.get();
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::Cancelled);
    EXPECT_TRUE(until([&] { return !runs("curl"); }));
    EXPECT_LT(timer.elapsed(), 1000);
}

TEST_F(GatewayTest, EndsAfterALongSilence)
{
    start({text("--mode"), text("silent")});
    const Heard heard = ask(*model(text("stand-in")), text("?"));
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::TimedOut) << heard.failure->text.toStdString();
    EXPECT_TRUE(until([&] { return !runs("curl"); }));
}

TEST_F(GatewayTest, ReadsNoMoreThanItsCaps)
{
    start({text("--mode"), text("endless-line")});
    const Heard heard = ask(*model(text("stand-in")), text("?"));
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::OutputLimit);
    EXPECT_TRUE(until([&] { return !runs("curl"); }));
}

TEST_F(GatewayTest, KeepsTheTextOfAReplyThatBrokeOff)
{
    start({text("--mode"), text("cut"), text("--code"), text(__FILE__)});
    const Heard heard = ask(*model(text("stand-in")), text("?"));
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::NetworkEffectUnknown);
    EXPECT_EQ(heard.text, text("Let me compute that."));
}

TEST_F(GatewayTest, SaysWhatToDoWhereTheGatewayDoesNotAnswer)
{
    start();
    const auto client = makeGatewayModel(m_exe->options(), {{}, install},
                                         QUrl(text("http://0.0.0.0:9")), text("stand-in"));
    const Heard heard = ask(*client, text("?"));
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::NotRunning);
    EXPECT_TRUE(heard.failure->text.contains(text("can't be reached from the relay VM")));
    EXPECT_TRUE(heard.failure->remedy.contains(text("integration “llm”")));
}

TEST_F(GatewayTest, WakesItsVmAndMakesAnotherWhereItIsGone)
{
    start();
    const auto client = model();
    ASSERT_TRUE(ask(*client, text("?")).reply);
    const QString name = m_exe->names()[0];
    m_exe->act(name, "pause");
    EXPECT_TRUE(ask(*client, text("?")).reply);
    m_exe->act(name, "pause");
    EXPECT_TRUE(ask(*model(), text("?")).reply);
    EXPECT_EQ(m_exe->names(), QStringList(name));
    m_exe->act(name, "delete");
    EXPECT_TRUE(ask(*client, text("?")).reply);
    EXPECT_EQ(m_exe->names().size(), 1);
    EXPECT_EQ(posts().size(), 4U) << "a request was sent twice";
}

TEST_F(GatewayTest, UsesThePersonsOwnVmButNeverOneThatRunsCode)
{
    start();
    exedev::CreateOptions options;
    options.comment = text("mine");
    exedev::Vm own = m_exe->client().create(options);
    EXPECT_TRUE(ask(*model({}, own.name()), text("?")).reply);
    EXPECT_EQ(m_exe->names(), QStringList(own.name()));
    m_exe->clear();
    for (const char *comment :
         {"code-interpreter c=1 i=2", "code-interpreter-base d=1", "code-interpreter-new d=1"}) {
        own.setComment(text(comment));
        m_exe->clear();
        const Heard heard = ask(*model({}, own.name()), text("?"));
        ASSERT_TRUE(heard.failure);
        EXPECT_EQ(heard.failure->kind, ErrorKind::InvalidInput);
        EXPECT_TRUE(m_exe->log("ssh").empty());
    }
    EXPECT_EQ(ask(*model({}, text("not-there")), text("?")).failure->kind, ErrorKind::NotFound);
}

TEST_F(GatewayTest, FindsItsVmThoughAPersonMarkedItAndNotTheOneOfAnotherInstallation)
{
    start();
    exedev::CreateOptions options;
    options.comment = RelayVm::commentFor(text("01890a5d-ac96-774b-bcce-b302099a8058"));
    m_exe->client().create(options).release();
    exedev::Vm own = m_exe->client().create();
    own.setComment(RelayVm::commentFor(install) + text(" keep"));
    m_exe->clear();
    EXPECT_TRUE(ask(*model(), text("?")).reply);
    EXPECT_TRUE(m_exe->log("new").empty());
    for (const json &entry : m_exe->log("ssh"))
        EXPECT_NE(entry["command"].get<std::string>().find(own.name().toStdString()),
                  std::string::npos);
    own.release();
}

TEST_F(GatewayTest, LeavesOneVmWhereSeveralBeginAtOnce)
{
    start();
    std::vector<std::future<Heard>> all;
    for (int i = 0; i < 4; ++i)
        all.push_back(std::async(std::launch::async, [this] { return ask(*model(), text("?")); }));
    for (auto &one : all) {
        const Heard heard = one.get();
        EXPECT_TRUE(heard.reply) << heard.failure->text.toStdString();
    }
    EXPECT_EQ(m_exe->names().size(), 1);
}

TEST_F(GatewayTest, SaysWhatToDoWhereTheAccountHasNoRoomForAVm)
{
    start({}, {text("--max-vms"), text("1")});
    m_exe->client().create().release();
    const Heard heard = ask(*model(), text("?"));
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::OutputLimit);
    EXPECT_TRUE(heard.failure->remedy.contains(text("Delete sandboxes")));
}

TEST_F(GatewayTest, SaysWhatATokenMayNotDo)
{
    start();
    m_exe->addToken("few:cmds=ls,ssh");
    const Heard heard = ask(*model({}, {}, "few"), text("?"));
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::Permission);
    EXPECT_TRUE(heard.failure->text.contains(text("“new”")));
    EXPECT_EQ(ask(*model({}, {}, "wrong"), text("?")).failure->kind, ErrorKind::Auth);
    EXPECT_THROW(model({}, {}, ""), Error);
    EXPECT_TRUE(m_exe->names().isEmpty());
}

} // namespace
} // namespace sandglass
