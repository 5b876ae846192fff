// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "llm/openai.h"
#include "standin/standin.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QLocale>
#include <QTcpServer>
#include <QTemporaryDir>

#include <optional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

namespace sandglass {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using test::StandIn;

const QString question = QStringLiteral("What is 6 times 7?");
const QString code = QStringLiteral("print('杭州', 6 * 7)  # 🌍\n");

struct Heard
{
    QString text;
    QString code;
    QList<std::chrono::seconds> waits;
    std::optional<ModelReply> reply;
    std::optional<Failure> failure;
};

class OpenAiTest : public testing::Test
{
protected:
    OpenAiTest()
    {
        QFile file(m_folder.filePath(QStringLiteral("code.py")));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(code.toUtf8());
    }

    QStringList withCode(const QStringList &arguments) const
    {
        return QStringList{QStringLiteral("--code"), m_folder.filePath(QStringLiteral("code.py"))} +
               arguments;
    }

    /// The server in `mode`, started.
    StandIn &server(const char *mode, const QStringList &more = {})
    {
        m_server = std::make_unique<StandIn>(
            QStringLiteral("model_server.py"),
            withCode(QStringList{QStringLiteral("--mode"), QLatin1String(mode)} + more));
        return *m_server;
    }

    OpenAiModel model(const char *path = "/v1", const char *key = "", const char *name = "")
    {
        return OpenAiModel(
            {m_server->url(QLatin1String(path)), Secret(QByteArray(key)), QLatin1String(name)},
            {.silence = 400ms, .listing = 5s, .longestWait = 120s, .tries = 3});
    }

    static ModelRequest asked()
    {
        ModelRequest request;
        request.system = QStringLiteral("You compute.");
        request.messages = {{Message::Role::User, question, {}, {}}};
        return request;
    }

    static ModelRequest answered(const ModelReply &reply, const QString &result)
    {
        ModelRequest request = asked();
        request.messages.append({Message::Role::Assistant, reply.text, reply.calls, {}});
        for (const ToolCall &call : reply.calls)
            request.messages.append({Message::Role::Tool, result, {}, call.id});
        return request;
    }

    static Heard ask(OpenAiModel &model, const ModelRequest &request, std::stop_token stop = {})
    {
        Heard heard;
        ModelEvents events;
        events.onText = [&](const QString &text) {
            heard.text += text;
        };
        events.onCodeProgress = [&](const QString &text) {
            heard.code = text;
        };
        events.onWaiting = [&](std::chrono::seconds left, const QString &) {
            heard.waits << left;
        };
        try {
            heard.reply = model.reply(request, events, stop);
        } catch (const Error &error) {
            heard.failure = error.failure();
        }
        return heard;
    }

    /// Asks a server in `mode` once.
    Heard askIn(const char *mode, const QStringList &more = {})
    {
        server(mode, more);
        OpenAiModel client = model();
        return ask(client, asked());
    }

    std::vector<json> posts() const
    {
        std::vector<json> bodies;
        for (const QByteArray &line : m_server->log()) {
            const json record = json::parse(line.toStdString());
            if (record["method"] == "POST")
                bodies.push_back(record["body"]);
        }
        return bodies;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<StandIn> m_server;
};

QString codeOf(const ToolCall &call)
{
    return QJsonDocument::fromJson(call.arguments)[QLatin1String("code")].toString();
}

TEST_F(OpenAiTest, CallsTheToolAndAnswersFromItsResult)
{
    for (const QStringList &more : {QStringList(), QStringList{QStringLiteral("--bytes")}}) {
        server("ordinary", more);
        OpenAiModel client = model();
        const Heard first = ask(client, asked());
        ASSERT_TRUE(first.reply) << first.failure->text.toStdString();
        EXPECT_EQ(first.text, QStringLiteral("Let me compute that."));
        EXPECT_EQ(first.reply->text, first.text);
        ASSERT_EQ(first.reply->calls.size(), 1);
        EXPECT_EQ(codeOf(first.reply->calls[0]), code);
        EXPECT_EQ(first.code, code);
        EXPECT_EQ(first.reply->finish, ModelReply::Finish::ToolCalls);
        EXPECT_EQ(first.reply->usage.inputTokens, 11);
        const Heard second = ask(client, answered(*first.reply, QStringLiteral("你好世界 🌍 42")));
        ASSERT_TRUE(second.reply);
        EXPECT_EQ(second.text, QStringLiteral("The result is: 你好世界 🌍 42"));
        EXPECT_TRUE(second.reply->calls.isEmpty());
        const auto sent = posts();
        ASSERT_EQ(sent.size(), 2U);
        EXPECT_EQ(sent[0]["model"], "stand-in") << "the first that the server names";
        EXPECT_EQ(sent[1]["messages"].size(), 4U);
        EXPECT_EQ(sent[1]["messages"][3]["tool_call_id"],
                  sent[1]["messages"][2]["tool_calls"][0]["id"]);
    }
}

TEST_F(OpenAiTest, SendsTheKeyToItsServerAndShowsItNowhere)
{
    server("ordinary", {QStringLiteral("--key"), QStringLiteral("sk-right-0123456789")});
    OpenAiModel right = model("/v1/", "  sk-right-0123456789\n", "stand-in");
    EXPECT_TRUE(ask(right, asked()).reply);
    OpenAiModel wrong = model("/v1", "very-wrong-key", "stand-in");
    const Heard heard = ask(wrong, asked());
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::Auth);
    EXPECT_FALSE(heard.failure->text.contains(QStringLiteral("very-wrong-key")));
    EXPECT_TRUE(heard.failure->remedy.contains(QStringLiteral("Settings")));
}

TEST_F(OpenAiTest, UnderstandsCallsInEveryForm)
{
    for (const char *mode :
         {"no-index", "zero-index", "object-arguments", "usage-null", "json", "no-done",
          "text-call", "fenced-call", "doubled-call", "tagged-call"}) {
        const Heard heard = askIn(mode);
        ASSERT_TRUE(heard.reply) << mode << heard.failure->text.toStdString();
        ASSERT_EQ(heard.reply->calls.size(), 1) << mode;
        EXPECT_EQ(codeOf(heard.reply->calls[0]), code) << mode;
        EXPECT_TRUE(heard.reply->calls[0].complete) << mode;
        EXPECT_FALSE(heard.text.contains(QStringLiteral("run_python"))) << mode;
    }
    EXPECT_EQ(askIn("two-calls").reply->calls.size(), 2);
    EXPECT_EQ(askIn("other-tool").reply->calls.at(0).name, QStringLiteral("launch_rocket"));
}

TEST_F(OpenAiTest, MarksCallsThatWereCutAndTheyMayBeSentBack)
{
    for (const char *mode : {"length-in-call", "relabelled-cut", "bad-arguments"}) {
        server(mode);
        OpenAiModel client = model();
        const Heard heard = ask(client, asked());
        ASSERT_TRUE(heard.reply) << mode;
        ASSERT_EQ(heard.reply->calls.size(), 1) << mode;
        EXPECT_FALSE(heard.reply->calls[0].complete) << mode;
        EXPECT_TRUE(ask(client, answered(*heard.reply, QStringLiteral("cut off"))).reply) << mode;
        EXPECT_EQ(posts()[1]["messages"][2]["tool_calls"][0]["function"]["arguments"], "{}");
    }
}

TEST_F(OpenAiTest, AsksOnceMoreWithoutToolsAndRemembers)
{
    server("no-tools");
    OpenAiModel client = model();
    const Heard first = ask(client, asked());
    ASSERT_TRUE(first.reply) << first.failure->text.toStdString();
    EXPECT_EQ(first.text, QStringLiteral("Let me compute that.\n\n"));
    ASSERT_EQ(first.reply->calls.size(), 1);
    EXPECT_EQ(codeOf(first.reply->calls[0]).trimmed(), code.trimmed());
    EXPECT_EQ(posts().size(), 2U);
    EXPECT_FALSE(posts()[1].contains("tools"));
    const Heard second = ask(client, answered(*first.reply, QStringLiteral("42")));
    ASSERT_TRUE(second.reply);
    EXPECT_TRUE(second.text.contains(QStringLiteral("42")));
    EXPECT_EQ(posts().size(), 3U);
}

TEST_F(OpenAiTest, KeepsTheTextOfAReplyThatFailedAndDoesNotAskAgain)
{
    struct Row
    {
        const char *mode;
        ErrorKind kind;
    };
    for (const Row &row : std::vector<Row>{{"cut", ErrorKind::NetworkEffectUnknown},
                                           {"cut-in-call", ErrorKind::NetworkEffectUnknown},
                                           {"error-event", ErrorKind::RateLimited},
                                           {"error-event-named", ErrorKind::RateLimited},
                                           {"stall", ErrorKind::TimedOut},
                                           {"endless-line", ErrorKind::OutputLimit},
                                           {"endless-text", ErrorKind::OutputLimit}}) {
        const Heard heard = askIn(row.mode);
        ASSERT_TRUE(heard.failure) << row.mode;
        EXPECT_EQ(heard.failure->kind, row.kind)
            << row.mode << ": " << heard.failure->text.toStdString();
        EXPECT_TRUE(heard.text.startsWith(QStringLiteral("Let me compute that."))) << row.mode;
        EXPECT_FALSE(heard.failure->text.isEmpty());
        EXPECT_EQ(posts().size(), 1U) << row.mode;
    }
}

TEST_F(OpenAiTest, SaysWhatFailedAndWhatToDo)
{
    struct Row
    {
        const char *mode;
        ErrorKind kind;
        const char *text;
        const char *remedy;
    };
    for (const Row &row : std::vector<Row>{
             {"401", ErrorKind::Auth, "refused the key", "Settings"},
             {"403", ErrorKind::Permission, "not allowed", "Settings"},
             {"404", ErrorKind::NotFound, "no model named", "stand-in"},
             {"500", ErrorKind::NotRunning, "500", "Ask again"},
             {"502", ErrorKind::NotRunning, "502", "Ask again"},
             {"context", ErrorKind::OutputLimit, "9030", "new conversation"},
             {"html", ErrorKind::Protocol, "web page", "/v1"},
             {"html-404", ErrorKind::Protocol, "web page", "/v1"},
             {"close", ErrorKind::NetworkEffectUnknown, "before it answered", "Ask again"},
             {"silent", ErrorKind::TimedOut, "silent", "Try again"}}) {
        const Heard heard = askIn(row.mode);
        ASSERT_TRUE(heard.failure) << row.mode;
        const Failure &failure = *heard.failure;
        EXPECT_EQ(failure.kind, row.kind) << row.mode << ": " << failure.text.toStdString();
        EXPECT_TRUE(failure.text.contains(QLatin1String(row.text)))
            << row.mode << ": " << failure.text.toStdString();
        EXPECT_TRUE(failure.remedy.contains(QLatin1String(row.remedy)))
            << row.mode << ": " << failure.remedy.toStdString();
        EXPECT_EQ(posts().size(), 1U) << row.mode;
        EXPECT_EQ(heard.text, QString());
    }
}

TEST_F(OpenAiTest, NamesTheModelsThatThereAre)
{
    server("ordinary", {QStringLiteral("--model"), QStringLiteral("alpha"),
                        QStringLiteral("--model"), QStringLiteral("beta:7b")});
    OpenAiModel client = model("/v1", "", "gamma");
    EXPECT_EQ(client.models({}), (QStringList{QStringLiteral("alpha"), QStringLiteral("beta:7b")}));
    const Heard heard = ask(client, asked());
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::NotFound);
    EXPECT_TRUE(heard.failure->text.contains(QStringLiteral("“gamma”")));
    EXPECT_TRUE(heard.failure->remedy.contains(QStringLiteral("alpha, beta:7b")));
    server("ordinary", {QStringLiteral("--model"), QString()});
    OpenAiModel none = model();
    EXPECT_EQ(ask(none, asked()).failure->kind, ErrorKind::NotFound);
}

TEST_F(OpenAiTest, SaysWhenNoServerRunsOrTheAddressIsWrong)
{
    QTcpServer taken;
    ASSERT_TRUE(taken.listen(QHostAddress::LocalHost));
    const QUrl url(QStringLiteral("http://localhost:%1/v1").arg(taken.serverPort()));
    taken.close();
    OpenAiModel client({url, {}, QStringLiteral("m")});
    const Heard heard = ask(client, asked());
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::NotRunning);
    EXPECT_TRUE(heard.failure->text.contains(QStringLiteral("No model server answers")));
    EXPECT_TRUE(heard.failure->remedy.contains(QStringLiteral("Start it")));
    server("ordinary");
    OpenAiModel lacking = model("", "", "stand-in");
    const Heard page = ask(lacking, asked());
    ASSERT_TRUE(page.failure);
    EXPECT_TRUE(page.failure->remedy.contains(QStringLiteral("/v1")));
    OpenAiModel pasted = model("/v1/chat/completions", "", "stand-in");
    EXPECT_TRUE(ask(pasted, asked()).reply);
    OpenAiModel nonsense({QUrl(QStringLiteral("not an address")), {}, {}});
    EXPECT_EQ(ask(nonsense, asked()).failure->kind, ErrorKind::InvalidInput);
}

TEST_F(OpenAiTest, WaitsAsLongAsTheServerAsksAndCountsDown)
{
    for (const char *mode : {"429", "503-once", "529-once"}) {
        QElapsedTimer timer;
        timer.start();
        const Heard heard = askIn(mode, {QStringLiteral("--retry-after"), QStringLiteral("2")});
        ASSERT_TRUE(heard.reply) << mode << heard.failure->text.toStdString();
        EXPECT_GE(timer.elapsed(), 2000);
        EXPECT_EQ(heard.waits, (QList<std::chrono::seconds>{2s, 1s})) << mode;
        EXPECT_EQ(posts().size(), 2U);
    }
    const QString soon = QLocale::c().toString(QDateTime::currentDateTimeUtc().addSecs(3),
                                               QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    const Heard dated = askIn("429", {QStringLiteral("--retry-after"), soon});
    ASSERT_TRUE(dated.reply);
    EXPECT_FALSE(dated.waits.isEmpty());
    EXPECT_LE(dated.waits.first(), 3s);
}

TEST_F(OpenAiTest, GivesUpAfterThreeTriesOrWhenTheWaitIsTooLong)
{
    const Heard heard = askIn("429", {QStringLiteral("--failures"), QStringLiteral("9"),
                                      QStringLiteral("--retry-after"), QStringLiteral("0")});
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::RateLimited);
    EXPECT_EQ(posts().size(), 3U);
    QElapsedTimer timer;
    timer.start();
    const Heard later = askIn("429", {QStringLiteral("--retry-after"), QStringLiteral("600")});
    ASSERT_TRUE(later.failure);
    EXPECT_TRUE(later.failure->remedy.contains(QStringLiteral("10 minutes")));
    EXPECT_EQ(posts().size(), 1U);
}

TEST_F(OpenAiTest, StopsAtOnceWhileItWaitsOrReads)
{
    for (const char *mode : {"429", "slow", "silent", "stall", "endless-line"}) {
        server(mode, {QStringLiteral("--retry-after"), QStringLiteral("60")});
        std::stop_source stop;
        std::promise<void> begun;
        std::once_flag once;
        std::optional<Failure> failure;
        QElapsedTimer timer;
        OpenAiModel client({m_server->url(QStringLiteral("/v1")), {}, QStringLiteral("stand-in")});
        std::thread caller([&] {
            ModelEvents events;
            const auto tell = [&] {
                std::call_once(once, [&] { begun.set_value(); });
            };
            events.onText = [&](const QString &) {
                tell();
            };
            events.onWaiting = [&](std::chrono::seconds, const QString &) {
                tell();
            };
            try {
                client.reply(asked(), events, stop.get_token());
            } catch (const Error &error) {
                failure = error.failure();
            }
        });
        if (qstrcmp(mode, "silent") == 0) {
            while (posts().empty())
                std::this_thread::yield();
        } else {
            begun.get_future().wait();
        }
        timer.start();
        stop.request_stop();
        caller.join();
        EXPECT_LT(timer.elapsed(), 500) << mode; // promised: 100 ms
        ASSERT_TRUE(failure) << mode;
        EXPECT_TRUE(failure->kind == ErrorKind::Cancelled ||
                    (qstrcmp(mode, "endless-line") == 0 && failure->kind == ErrorKind::OutputLimit))
            << mode;
    }
}

TEST_F(OpenAiTest, LeavesTheToolOutWhenItIsNotOffered)
{
    server("ordinary");
    OpenAiModel client = model();
    ModelRequest request = asked();
    request.offerTool = false;
    EXPECT_TRUE(ask(client, request).reply);
    EXPECT_FALSE(posts()[0].contains("tools"));
}

} // namespace
} // namespace sandglass
