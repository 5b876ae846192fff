// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "llm/gatewayanswer.h"
#include "llm/gatewayscripts.h"

#include <gtest/gtest.h>

#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

namespace sandglass {
namespace {

QString text(const char *bytes)
{
    return QString::fromUtf8(bytes);
}

int run(const QStringList &words, QByteArray *output = nullptr)
{
    QProcess process;
    process.start(words[0], words.mid(1));
    EXPECT_TRUE(process.waitForFinished(20000));
    if (output)
        *output = process.readAllStandardOutput();
    return process.exitCode();
}

HttpRequest post(const QByteArray &body)
{
    HttpRequest request;
    request.verb = "POST";
    request.url = QUrl(text("http://127.0.0.1:1/v1/x"));
    request.secretHeader = "Authorization";
    request.secret = Secret("not-for-this-server");
    request.body = body;
    return request;
}

QByteArray noise(int size)
{
    QByteArray bytes(size, 0);
    quint32 state = 1;
    for (char &c : bytes)
        c = char((state = state * 1664525U + 1013904223U) >> 24);
    return bytes;
}

TEST(GatewayScripts, PutTheBodyTogetherForTheirUserAlone)
{
    QTemporaryDir folder;
    const QString place = folder.filePath(text("request"));
    const QByteArray body = noise(120'000);
    GatewayCommands commands = gatewayCommands(post(body), place);
    ASSERT_GE(commands.parts.size(), 2);
    for (const QStringList &part : commands.parts) {
        EXPECT_EQ(run(part), 0);
        EXPECT_LT(part.join(u' ').size(), 60'000);
    }
    const auto own = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
    EXPECT_EQ(QFileInfo(place).permissions() & ~own, QFile::ExeOwner | QFile::ExeUser);
    for (const QFileInfo &file : QDir(place).entryInfoList(QDir::Files))
        EXPECT_EQ(file.permissions() & ~own, QFile::Permissions());

    EXPECT_LT(commands.send.join(u' ').size(), 60'000);
    EXPECT_FALSE(commands.send.join(u' ').contains(text("not-for-this-server")));
    const qsizetype curl = commands.send.indexOf(text("curl"));
    ASSERT_GT(curl, 0);
    QByteArray sent;
    EXPECT_EQ(run(commands.send.mid(0, curl) + QStringList{text("cat")}, &sent), 0);
    EXPECT_EQ(sent, body);
    EXPECT_FALSE(QFileInfo::exists(place));

    EXPECT_EQ(run(commands.parts[0]), 0);
    EXPECT_EQ(run(commands.remove), 0);
    EXPECT_FALSE(QFileInfo::exists(place));
}

TEST(GatewayScripts, SendNothingWhereAPartIsMissingOrThereIsNoRoom)
{
    QTemporaryDir folder;
    const QString place = folder.filePath(text("request"));
    const GatewayCommands commands = gatewayCommands(post(noise(120'000)), place);
    EXPECT_EQ(run(commands.parts[1]), 0); // without the first
    const QStringList script = commands.send.mid(0, commands.send.indexOf(text("curl")));
    QByteArray sent;
    EXPECT_EQ(run(script + QStringList{text("cat")}, &sent), noMemoryFile);
    EXPECT_TRUE(sent.isEmpty());
    EXPECT_FALSE(QFileInfo::exists(place));
    const GatewayCommands nowhere = gatewayCommands(post("x"), text("/proc/no-such/folder"));
    EXPECT_EQ(run(nowhere.send), noMemoryFile);
}

TEST(GatewayScripts, SendARequestWithoutABodyAtOnce)
{
    HttpRequest request;
    request.url = QUrl(text("http://127.0.0.1:1/v1/models"));
    const GatewayCommands commands = gatewayCommands(request, text("/dev/shm/x"));
    EXPECT_TRUE(commands.parts.isEmpty());
    EXPECT_EQ(commands.send.first(), text("curl"));
    EXPECT_EQ(commands.send.last(), text("http://127.0.0.1:1/v1/models"));
}

TEST(GatewayAnswer, IsReadHoweverItIsCut)
{
    const QByteArray answer = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 Too Many\r\n"
                              "Retry-After: 7\r\nContent-Type: application/json\r\n\r\n"
                              "{\"error\":\"slow\"}";
    for (int step : {1, 2, 7, 1000}) {
        const HttpRequest request;
        const HttpCall::OnChunk none;
        GatewayAnswer reader(request, none);
        for (int at = 0; at < answer.size(); at += step)
            EXPECT_TRUE(reader.feed(answer.mid(at, step)));
        EXPECT_EQ(reader.reply().status, 429);
        EXPECT_EQ(reader.reply().header("retry-after"), "7");
        EXPECT_EQ(reader.reply().body, "{\"error\":\"slow\"}");
    }
}

TEST(GatewayAnswer, GivesAGoodBodyToItsReaderUntilThatHasEnough)
{
    HttpRequest request;
    int heads = 0;
    request.onHead = [&](const HttpReply &head) {
        heads += head.status;
    };
    QByteArray got;
    const HttpCall::OnChunk take = [&](const QByteArray &bytes) {
        got += bytes;
        return got.size() < 4;
    };
    GatewayAnswer reader(request, take);
    EXPECT_TRUE(reader.feed("HTTP/1.1 200 OK\r\n\r\nab"));
    EXPECT_FALSE(reader.feed("cd"));
    EXPECT_EQ(got, "abcd");
    EXPECT_EQ(heads, 200);
    EXPECT_TRUE(reader.reply().body.isEmpty());
}

TEST(GatewayAnswer, HasCapsAndRefusesWhatIsNoHttp)
{
    HttpRequest request;
    request.maxBody = 10;
    const HttpCall::OnChunk none;
    GatewayAnswer body(request, none);
    EXPECT_TRUE(body.feed("HTTP/1.1 500 Oh\r\n\r\n0123456789"));
    EXPECT_THROW(body.feed("x"), Error);
    GatewayAnswer head(request, none);
    EXPECT_THROW(head.feed("HTTP/1.1 200 OK\r\nA: " + QByteArray(300'000, 'x')), Error);
    GatewayAnswer noise(request, none);
    EXPECT_THROW(noise.feed("Welcome to my VM\n\n"), Error);
}

} // namespace
} // namespace sandglass
