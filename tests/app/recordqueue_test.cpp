// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordqueue.h"

#include "app/textbatch.h"
#include "tests/app/fakes.h"

#include <gtest/gtest.h>

namespace sandglass {

namespace {

Record streamRecord(const CellId &cell, const QByteArray &text, int segment = 0)
{
    OutputRecord record;
    record.cell = cell;
    record.output = out(text);
    record.segment = segment;
    return {1, {}, record};
}

QByteArray textOf(const RecordQueue::Entry &entry)
{
    return std::get<StreamOutput>(std::get<OutputRecord>(std::get<Record>(entry).body).output).text;
}

} // namespace

TEST(RecordQueue, MergesTextThatContinuesAndNothingElse)
{
    RecordQueue queue([] {});
    const CellId cell = CellId::create();
    queue.push(streamRecord(cell, "a"));
    queue.push(streamRecord(cell, "b"));
    queue.push(streamRecord(cell, "c", 1));
    queue.push(streamRecord(CellId::create(), "d", 1));
    queue.push(std::function<void()>([] {}));
    queue.push(streamRecord(cell, "e", 1));
    const std::vector<RecordQueue::Entry> entries = queue.take();
    ASSERT_EQ(entries.size(), 5u);
    EXPECT_EQ(textOf(entries[0]), "ab");
    EXPECT_EQ(textOf(entries[1]), "c");
    EXPECT_EQ(textOf(entries[4]), "e");
    EXPECT_TRUE(queue.take().empty());
}

TEST(RecordQueue, WakesOnlyWhenItWasEmpty)
{
    int wakes = 0;
    RecordQueue queue([&] { ++wakes; });
    queue.push(streamRecord(CellId::create(), "a"));
    queue.push(streamRecord(CellId::create(), "b"));
    EXPECT_EQ(wakes, 1);
    queue.take();
    queue.push(streamRecord(CellId::create(), "c"));
    EXPECT_EQ(wakes, 2);
}

TEST(RecordQueue, MakesWritersWaitUntilItIsTakenOrClosed)
{
    for (const bool close : {false, true}) {
        RecordQueue queue([] {});
        const CellId cell = CellId::create();
        std::atomic<int> pushed = 0;
        std::thread writer([&] {
            for (int i = 0; i < 100; ++i) {
                queue.waitForRoom();
                queue.push(streamRecord(cell, QByteArray(1'000'000, 'x'), i));
                ++pushed;
            }
        });
        ASSERT_TRUE(waitFor([&] { return pushed >= RecordQueue::maxBytes / 1'000'000; }));
        EXPECT_LE(pushed, RecordQueue::maxBytes / 1'000'000 + 1);
        qint64 taken = 0;
        if (close) {
            queue.close();
        } else {
            ASSERT_TRUE(waitFor([&] {
                for (const RecordQueue::Entry &entry : queue.take())
                    taken += textOf(entry).size();
                return taken == 100'000'000;
            }));
        }
        writer.join();
        EXPECT_EQ(pushed, 100);
        EXPECT_TRUE(queue.take().empty());
    }
}

TEST(TextBatch, GivesAllTextInOrderAndMuchLessOften)
{
    QString all;
    int batches = 0;
    QString expected;
    {
        TextBatch batch([&](const QString &text) {
            all += text;
            ++batches;
        });
        for (int i = 0; i < 20'000; ++i) {
            const QString piece = QString::number(i) + QLatin1Char(' ');
            expected += piece;
            batch.add(piece);
        }
        batch.flush();
        EXPECT_EQ(all, expected);
        batch.add(QStringLiteral("end"));
    }
    EXPECT_EQ(all, expected + QStringLiteral("end"));
    EXPECT_LT(batches, 2000);
}

TEST(TextBatch, GivesTextWithoutAnyPieceThatFollows)
{
    std::atomic<bool> given = false;
    TextBatch batch([&](const QString &) { given = true; });
    batch.add(QStringLiteral("x"));
    EXPECT_TRUE(waitFor([&] { return given.load(); }));
}

} // namespace sandglass
