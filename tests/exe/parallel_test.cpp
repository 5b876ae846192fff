// SPDX-License-Identifier: MIT
#include "exe/error.h"
#include "exe/outputlines.h"
#include "exe/parallel.h"
#include "exe/pause.h"

#include <gtest/gtest.h>

#include <QStringList>

#include <atomic>

namespace exedev {
namespace {

TEST(InParallelTest, DoesEachJobOnceAndNeverMoreAtOnce)
{
    std::atomic<int> running = 0;
    std::atomic<int> most = 0;
    std::vector<std::atomic<int>> count(100);
    int told = 0;
    inParallel(
        100, 8, {},
        [&](int number, const Call &) {
            const int now = ++running;
            int seen = most;
            while (now > seen && !most.compare_exchange_weak(seen, now)) {
            }
            ++count[size_t(number)];
            --running;
        },
        [&](int done) {
            EXPECT_GT(done, told);
            told = done;
        });
    for (const auto &one : count)
        EXPECT_EQ(one, 1);
    EXPECT_LE(most, 8);
    EXPECT_EQ(told, 100);
    inParallel(0, 8, {}, [](int, const Call &) { FAIL(); }, [](int) { FAIL(); });
}

TEST(InParallelTest, StopsTheOthersWhenOneFailsAndThrowsItsError)
{
    std::atomic<int> begun = 0;
    const auto job = [&](int number, const Call &call) {
        ++begun;
        if (number == 3)
            throw ProtocolError(QStringLiteral("x"), QStringLiteral("number three"));
        pauseFor(std::chrono::seconds(30), call);
    };
    EXPECT_THROW(inParallel(1000, 4, {}, job, [](int) {}), ProtocolError);
    EXPECT_LE(begun, 8);
}

TEST(InParallelTest, PassesOnTheStopRequestAndWhatTheProgressThrows)
{
    std::stop_source stop;
    Call call;
    call.stop = stop.get_token();
    const auto job = [&](int number, const Call &jobCall) {
        if (number == 2)
            stop.request_stop();
        pauseFor(std::chrono::seconds(30), jobCall);
    };
    EXPECT_THROW(inParallel(10, 4, call, job, [](int) {}), CancelledError);
    EXPECT_THROW(inParallel(50, 2, {}, [](int, const Call &) {}, [](int) { throw 7; }), int);
}

QStringList lines(const QByteArray &bytes, qsizetype piece = 0)
{
    QStringList got;
    OutputLines reader([&](const QString &line) { got.append(line); });
    if (piece == 0)
        reader.feed(bytes);
    for (qsizetype at = 0; piece > 0 && at < bytes.size(); at += piece)
        reader.feed(bytes.mid(at, piece));
    reader.finish();
    return got;
}

TEST(OutputLinesTest, AreTheSameHoweverTheBytesAreCut)
{
    const QByteArray inputs[] = {"",
                                 "a",
                                 "a\n",
                                 "a\nb",
                                 "\n\n",
                                 "a\r\nb\r\r\nc\rd\n",
                                 "é☃𝄞\n你好",
                                 "a\xff\xc3\n\xc3",
                                 "\xf0\x9f\x8c",
                                 "ends with\r"};
    for (const QByteArray &input : inputs) {
        for (const qsizetype piece : {1, 2, 3, 5})
            EXPECT_EQ(lines(input, piece), lines(input)) << input.toStdString() << piece;
    }
    EXPECT_EQ(lines("a\r\nb\r\r\n\nc"), QStringList({QStringLiteral("a"), QStringLiteral("b\r"),
                                                     QString(), QStringLiteral("c")}));
    EXPECT_EQ(lines("a\xff"), QStringList{QString(u'a') + QChar(0xfffd)});
}

TEST(OutputLinesTest, CutLongLinesIntoPieces)
{
    const QStringList got = lines(QByteArray(150000, 'z') + "\r\nshort\n", 4096);
    ASSERT_EQ(got.size(), 4);
    EXPECT_EQ(got[0].size(), 65536);
    EXPECT_EQ(got[1].size(), 65536);
    EXPECT_EQ(got[2].size(), 18928);
    EXPECT_EQ(got[3], QStringLiteral("short"));
    const QStringList whole = lines(QByteArray(65536, 'z') + "\r\n", 1);
    EXPECT_EQ(whole.size(), 1);
    // A pair of surrogates is never cut.
    const QStringList pairs = lines(QByteArray("𝄞").repeated(40000));
    EXPECT_EQ(pairs.join(QString()), QString::fromUtf8("𝄞").repeated(40000));
    for (const QString &piece : pairs)
        EXPECT_FALSE(piece.back().isHighSurrogate());
}

} // namespace
} // namespace exedev
