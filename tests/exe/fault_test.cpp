// SPDX-License-Identifier: MIT
#include "exe/error.h"
#include "exe/server.h"
#include "exe/transport.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>

#include <atomic>
#include <future>
#include <memory>
#include <typeinfo>

// AddressSanitizer keeps 256 MB of freed memory by default: no test of memory could pass.
extern "C" const char *__asan_default_options()
{
    return "quarantine_size_mb=8";
}

namespace exedev {
namespace {

using nlohmann::json;
using test::Server;
using test::text;
using test::until;

/// How often the server saw it; it writes its log only when a request has ended there.
size_t logged(Server &server, const char *op)
{
    until([&] { return !server.log(op).empty(); });
    return server.log(op).size();
}

/// The name of what `act` throws.
std::string thrown(const std::function<void()> &act)
{
    try {
        act();
        return "nothing";
    } catch (const Error &error) {
        return typeid(error).name();
    }
}

struct Met
{
    json kind;
    const char *op;
    const char *thrown;
    json more = json::object();
};

TEST(FaultTest, EachFaultIsMetOnceAndIsAnErrorOfItsKind)
{
    Server server;
    ClientOptions options = server.options();
    options.maxRetries = 0;
    options.idleTimeout = std::chrono::seconds(1);
    Client client(options);
    Vm vm = client.create();
    const Met all[] = {
        {401, "*", typeid(AuthenticationError).name()},
        {403, "*", typeid(PermissionDeniedError).name()},
        {404, "*", typeid(NotFoundError).name()},
        {413, "*", typeid(ApiError).name()},
        {422, "*", typeid(ApiError).name()},
        {429, "*", typeid(RateLimitError).name()},
        {429, "*", typeid(RateLimitError).name(), {{"retry_after", 1}}},
        {500, "*", typeid(ApiError).name()},
        {504, "*", typeid(ApiError).name()},
        {"html", "*", typeid(ApiError).name()},
        {"redirect", "*", typeid(ApiError).name(), {{"location", "http://127.0.0.1:9/"}}},
        {"drop_before", "ls", typeid(NetworkError).name()},
        {"drop_before", "ssh", typeid(CommandInterruptedError).name()},
        {"drop_after", "ls", typeid(NetworkError).name()},
        {"drop_after", "ssh", typeid(CommandInterruptedError).name()},
        {"drop_mid", "ls", typeid(NetworkError).name(), {{"after_bytes", 9}}},
        {"drop_mid", "ssh", typeid(CommandInterruptedError).name(), {{"after_bytes", 9}}},
        {"truncate", "ls", typeid(ProtocolError).name(), {{"after_bytes", 9}}},
        {"truncate", "ssh", typeid(ProtocolError).name(), {{"after_bytes", 9}}},
        {"truncate", "ssh", typeid(CommandInterruptedError).name()},
        {"garbage", "*", typeid(ProtocolError).name(), {{"after_bytes", 0}}},
        {"stall", "ls", typeid(NetworkError).name()},
        {"stall", "ssh", typeid(CommandInterruptedError).name()},
        {"stall", "ssh", typeid(CommandInterruptedError).name(), {{"after_bytes", 1}}},
        {"error_frame", "ls", typeid(ApiError).name()},
        {"error_frame", "ssh", typeid(CommandInterruptedError).name()},
    };
    for (const Met &met : all) {
        for (const char *op : {"ls", "ssh"}) {
            if (QByteArray(met.op) != "*" && QByteArray(met.op) != op)
                continue;
            SCOPED_TRACE(met.kind.dump() + " " + op + " " + met.more.dump());
            const QString mark = QStringLiteral("m%1").arg(&met - all);
            server.clear();
            server.fault(met.kind, op, met.more);
            const bool isLs = QByteArray(op) == "ls";
            EXPECT_EQ(thrown([&] {
                          isLs ? void(client.vms()) : void(vm.run(text("echo x | tee -a ") + mark));
                      }),
                      met.thrown);
            EXPECT_EQ(logged(server, op), 1U);
            EXPECT_LE(vm.run(text("cat ") + mark).out.size(), 2); // ran once, or not at all
        }
    }
}

TEST(FaultTest, WhatBecomesOfTheVmUnderACommandEndsItOnce)
{
    Server server;
    Client client = server.client();
    for (const char *action : {"pause", "stop", "delete"}) {
        Vm vm = client.create();
        server.clear();
        std::atomic<bool> runs = false;
        RunOptions options;
        options.onStdout = [&](const QString &) {
            runs = true;
        };
        auto running = std::async(std::launch::async, [&] {
            return thrown([&] { vm.run(text("echo on; sleep 64.5"), options); });
        });
        ASSERT_TRUE(until([&] { return runs.load(); }));
        server.act(vm.name(), action);
        EXPECT_EQ(running.get(), typeid(CommandInterruptedError).name()) << action;
        ASSERT_EQ(logged(server, "ssh"), 1U) << action;
        EXPECT_TRUE(server.log("ssh")[0]["exit_code"].is_null());
    }
}

TEST(FaultTest, HeartbeatsKeepAQuietCommandAlive)
{
    Server server({text("--heartbeat"), text("0.2")});
    ClientOptions options = server.options();
    options.idleTimeout = std::chrono::milliseconds(900);
    Client client(options);
    Vm vm = client.create();
    EXPECT_EQ(vm.run(text("sleep 2; echo done")).out, "done\n");
}

TEST(FaultTest, SilenceEndsTheCommandAsInterrupted)
{
    Server server;
    ClientOptions options = server.options();
    options.idleTimeout = std::chrono::milliseconds(500);
    Client client(options);
    Vm vm = client.create();
    server.clear();
    server.fault("stall", "ssh");
    QElapsedTimer timer;
    timer.start();
    EXPECT_THROW(vm.run(text("true")), CommandInterruptedError);
    EXPECT_LT(timer.elapsed(), 2500);
    EXPECT_EQ(logged(server, "ssh"), 1U);
    server.fault("stall", "ls");
    EXPECT_THROW(client.vms(), NetworkError);
    EXPECT_EQ(logged(server, "ls"), 1U);
}

TEST(FaultTest, ABootThatTakesTimeIsWaitedFor)
{
    Server server({text("--boot-delay"), text("1")});
    Client client = server.client();
    Vm vm = client.create();
    EXPECT_GT(server.log("ssh").size(), 1U);
    EXPECT_EQ(vm.run(text("echo up")).out, "up\n");
}

TEST(FaultTest, NothingIsSentTwiceOverAConnectionThatWasKept)
{
    Server server;
    Client client = server.client();
    Vm vm = client.create();
    for (const char *kind : {"drop_before", "drop_after", "drop_mid"}) {
        for (const char *op : {"ls", "comment", "ssh", "rm", "new"}) {
            client.vms(); // leaves a connection open
            server.clear();
            server.fault(kind, op);
            const QByteArray name(op);
            try {
                if (name == "ls")
                    client.vms();
                else if (name == "comment")
                    vm.setComment(text("x"));
                else if (name == "ssh")
                    vm.run(text("true"));
                else if (name == "rm")
                    client.remove({text("not-there")});
                else
                    client.create();
                ADD_FAILURE() << kind << op;
            } catch (const NetworkError &error) {
                EXPECT_TRUE(error.sent) << kind << op;
            } catch (const CommandInterruptedError &error) {
                EXPECT_TRUE(error.sent) << kind << op;
            }
            EXPECT_EQ(logged(server, op), 1U) << kind << op;
        }
    }
    QStringList left = server.names();
    left.removeAll(vm.name());
    client.remove(left);
}

TEST(FaultTest, SevenStreamsRunBesideShortCommands)
{
    Server server;
    Client client = server.client();
    Vm vm = client.create();
    std::vector<std::future<QByteArray>> streams;
    for (int i = 0; i < 9; ++i)
        streams.push_back(std::async(std::launch::async, [&] {
            return client.vm(vm.name())
                .run(text("while [ ! -e gate ]; do sleep 0.1; done; echo over"))
                .out;
        }));
    ASSERT_TRUE(until([&] { return server.state()[0]["sessions"] == 9; }));
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 5; ++i)
        client.vms();
    EXPECT_LT(timer.elapsed(), 5000);
    vm.writeFile(text("gate"), {});
    for (auto &stream : streams)
        EXPECT_EQ(stream.get(), "over\n");
}

/// Answers one request with these bytes, one at a time, and closes.
class ByteServer
{
public:
    explicit ByteServer(QByteArray answer)
    {
        std::promise<int> port;
        m_done = std::async(std::launch::async, [&port, answer = std::move(answer)] {
            QTcpServer server;
            server.listen(QHostAddress::LocalHost);
            port.set_value(server.serverPort());
            if (!server.waitForNewConnection(20000))
                return;
            const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
            socket->waitForReadyRead(20000);
            socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
            for (const char byte : answer) {
                socket->write(&byte, 1);
                socket->waitForBytesWritten(20000);
            }
            socket->disconnectFromHost();
        });
        m_port = port.get_future().get();
    }

    CommandResult run() const
    {
        Transport transport({sandglass::Secret(QByteArray("all")),
                             QUrl(QStringLiteral("http://127.0.0.1:%1/exec").arg(m_port)), 0,
                             std::chrono::seconds(10)});
        SshRequest request;
        request.vm = text("web");
        request.remote = "true";
        return transport.ssh(request, {});
    }

private:
    std::future<void> m_done;
    int m_port = 0;
};

const QByteArray streamHead = "HTTP/1.1 200 OK\r\nContent-Type: Application/X-NDJSON; charset=utf-8"
                              "\r\nTransfer-Encoding: chunked\r\n\r\n";

QByteArray chunk(const QByteArray &bytes)
{
    return QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n";
}

TEST(FaultTest, BytesThatComeOneAtATimeMakeTheSameResult)
{
    const ByteServer server(streamHead + chunk("{\"stdout\":\"w6k=\"}\n\n{\"stde") +
                            chunk("rr\":\"ZQ==\"}\n") + chunk("{\"exit_code\":3}\n") + "0\r\n\r\n");
    const CommandResult result = server.run();
    EXPECT_EQ(result.exitCode, 3);
    EXPECT_EQ(result.out, "é");
    EXPECT_EQ(result.err, "e");
}

TEST(FaultTest, AStatusThatCameIsKeptThoughTheConnectionBreaksAfterIt)
{
    const ByteServer ended(streamHead + chunk("{\"stdout\":\"aGk=\"}\n{\"exit_code\":0}\n"));
    EXPECT_EQ(ended.run().out, "hi");
    const ByteServer cut(streamHead + chunk("{\"stdout\":\"aGk=\"}\n{\"exit_code\":0}"));
    EXPECT_THROW(cut.run(), CommandInterruptedError);
}

TEST(FaultTest, ARefusalWhoseBodyBreaksOffIsANetworkError)
{
    const ByteServer server("HTTP/1.1 422 No\r\nContent-Length: 100\r\n\r\n{\"error\": \"VM");
    EXPECT_THROW(server.run(), NetworkError);
}

/// Answers requests in turn, each on a connection of its own, and keeps their bodies.
class AnswerServer
{
public:
    explicit AnswerServer(QByteArrayList answers)
    {
        std::promise<int> port;
        m_asked = std::async(std::launch::async, [&port, answers = std::move(answers)] {
            QTcpServer server;
            server.listen(QHostAddress::LocalHost);
            port.set_value(server.serverPort());
            QByteArrayList asked;
            for (const QByteArray &answer : answers) {
                if (!server.waitForNewConnection(20000))
                    break;
                const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
                QByteArray request;
                while (!request.endsWith('\n') && socket->waitForReadyRead(2000))
                    request += socket->readAll() + (request.contains("\r\n\r\n") ? "\n" : "");
                asked.append(request.mid(request.indexOf("\r\n\r\n") + 4));
                socket->write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: "
                              "close\r\nContent-Length: " +
                              QByteArray::number(answer.size()) + "\r\n\r\n" + answer);
                socket->waitForBytesWritten(20000);
                socket->disconnectFromHost();
            }
            return asked;
        });
        m_port = port.get_future().get();
    }

    Client client() const
    {
        ClientOptions options;
        options.token = "all";
        options.baseUrl = QUrl(QStringLiteral("http://127.0.0.1:%1").arg(m_port));
        return Client(options);
    }

    QByteArrayList asked() { return m_asked.get(); }

private:
    std::future<QByteArrayList> m_asked;
    int m_port = 0;
};

TEST(FaultTest, AVmWhoseAnswerIsNotUnderstoodIsRemoved)
{
    AnswerServer server({R"({"vm_name":"odd-one","ssh_dest":5,"https_url":"https://x"})",
                         R"({"deleted":["odd-one"],"failed":[]})"});
    EXPECT_THROW(server.client().create(), ProtocolError);
    const QByteArrayList asked = server.asked();
    ASSERT_EQ(asked.size(), 2);
    EXPECT_TRUE(asked[0].startsWith("new"));
    EXPECT_EQ(asked[1].trimmed(), "rm odd-one");
}

qint64 residentBytes()
{
    QFile file(text("/proc/self/statm"));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll().split(' ').at(1).toLongLong() * 4096;
}

TEST(FaultTest, MemoryStaysFlatForALongStreamThatIsNotCaptured)
{
    Server server;
    Client client = server.client();
    Vm vm = client.create();
    vm.run(text("head -c 1000000 /dev/zero")); // what is made once isn't counted
    RunOptions options;
    options.capture = false;
    qint64 seen = 0;
    qint64 most = 0;
    const qint64 before = residentBytes();
    options.onStdoutBytes = [&](const QByteArray &bytes) {
        if (seen / 10'000'000 != (seen + bytes.size()) / 10'000'000)
            most = std::max(most, residentBytes());
        seen += bytes.size();
    };
    EXPECT_TRUE(vm.run(text("head -c 100000000 /dev/zero"), options).out.isEmpty());
    EXPECT_EQ(seen, 100'000'000);
    EXPECT_LT(most - before, 40'000'000);
}

} // namespace
} // namespace exedev
