// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/terminalimage.h"

#include <gmock/gmock.h>

using namespace sandglass::cli;

namespace {

const QByteArray png = QByteArray("\x89PNG\r\n\x1a\n") + QByteArray(10'000, 'x');

TEST(TerminalImage, KnowsTheTerminalsThatDraw)
{
    EXPECT_EQ(imageProtocol("xterm-kitty", {}, {}), ImageProtocol::Kitty);
    EXPECT_EQ(imageProtocol("xterm-256color", {}, "1"), ImageProtocol::Kitty);
    EXPECT_EQ(imageProtocol("xterm-ghostty", "ghostty", {}), ImageProtocol::Kitty);
    EXPECT_EQ(imageProtocol("xterm-256color", "iTerm.app", {}), ImageProtocol::Iterm);
    EXPECT_EQ(imageProtocol("xterm-256color", "WezTerm", {}), ImageProtocol::Iterm);
    EXPECT_EQ(imageProtocol("xterm-256color", {}, {}), ImageProtocol::None);
    EXPECT_EQ(imageProtocol("screen-256color", "iTerm.app", "1"), ImageProtocol::None);
}

TEST(TerminalImage, SendsKittyChunksThatJoinToTheImage)
{
    QByteArray bytes = imageSequence(ImageProtocol::Kitty, png);

    ASSERT_TRUE(bytes.startsWith("\x1b_Gf=100,a=T,q=2,m=1;"));
    QByteArray base64;
    int chunks = 0;
    while (bytes.startsWith("\x1b_G")) {
        const qsizetype begin = bytes.indexOf(';') + 1;
        const qsizetype end = bytes.indexOf("\x1b\\");
        ASSERT_LE(end - begin, 4096);
        base64 += bytes.mid(begin, end - begin);
        bytes = bytes.mid(end + 2);
        ++chunks;
    }
    EXPECT_EQ(bytes, "\n");
    EXPECT_GT(chunks, 2);
    EXPECT_EQ(QByteArray::fromBase64(base64), png);
}

TEST(TerminalImage, SendsItermOneSequence)
{
    EXPECT_EQ(imageSequence(ImageProtocol::Iterm, png),
              "\x1b]1337;File=inline=1;size=" + QByteArray::number(png.size()) + ':' +
                  png.toBase64() + "\x07\n");
}

TEST(TerminalImage, DrawsNothingThatIsNoPngOrTooLarge)
{
    EXPECT_TRUE(imageSequence(ImageProtocol::Kitty, "\x1b]0;evil\x07").isEmpty());
    EXPECT_TRUE(imageSequence(ImageProtocol::Kitty, png + QByteArray(5 << 20, 'x')).isEmpty());
    EXPECT_TRUE(imageSequence(ImageProtocol::None, png).isEmpty());
}

} // namespace
