// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "base/httpcall.h"
#include "standin/standin.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <QElapsedTimer>
#include <QTcpServer>

#include <chrono>
#include <optional>
#include <thread>

namespace sandglass {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using test::StandIn;

HttpRequest get(const QUrl &url)
{
    HttpRequest request;
    request.url = url;
    request.deadline = QDeadlineTimer(20000);
    return request;
}

HttpRequest post(const QUrl &url, const QByteArray &body = "{\"a\":1}")
{
    HttpRequest request = get(url);
    request.verb = "POST";
    request.body = body;
    request.headers.emplaceBack("Content-Type", "application/json");
    request.secretHeader = "Authorization";
    request.secretPrefix = "Bearer ";
    request.secret = Secret(QByteArray("sk-test-0123456789"));
    return request;
}

std::optional<Failure> failureOf(const HttpRequest &request, std::stop_token stop = {},
                                 const HttpCall::OnChunk &onChunk = {})
{
    try {
        HttpCall::send(request, stop, onChunk);
    } catch (const Error &error) {
        return error.failure();
    }
    return std::nullopt;
}

ErrorKind kindOf(const HttpRequest &request)
{
    const auto failure = failureOf(request);
    EXPECT_TRUE(failure.has_value());
    return failure ? failure->kind : ErrorKind::InvalidInput;
}

class HttpCallTest : public testing::Test
{
protected:
    StandIn m_server{QStringLiteral("fault_server.py")};

    QUrl url(const char *path) const { return m_server.url(QLatin1String(path)); }
};

TEST_F(HttpCallTest, SendsVerbHeadersSecretAndBodyAndGivesTheAnswer)
{
    const HttpReply reply = HttpCall::send(post(url("/echo"), "{\"text\":\"你好\"}"), {});
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.header("content-type"), "application/json");
    EXPECT_EQ(reply.header("x-mixed-case"), "Yes");
    EXPECT_EQ(reply.header("missing"), "");
    const json seen = json::parse(reply.body.toStdString());
    EXPECT_EQ(seen["method"], "POST");
    EXPECT_EQ(seen["body"], "{\"text\":\"你好\"}");
    EXPECT_EQ(seen["headers"]["authorization"], "Bearer sk-test-0123456789");
    EXPECT_EQ(seen["headers"]["accept-encoding"], "identity");
    EXPECT_EQ(seen["headers"]["content-type"], "application/json");
}

TEST_F(HttpCallTest, SendsABodyOfSeveralMegabytesWhole)
{
    const QByteArray body(5 * 1024 * 1024, 'b');
    HttpCall::send(post(url("/echo"), body), {});
    const json seen = json::parse(m_server.log().at(0).toStdString());
    EXPECT_EQ(seen["body"].get_ref<const std::string &>().size(), size_t(body.size()));
}

TEST_F(HttpCallTest, SendsAPostOnceThoughTheConnectionClosesBeforeAnAnswer)
{
    for (const char *path : {"/close", "/reset"}) {
        const size_t before = m_server.log().size();
        EXPECT_EQ(kindOf(post(url(path))), ErrorKind::NetworkEffectUnknown) << path;
        EXPECT_EQ(kindOf(post(url(path), {})), ErrorKind::NetworkEffectUnknown) << path;
        HttpRequest remove = get(url(path));
        remove.verb = "DELETE";
        EXPECT_EQ(kindOf(remove), ErrorKind::NetworkEffectUnknown) << path;
        EXPECT_EQ(m_server.log().size(), before + 3) << path;
    }
}

TEST_F(HttpCallTest, GivesEveryStatusAsAnAnswerWithItsBody)
{
    for (const int status :
         {200, 201, 204, 400, 401, 403, 404, 405, 422, 429, 500, 502, 503, 504, 529}) {
        const QString path = QStringLiteral("/status/%1").arg(status);
        for (const HttpRequest &request : {get(m_server.url(path)), post(m_server.url(path))}) {
            const HttpReply reply = HttpCall::send(request, {});
            EXPECT_EQ(reply.status, status);
            const QByteArray body = "status " + QByteArray::number(status);
            EXPECT_EQ(reply.body, status == 204 ? QByteArray() : body);
        }
    }
    const HttpReply reply = HttpCall::send(post(url("/unauthorized")), {});
    EXPECT_EQ(reply.status, 401);
    EXPECT_EQ(reply.body, "who are you?");
    EXPECT_EQ(HttpCall::send(get(url("/html")), {}).header("content-type"), "text/html");
}

TEST_F(HttpCallTest, NeverFollowsARedirectSoTheSecretStaysAtItsOrigin)
{
    const StandIn other(QStringLiteral("fault_server.py"));
    const StandIn first(QStringLiteral("fault_server.py"),
                        {QStringLiteral("--other"), QString::number(other.port())});
    for (const int status : {301, 302, 303, 307, 308}) {
        const HttpReply reply =
            HttpCall::send(post(first.url(QStringLiteral("/redirect/%1").arg(status))), {});
        EXPECT_EQ(reply.status, status);
        EXPECT_TRUE(reply.header("location").endsWith("/echo"));
    }
    EXPECT_EQ(first.log().size(), 5U);
    EXPECT_EQ(other.log().size(), 0U);
}

TEST_F(HttpCallTest, GivesBytesAsTheyArrive)
{
    QByteArray all;
    int pieces = 0;
    const HttpReply reply = HttpCall::send(get(url("/slow")), {}, [&](const QByteArray &bytes) {
        all += bytes;
        ++pieces;
        return true;
    });
    EXPECT_EQ(all, "0123456789");
    EXPECT_GT(pieces, 3);
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "");
}

TEST_F(HttpCallTest, GivesTheBodyOfAnErrorWholeThoughAChunkCallbackIsThere)
{
    int chunks = 0;
    const HttpReply reply = HttpCall::send(post(url("/status/500")), {}, [&](const QByteArray &) {
        ++chunks;
        return true;
    });
    EXPECT_EQ(reply.body, "status 500");
    EXPECT_EQ(chunks, 0);
}

TEST_F(HttpCallTest, EndsQuietlyWhenTheChunkCallbackHasEnough)
{
    int chunks = 0;
    const HttpReply reply = HttpCall::send(get(url("/huge")), {}, [&](const QByteArray &) {
        ++chunks;
        return false;
    });
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(chunks, 1);
}

TEST_F(HttpCallTest, PassesOnWhatTheChunkCallbackThrows)
{
    const auto call = [&] {
        HttpCall::send(get(url("/huge")), {}, [](const QByteArray &) -> bool {
            throw Error(ErrorKind::Protocol, QStringLiteral("from the callback"));
        });
    };
    EXPECT_THROW(call(), Error);
}

TEST_F(HttpCallTest, CapsABodyThatNeverEnds)
{
    HttpRequest request = get(url("/huge"));
    request.maxBody = 1000000;
    EXPECT_EQ(kindOf(request), ErrorKind::OutputLimit);
    request = get(url("/big/1000"));
    request.maxBody = 1000;
    EXPECT_EQ(HttpCall::send(request, {}).body.size(), 1000);
    request.maxBody = 999;
    EXPECT_EQ(kindOf(request), ErrorKind::OutputLimit);
}

TEST_F(HttpCallTest, CapsAHeadThatNeverEnds)
{
    for (const char *path : {"/header", "/headers"}) {
        QElapsedTimer timer;
        timer.start();
        EXPECT_EQ(kindOf(get(url(path))), ErrorKind::OutputLimit) << path;
        EXPECT_LT(timer.elapsed(), 5000) << path;
    }
}

TEST_F(HttpCallTest, TellsABodyThatWasCutOff)
{
    EXPECT_EQ(kindOf(get(url("/cut"))), ErrorKind::NetworkEffectUnknown);
    EXPECT_EQ(kindOf(get(url("/cut-chunked"))), ErrorKind::NetworkEffectUnknown);
    QByteArray came;
    const auto failure = failureOf(get(url("/cut-chunked")), {}, [&](const QByteArray &bytes) {
        came += bytes;
        return true;
    });
    EXPECT_TRUE(failure);
    EXPECT_EQ(came, "begin");
}

TEST_F(HttpCallTest, TellsWhatIsNoHttp)
{
    EXPECT_EQ(kindOf(get(url("/garbage"))), ErrorKind::Protocol);
}

TEST_F(HttpCallTest, NamesTheServerThatDoesNotAnswer)
{
    QTcpServer taken;
    ASSERT_TRUE(taken.listen(QHostAddress::LocalHost));
    const quint16 port = taken.serverPort();
    taken.close();
    const auto failure = failureOf(post(QUrl(QStringLiteral("http://127.0.0.1:%1/x").arg(port))));
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->kind, ErrorKind::NotRunning);
    EXPECT_TRUE(failure->text.contains(QStringLiteral("127.0.0.1:%1").arg(port)));
    EXPECT_FALSE(failure->remedy.isEmpty());
    EXPECT_EQ(kindOf(get(QUrl(QStringLiteral("http://nowhere.invalid/")))), ErrorKind::NotRunning);
}

TEST_F(HttpCallTest, EndsAtItsDeadline)
{
    HttpRequest request = get(url("/silent"));
    request.deadline = QDeadlineTimer(200);
    QElapsedTimer timer;
    timer.start();
    EXPECT_EQ(kindOf(request), ErrorKind::TimedOut);
    EXPECT_GE(timer.elapsed(), 190);
    EXPECT_LT(timer.elapsed(), 1000);
    request.deadline = QDeadlineTimer(0);
    EXPECT_EQ(kindOf(request), ErrorKind::TimedOut);
}

TEST_F(HttpCallTest, EndsAfterTooLongASilenceButNotWhileBytesCome)
{
    HttpRequest request = get(url("/stall"));
    request.idle = 150ms;
    QByteArray came;
    const auto failure = failureOf(request, {}, [&](const QByteArray &bytes) {
        came += bytes;
        return true;
    });
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->kind, ErrorKind::TimedOut);
    EXPECT_TRUE(failure->text.contains(QStringLiteral("0.15")));
    EXPECT_EQ(came, "begin");
    request = get(url("/slow"));
    request.idle = 150ms; // the whole takes 200 ms
    EXPECT_EQ(HttpCall::send(request, {}).body, "0123456789");
}

TEST_F(HttpCallTest, EndsWithinAMomentOfTheStopRequest)
{
    qint64 worst = 0;
    for (int round = 0; round < 60; ++round) {
        const char *path = round % 3 == 0 ? "/stall" : round % 3 == 1 ? "/silent" : "/huge";
        std::stop_source stop;
        QElapsedTimer timer;
        std::optional<Failure> failure;
        const HttpCall::OnChunk ignore = [](const QByteArray &) {
            return true;
        };
        std::thread caller([&] { failure = failureOf(get(url(path)), stop.get_token(), ignore); });
        // No condition to wait for: the request is to come at any moment of the call.
        std::this_thread::sleep_for(std::chrono::milliseconds(round % 7));
        timer.start();
        stop.request_stop();
        caller.join();
        worst = std::max(worst, timer.elapsed());
        ASSERT_TRUE(failure);
        EXPECT_EQ(failure->kind, ErrorKind::Cancelled);
    }
    EXPECT_LT(worst, 500); // promised: 100 ms
}

TEST_F(HttpCallTest, DoesNotStartAfterAStopRequest)
{
    std::stop_source stop;
    stop.request_stop();
    const auto failure = failureOf(post(url("/echo")), stop.get_token());
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->kind, ErrorKind::Cancelled);
    EXPECT_EQ(m_server.log().size(), 0U);
}

TEST_F(HttpCallTest, StreamsSideBySideHoweverMany)
{
    std::stop_source stop;
    std::vector<std::thread> streams;
    for (int i = 0; i < 10; ++i)
        streams.emplace_back([&] { failureOf(get(url("/stall")), stop.get_token()); });
    EXPECT_EQ(HttpCall::send(get(url("/echo")), {}).status, 200);
    stop.request_stop();
    for (std::thread &stream : streams)
        stream.join();
}

TEST_F(HttpCallTest, RefusesWhatIsNoAddressOfAServer)
{
    for (const char *text : {"", "file:///etc/passwd", "data:text/plain,x", "ftp://host/",
                             "http:", "127.0.0.1:80", "http://user:pass@127.0.0.1/"})
        EXPECT_EQ(kindOf(get(QUrl(QLatin1String(text)))), ErrorKind::InvalidInput) << text;
    EXPECT_FALSE(failureOf(get(QUrl(QStringLiteral("http://user:pass@127.0.0.1/"))))
                     ->text.contains(QStringLiteral("pass@")));
}

TEST_F(HttpCallTest, RefusesLineBreaksInHeadersAndKeys)
{
    HttpRequest request = get(url("/echo"));
    request.headers.emplaceBack("X-A", "b\r\nX-C: d");
    EXPECT_EQ(kindOf(request), ErrorKind::InvalidInput);
    request = post(url("/echo"));
    request.secret = Secret(QByteArray("sk-abc\n"));
    const auto failure = failureOf(request);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->kind, ErrorKind::InvalidInput);
    EXPECT_FALSE(failure->text.contains(QStringLiteral("sk-abc")));
    EXPECT_EQ(m_server.log().size(), 0U);
}

} // namespace
} // namespace sandglass
