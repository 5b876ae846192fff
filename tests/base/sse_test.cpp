// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "base/sse.h"

#include <gtest/gtest.h>

#include <QList>
#include <QPair>

namespace sandglass {
namespace {

using Events = QList<QPair<QByteArray, QByteArray>>;

Events eventsOf(const QByteArray &bytes, qsizetype step, qsizetype cap = 100000)
{
    SseReader reader(cap);
    Events events;
    const auto take = [&](const SseEvent &event) {
        events.emplaceBack(event.name, event.data);
    };
    for (qsizetype i = 0; i < bytes.size(); i += step)
        reader.feed(bytes.mid(i, step), take);
    reader.finish(take);
    return events;
}

TEST(SseReader, ReadsTheStreamsOfTheStandardHoweverTheyAreCut)
{
    struct Row
    {
        QByteArray bytes;
        Events events;
    };
    const std::vector<Row> rows = {
        {"data: one\n\ndata: two\n\n", {{"message", "one"}, {"message", "two"}}},
        {"data: one\r\n\r\ndata: two\r\n\r\n", {{"message", "one"}, {"message", "two"}}},
        {"data: one\r\rdata: two\r\r", {{"message", "one"}, {"message", "two"}}},
        {"data: YHOO\ndata: +2\ndata: 10\n\n", {{"message", "YHOO\n+2\n10"}}},
        {"event: error\ndata: x\n\ndata: y\n\n", {{"error", "x"}, {"message", "y"}}},
        {": comment\n\n:\n\ndata:a\n\n", {{"message", "a"}}},
        {"data:  two spaces\n\n", {{"message", " two spaces"}}},
        {"data\n\ndata\ndata\n\ndata:", {{"message", ""}, {"message", "\n"}, {"message", ""}}},
        {"id: 1\nretry: 5\nunknown: x\n\n", {}},
        {"event: lonely\n\ndata: a\n\n", {{"message", "a"}}},
        {"\xef\xbb\xbf"
         "data: a\n\n",
         {{"message", "a"}}},
        {"data: a\n", {{"message", "a"}}},
        {"data: a", {{"message", "a"}}},
        {"data: {\"a\": \"杭州\"}\n\n", {{"message", "{\"a\": \"杭州\"}"}}},
        {"", {}},
        {"\n\n\r\n", {}},
    };
    for (const Row &row : rows) {
        for (qsizetype step = 1; step <= row.bytes.size() + 1; ++step)
            EXPECT_EQ(eventsOf(row.bytes, step), row.events) << row.bytes.constData();
    }
}

TEST(SseReader, CapsAnEventWhateverItIsMadeOf)
{
    for (const QByteArray &bytes :
         {QByteArray("data: ") + QByteArray(2000, 'x'),
          QByteArray("data: xxxxxxxxx\n").repeated(200), QByteArray(2000, 'x'),
          QByteArray(": ") + QByteArray(2000, 'x'), QByteArray("data\n").repeated(2000)}) {
        try {
            eventsOf(bytes, 100, 1000);
            FAIL() << bytes.left(20).constData();
        } catch (const Error &error) {
            EXPECT_EQ(error.kind(), ErrorKind::OutputLimit);
        }
    }
    EXPECT_EQ(eventsOf("data: " + QByteArray(900, 'x') + "\n\n", 10, 1000).size(), 1);
    EXPECT_EQ(eventsOf(QByteArray("data: xxxxxxxxx\n\n").repeated(2000), 100, 1000).size(), 2000);
}

} // namespace
} // namespace sandglass
