// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "base/lines.h"

#include <gtest/gtest.h>

#include <QList>

namespace sandglass {
namespace {

QList<QByteArray> linesOf(const QByteArray &bytes, qsizetype step, QByteArray *rest = nullptr)
{
    LineReader reader(1000);
    QList<QByteArray> lines;
    for (qsizetype i = 0; i < bytes.size(); i += step)
        reader.feed(bytes.mid(i, step), [&](const QByteArray &line) { lines << line; });
    if (rest)
        *rest = reader.takeRest();
    return lines;
}

TEST(LineReader, GivesALineHoweverItIsCut)
{
    const QByteArray bytes = "one\ntwo\r\n\n\r\nüni\rcode\nlast";
    const QList<QByteArray> expected = {"one", "two", "", "", "üni\rcode"};
    for (qsizetype step = 1; step <= bytes.size(); ++step) {
        QByteArray rest;
        EXPECT_EQ(linesOf(bytes, step, &rest), expected) << step;
        EXPECT_EQ(rest, "last") << step;
    }
}

TEST(LineReader, KeepsZeroBytes)
{
    EXPECT_EQ(linesOf(QByteArray("a\0b\n", 4), 1), QList<QByteArray>{QByteArray("a\0b", 3)});
}

TEST(LineReader, AcceptsALineOfExactlyTheCapAndNoLongerOne)
{
    for (const qsizetype step : {1, 7, 10000}) {
        EXPECT_EQ(linesOf(QByteArray(1000, 'x') + '\n', step).size(), 1);
        EXPECT_EQ(linesOf(QByteArray(1000, 'x') + "\r\n", step).size(), 1);
        EXPECT_THROW(linesOf(QByteArray(1001, 'x') + '\n', step), Error);
        EXPECT_THROW(linesOf(QByteArray(1001, 'x') + "\r\n", step), Error);
        EXPECT_THROW(linesOf(QByteArray(1001, 'x'), step), Error);
    }
    try {
        linesOf(QByteArray(5000, 'x'), 100);
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::OutputLimit);
    }
}

TEST(LineReader, EmptiesItselfWhenTheRestIsTaken)
{
    LineReader reader(10);
    reader.feed("torn", [](const QByteArray &) { FAIL(); });
    EXPECT_EQ(reader.takeRest(), "torn");
    EXPECT_EQ(reader.takeRest(), "");
    QByteArray line;
    reader.feed("new\n", [&](const QByteArray &next) { line = next; });
    EXPECT_EQ(line, "new");
}

} // namespace
} // namespace sandglass
