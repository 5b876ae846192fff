// SPDX-License-Identifier: MIT
#include "exe/error.h"
#include "exe/frames.h"

#include <gtest/gtest.h>

namespace exedev {
namespace {

/// The frames as one text; "!" at the end where it was refused.
QByteArray read(const QByteArray &bytes, qsizetype piece = 0)
{
    QByteArray seen;
    FrameReader reader;
    const auto onFrame = [&](const Frame &frame) {
        switch (frame.kind) {
        case Frame::Kind::Out:
            seen += "o:" + frame.bytes + ' ';
            break;
        case Frame::Kind::Err:
            seen += "e:" + frame.bytes + ' ';
            break;
        case Frame::Kind::Exit:
            seen += "x:" + QByteArray::number(frame.exitCode) + ' ';
            break;
        case Frame::Kind::Error:
            seen += "?:" + frame.error.toUtf8() + ' ';
        }
    };
    try {
        if (piece == 0)
            reader.feed(bytes, onFrame);
        for (qsizetype at = 0; piece > 0 && at < bytes.size(); at += piece)
            reader.feed(bytes.mid(at, piece), onFrame);
        reader.finish(onFrame);
    } catch (const ProtocolError &) {
        seen += '!';
    }
    return seen;
}

struct Case
{
    const char *bytes;
    const char *seen;
};

const Case cases[] = {
    {"", ""},
    {"\n \n\t\r\n", ""},
    {"{\"stdout\":\"aGk=\"}\n", "o:hi "},
    {"{\"stdout\":\"\"}\n", "o: "},
    {"{\"stdout\": \"aGk=\"}\n", "o:hi "},
    {"{\"stderr\": \"aGk=\"}\n", "e:hi "},
    {"{ \"stdout\" :\t\"aGk=\" }\n", "o:hi "},
    {"{\"stdout\":  \"aGk=\"}\n", "o:hi "},
    {"{\"stdout\":\"aGk\\u003d\"}\n", "o:hi "},
    {"{\"stdout\":\n", "!"},
    {"{\"stdout\":\"}\n", "!"},
    {"{\"stdout\":x\"aGk=\"}\n", "!"},
    {"{\"stdout\":\"aGk=\",\"stderr\":\"aGk=\"}\n", "!"},
    {"{\"stderr\":\"aGk=\"}\r\n{\"exit_code\":3}\n", "e:hi x:3 "},
    {"{\"exit_code\":0}", "x:0 "},
    {"{\"error\":\"lost\"}\n", "?:lost "},
    {"{\"exit_code\":0}\n\n \n", "x:0 "},
    {"{\"exit_code\":0}\n{\"stdout\":\"\"}\n", "x:0 !"},
    {"{\"exit_code\":0}\n{\"exit_code\":0}\n", "x:0 !"},
    {"{\"exit_code\":-1}\n", "!"},
    {"{\"exit_code\":true}\n", "!"},
    {"{\"exit_code\":1.0}\n", "!"},
    {"{\"exit_code\":\"1\"}\n", "!"},
    {"{\"exit_code\":99999999999}\n", "!"},
    {"{\"stdout\":\"aGk\"}\n", "!"},
    {"{\"stdout\":\"a Gk=\"}\n", "!"},
    {"{\"stdout\":\"aG=k\"}\n", "!"},
    {"{\"stdout\":\"aGk_\"}\n", "!"},
    {"{\"stdout\":1}\n", "!"},
    {"{\"error\":1}\n", "!"},
    {"{\"stdout\":\"\",\"stderr\":\"\"}\n", "!"},
    {"{}\n", "!"},
    {"[]\n", "!"},
    {"null\n", "!"},
    {"{\"other\":1}\n", "!"},
    {"<html>\n", "!"},
    {"{\"stdout\":\"aGk=\"}\n{\"exit_co", "o:hi !"},
    {"\xff\n", "!"},
};

TEST(FramesTest, ReadOnlyWhatIsAFrame)
{
    for (const Case &one : cases)
        EXPECT_EQ(read(one.bytes), one.seen) << one.bytes;
}

TEST(FramesTest, ReadTheSameHoweverTheBytesAreCut)
{
    for (const Case &one : cases) {
        for (const qsizetype piece : {1, 2, 3, 7})
            EXPECT_EQ(read(one.bytes, piece), one.seen) << one.bytes << " by " << piece;
    }
}

TEST(FramesTest, RefuseALineOfMoreThanOneMebibyteBeforeItEnds)
{
    const QByteArray data = QByteArray(700 * 1024, 'x').toBase64();
    const QByteArray fitting = "{\"stdout\":\"" + data + "\"}\n";
    ASSERT_LT(fitting.size(), 1024 * 1024);
    EXPECT_EQ(read(fitting).size(), 700 * 1024 + 3);
    EXPECT_EQ(read(QByteArray(1024 * 1024 + 2, ' ')), "!");
    EXPECT_EQ(read("{\"stdout\":\"aGk=\"}\n" + QByteArray(1024 * 1024 + 2, 'x'), 65536), "o:hi !");
}

TEST(FramesTest, LeaveWhatTheReaderOfAFrameThrowsAsItIs)
{
    FrameReader reader;
    EXPECT_THROW(reader.feed("{\"exit_code\":0}\n", [](const Frame &) { throw 1; }), int);
}

} // namespace
} // namespace exedev
