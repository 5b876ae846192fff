// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "base/httpbody.h"
#include "base/httphead.h"

#include <gtest/gtest.h>

namespace sandglass {
namespace {

struct Read
{
    HttpReply head;
    QByteArray body;
    bool whole = false;
    bool mayEnd = false;
    std::optional<ErrorKind> error;
};

Read read(const QByteArray &bytes, qsizetype step, const QByteArray &verb = "GET")
{
    Read result;
    HttpHeadReader headReader;
    std::optional<HttpBodyReader> bodyReader;
    const auto take = [&](const QByteArray &piece) {
        result.body += piece;
    };
    try {
        for (qsizetype i = 0; i < bytes.size(); i += step) {
            if (bodyReader) {
                bodyReader->feed(bytes.mid(i, step), take);
            } else if (const auto head = headReader.feed(bytes.mid(i, step))) {
                result.head = *head;
                bodyReader.emplace(*head, verb);
                bodyReader->feed(headReader.rest(), take);
            }
        }
    } catch (const Error &error) {
        result.error = error.kind();
    }
    result.whole = bodyReader && bodyReader->isWhole();
    result.mayEnd = bodyReader && bodyReader->mayEnd();
    return result;
}

TEST(HttpAnswer, IsReadHoweverItIsCut)
{
    struct Row
    {
        QByteArray bytes;
        int status;
        QByteArray body;
        bool whole;
        bool mayEnd;
    };
    const std::vector<Row> rows = {
        {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true, true},
        {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloEXTRA", 200, "hello", true, true},
        {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", 200, "hello", false, false},
        {"HTTP/1.0 404\nA: b\n\nuntil the end", 404, "until the end", false, true},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n "
         "world\r\n0\r\nTrailer: x\r\n\r\nEXTRA",
         200, "hello world", true, true},
        {"HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\nA\r\n0123456789\r\n", 200,
         "0123456789", false, false},
        {"HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n0\n\n", 200, "ok", true, true},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n1\r\nx\r\n0\r\n"
         "\r\n",
         200, "x", true, true},
        {"HTTP/1.1 204 No Content\r\n\r\n", 204, "", true, true},
        {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, "", true, true},
        {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n"
         "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
         200, "ok", true, true},
    };
    for (const Row &row : rows) {
        for (qsizetype step = 1; step <= row.bytes.size(); ++step) {
            const Read seen = read(row.bytes, step);
            EXPECT_EQ(seen.head.status, row.status) << row.bytes.constData() << step;
            EXPECT_EQ(seen.body, row.body) << row.bytes.constData() << step;
            EXPECT_EQ(seen.whole, row.whole) << row.bytes.constData() << step;
            EXPECT_EQ(seen.mayEnd, row.mayEnd) << row.bytes.constData() << step;
            EXPECT_FALSE(seen.error);
        }
    }
}

TEST(HttpAnswer, HasHeadersWithNamesInLowerCase)
{
    const Read seen =
        read("HTTP/1.1 200 OK\r\nX-A:  one \r\n two\r\nx-a: three\r\nEmpty:\r\n\r\n", 1);
    EXPECT_EQ(seen.head.header("x-a"), "one two");
    EXPECT_EQ(seen.head.headers.size(), 3);
    EXPECT_EQ(seen.head.header("empty"), "");
}

TEST(HttpAnswer, HasNoBodyAfterHead)
{
    EXPECT_TRUE(read("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", 1, "HEAD").whole);
}

TEST(HttpAnswer, IsRefusedWhereItMakesNoSense)
{
    const QByteArray chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (const QByteArray &bytes :
         {QByteArray("SSH-2.0-x\r\n"), QByteArray("HTTP/2 200\r\n\r\n"),
          QByteArray("HTTP/1.1 abc\r\n\r\n"), QByteArray("HTTP/1.1 2000\r\n\r\n"),
          QByteArray("HTTP/1.1 200 OK\r\nno colon\r\n\r\n"),
          QByteArray("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"),
          QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 5x\r\n\r\n"),
          QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n"),
          QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
          QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n"), chunked + "x\r\n",
          chunked + "-1\r\n", chunked + "+1\r\n", chunked + "\r\n",
          chunked + "FFFFFFFFFFFFFFFF\r\n", chunked + "1\r\nab\r\n",
          chunked + QByteArray(20000, '1'), chunked + "1;" + QByteArray(20000, 'x'),
          chunked + "0\r\n" + QByteArray("a: b\r\n").repeated(20000)}) {
        for (const qsizetype step : {1, 100000000})
            EXPECT_EQ(read(bytes, step).error, ErrorKind::Protocol) << bytes.left(100).constData();
    }
    for (const QByteArray &bytes :
         {QByteArray("HTTP/1.1 200 OK\r\nA: ") + QByteArray(300000, 'x'),
          QByteArray("HTTP/1.1 200 OK\r\n") + QByteArray("A: b\r\n").repeated(60000) + "\r\n",
          QByteArray("HTTP/1.1 100 Continue\r\n\r\n").repeated(20000)})
        EXPECT_EQ(read(bytes, 4096).error, ErrorKind::OutputLimit) << bytes.left(40).constData();
}

TEST(HttpRequestHead, IsWrittenForTheServerOrForAProxy)
{
    HttpRequest request;
    request.url = QUrl(QStringLiteral("http://models.example:8080/v1/a b?x=1&y=%2F#part"));
    EXPECT_EQ(requestHead(request, false),
              "GET /v1/a%20b?x=1&y=%2F HTTP/1.1\r\nHost: models.example:8080\r\nConnection: "
              "close\r\nAccept-Encoding: identity\r\n\r\n");
    EXPECT_TRUE(requestHead(request, true)
                    .startsWith("GET http://models.example:8080/v1/a%20b?x=1&y=%2F HTTP/1.1\r\n"));
    request.url = QUrl(QStringLiteral("https://[::1]"));
    request.verb = "POST";
    request.secretHeader = "x-api-key";
    request.secret = Secret(QByteArray("abc"));
    const QByteArray head = requestHead(request, false);
    EXPECT_TRUE(head.startsWith("POST / HTTP/1.1\r\nHost: [::1]\r\n"));
    EXPECT_TRUE(head.contains("\r\nx-api-key: abc\r\n"));
    EXPECT_TRUE(head.contains("\r\nContent-Length: 0\r\n"));
}

} // namespace
} // namespace sandglass
