// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "base/httpcall.h"
#include "base/httpconnections.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

namespace sandglass {
namespace {

using namespace std::chrono_literals;

/// Answers each request "ok" and counts connections and requests, in a thread of its own. The path
/// tells what else it does.
class CountingServer
{
public:
    CountingServer()
    {
        std::promise<int> port;
        std::future<int> ready = port.get_future();
        m_thread.reset(QThread::create([this, &port] { serve(port); }));
        m_thread->start();
        m_port = ready.get();
    }

    ~CountingServer()
    {
        QMetaObject::invokeMethod(m_loop, &QEventLoop::quit, Qt::QueuedConnection);
        m_thread->wait();
    }

    QUrl url(const char *path) const
    {
        return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(m_port).arg(QLatin1String(path)));
    }

    std::atomic<int> connections = 0;
    std::atomic<int> requests = 0;
    std::atomic<int> closed = 0;

private:
    void serve(std::promise<int> &port)
    {
        QEventLoop loop;
        QTcpServer server;
        server.listen(QHostAddress::LocalHost);
        QObject::connect(&server, &QTcpServer::newConnection, &server, [&] {
            QTcpSocket *socket = server.nextPendingConnection();
            ++connections;
            QObject::connect(socket, &QTcpSocket::readyRead, socket,
                             [this, socket] { answer(socket); });
            QObject::connect(socket, &QTcpSocket::disconnected, socket, [this] { ++closed; });
        });
        m_loop = &loop;
        port.set_value(server.serverPort());
        loop.exec();
    }

    void answer(QTcpSocket *socket)
    {
        const QByteArray request = socket->readAll();
        if (!request.contains("\r\n\r\n"))
            return;
        ++requests;
        const QByteArray path = request.split(' ').value(1);
        if (path == "/drop") {
            socket->abort();
            return;
        }
        if (path == "/silent")
            return;
        const QByteArray version = path == "/old" ? "HTTP/1.0" : "HTTP/1.1";
        const QByteArray header = path == "/close" ? "Connection: close\r\n" : "";
        if (path == "/untold")
            socket->write("HTTP/1.1 200 OK\r\n\r\nok");
        else
            socket->write(version + " 200 OK\r\nContent-Length: 2\r\n" + header + "\r\nok" +
                          (path == "/more" ? "surplus" : ""));
        if (path == "/leave" || path == "/untold")
            socket->disconnectFromHost();
    }

    std::unique_ptr<QThread> m_thread;
    QEventLoop *m_loop = nullptr; // on the thread's stack
    int m_port = 0;
};

class HttpConnectionsTest : public testing::Test
{
protected:
    HttpReply get(const char *path)
    {
        HttpRequest request;
        request.url = m_server.url(path);
        request.connections = &m_connections;
        request.deadline = QDeadlineTimer(10000);
        return HttpCall::send(request, {});
    }

    /// Whether a second call needs a second connection.
    bool isKeptAfter(const char *path)
    {
        EXPECT_EQ(get(path).body, "ok") << path;
        EXPECT_EQ(get("/").body, "ok") << path;
        return m_server.connections == 1;
    }

    CountingServer m_server;
    HttpConnections m_connections;
};

TEST_F(HttpConnectionsTest, OneIsEnoughForManyCalls)
{
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(get("/").body, "ok");
    EXPECT_EQ(m_server.connections, 1);
    EXPECT_EQ(m_server.requests, 20);
}

TEST_F(HttpConnectionsTest, IsNotKeptWhereTheServerClosesIt)
{
    EXPECT_FALSE(isKeptAfter("/close"));
}

TEST_F(HttpConnectionsTest, IsNotKeptWhereOnlyTheEndOfTheConnectionEndsTheBody)
{
    EXPECT_FALSE(isKeptAfter("/untold"));
}

TEST_F(HttpConnectionsTest, IsNotKeptByAnOldServer)
{
    EXPECT_FALSE(isKeptAfter("/old"));
}

TEST_F(HttpConnectionsTest, IsNotKeptWithBytesThatNobodyAskedFor)
{
    EXPECT_FALSE(isKeptAfter("/more"));
}

TEST_F(HttpConnectionsTest, IsNotUsedAfterTheServerLeft)
{
    EXPECT_EQ(get("/leave").body, "ok");
    // Nothing on this side tells that the end has arrived, so give it a moment.
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable tick;
    tick.wait_for(lock, 200ms);
    EXPECT_EQ(get("/").body, "ok");
    EXPECT_EQ(m_server.connections, 2);
    EXPECT_EQ(m_server.requests, 2);
}

TEST_F(HttpConnectionsTest, ARequestThatIsLostOnAKeptOneIsSentOnce)
{
    EXPECT_EQ(get("/").body, "ok");
    try {
        get("/drop");
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::NetworkEffectUnknown);
    }
    EXPECT_EQ(m_server.connections, 1);
    EXPECT_EQ(m_server.requests, 2);
}

TEST_F(HttpConnectionsTest, AStoppedCallLeavesNone)
{
    std::stop_source stop;
    std::thread stopper([&] {
        while (m_server.requests < 1)
            std::this_thread::yield();
        stop.request_stop();
    });
    HttpRequest request;
    request.url = m_server.url("/silent");
    request.connections = &m_connections;
    EXPECT_THROW(HttpCall::send(request, stop.get_token()), Error);
    stopper.join();
    EXPECT_EQ(get("/").body, "ok");
    EXPECT_EQ(m_server.connections, 2);
}

TEST_F(HttpConnectionsTest, GoesFromThreadToThread)
{
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(std::async(std::launch::async, [&] { return get("/").body; }).get(), "ok");
    EXPECT_EQ(m_server.connections, 1);
    std::vector<std::future<bool>> all;
    for (int thread = 0; thread < 4; ++thread)
        all.push_back(std::async(std::launch::async, [&] {
            for (int i = 0; i < 25; ++i) {
                if (get("/").body != "ok")
                    return false;
            }
            return true;
        }));
    for (auto &one : all)
        EXPECT_TRUE(one.get());
    EXPECT_LE(m_server.connections, 4);
    EXPECT_EQ(m_server.requests, 110);
}

TEST_F(HttpConnectionsTest, OnceSentAPatientCallObeysOnlyItsSecondStop)
{
    std::stop_source stop;
    std::stop_source second;
    HttpRequest request;
    request.url = m_server.url("/silent");
    request.afterSending = HttpPatience{second.get_token()};
    std::atomic<bool> isStopped = false;
    std::thread stopper([&] {
        while (m_server.requests < 1)
            std::this_thread::yield();
        stop.request_stop();
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable tick;
        tick.wait_for(lock, 200ms);
        isStopped = true;
        second.request_stop();
    });
    EXPECT_THROW(HttpCall::send(request, stop.get_token()), Error);
    EXPECT_TRUE(isStopped);
    stopper.join();

    // Before it was sent the first stop is enough.
    EXPECT_THROW(HttpCall::send(request, stop.get_token()), Error);
    EXPECT_EQ(m_server.requests, 1);
}

TEST_F(HttpConnectionsTest, OnceSentAPatientCallObeysOnlyItsLaterDeadline)
{
    HttpRequest request;
    request.url = m_server.url("/silent");
    request.deadline = QDeadlineTimer(50ms);
    request.afterSending = HttpPatience{{}, QDeadlineTimer(600ms)};
    QElapsedTimer timer;
    timer.start();
    try {
        HttpCall::send(request, {});
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.failure().kind, ErrorKind::NetworkEffectUnknown);
    }
    EXPECT_GE(timer.elapsed(), 590);
    EXPECT_EQ(m_server.requests, 1);

    // Before it was sent the first deadline is enough.
    request.deadline = QDeadlineTimer(0);
    try {
        HttpCall::send(request, {});
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.failure().kind, ErrorKind::TimedOut);
    }
    EXPECT_EQ(m_server.requests, 1);
}

TEST_F(HttpConnectionsTest, TheHeadIsToldBeforeTheBodyAndMayEndTheCall)
{
    HttpRequest request;
    request.url = m_server.url("/");
    int status = 0;
    request.onHead = [&](const HttpReply &reply) {
        status = reply.status;
    };
    EXPECT_EQ(HttpCall::send(request, {}).body, "ok");
    EXPECT_EQ(status, 200);
    request.onHead = [](const HttpReply &) {
        throw 5;
    };
    EXPECT_THROW(HttpCall::send(request, {}), int);
}

} // namespace
} // namespace sandglass
