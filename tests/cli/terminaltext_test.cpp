// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/terminaltext.h"

#include <gmock/gmock.h>

using sandglass::cli::TerminalText;

namespace {

struct Case
{
    const char *what;
    QByteArray text;
    QByteArray shown; ///< with colours
};

const std::vector<Case> cases{
    {"plain text", "a b\tc\r\nd", "a b\tc\r\nd"},
    {"characters of all lengths", "a ä € 🌍 語 \xC2\xA0 x", "a ä € 🌍 語 \xC2\xA0 x"},
    {"colours", "\x1b[1;31mred\x1b[0m", "\x1b[1;31mred\x1b[0m\x1b[0m"},
    {"24 bit colours with colons", "\x1b[38:2::1:2:3mx", "\x1b[38:2::1:2:3mx\x1b[0m"},
    {"cursor movement and erasing", "a\x1b[2Kb\x1b[1;1Hc\x1b[?25ld", "abcd"},
    {"private SGR-like sequences", "\x1b[?1m\x1b[>4;2mx", "x"},
    {"a title with BEL", "a\x1b]0;evil\x07z", "az"},
    {"a title with ST", "a\x1b]0;evil\x1b\\z", "az"},
    {"a title with an 8-bit ST", "a\x1b]0;evil\xC2\x9Cz", "az"},
    {"a clipboard write", "\x1b]52;c;ZXZpbA==\x07ok", "ok"},
    {"a link", "\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\", "text"},
    {"DCS, APC, PM and SOS", "\x1bP$qm\x1b\\1\x1b_Gx\x1b\\2\x1b^p\x1b\\3\x1bXs\x1b\\4", "1234"},
    {"a string without end stops at the line", "\x1b]0;never\nnext", "\nnext"},
    {"a string cut by an escape at the line's end", "\x1b]0;x\x1b\nnext", "\nnext"},
    {"8-bit CSI",
     "\xC2\x9B"
     "2Jx\xC2\x9B"
     "31my",
     "x\x1b[31my\x1b[0m"},
    {"8-bit OSC",
     "\xC2\x9D"
     "0;t\x07x",
     "x"},
    {"reset, index and charset escapes",
     "\x1b"
     "c1\x1b"
     "M2\x1b(B3\x1b#8"
     "4",
     "1234"},
    {"bell, backspace, escape alone, delete",
     "a\x07"
     "b\x08"
     "c\x1b\x1b[0Kd\x7F",
     "abcd"},
    {"stray bytes of UTF-8",
     "a\x9B"
     "b\xFF"
     "c",
     "abc"},
    {"a lead byte without its rest keeps the escape harmless", "\xE2\x1b[2Jx", "\xE2x"},
    {"device queries", "\x1b[c\x1b[6n\x1b[5nx", "x"},
    {"a sequence with a control inside", "\x1b[3\n1mx", "\n1mx"},
};

TEST(TerminalText, KeepsTextAndColoursOnly)
{
    for (const Case &c : cases)
        EXPECT_EQ(TerminalText::cleaned(c.text, true), c.shown) << c.what;
}

TEST(TerminalText, GivesTheSameByteByByte)
{
    for (const Case &c : cases) {
        TerminalText filter(true);
        QByteArray shown;
        for (const char byte : c.text)
            shown += filter.feed(QByteArray(1, byte));
        EXPECT_EQ(shown + filter.finish(), c.shown) << c.what;
    }
}

TEST(TerminalText, WithoutColoursNoEscapeIsLeft)
{
    for (const Case &c : cases)
        EXPECT_FALSE(TerminalText::cleaned(c.text, false).contains('\x1b')) << c.what;
}

TEST(TerminalText, HoldsNoMoreThanASequence)
{
    const QByteArray shown = TerminalText::cleaned("\x1b[" + QByteArray(100'000, '1') + "mx", true);

    EXPECT_FALSE(shown.contains('\x1b'));
    EXPECT_TRUE(shown.endsWith("mx"));
}

TEST(TerminalText, NoBytesGetAControlSequenceThrough)
{
    // Every pair and triple of bytes that introduce something, before text that would be acted on.
    const QByteArray alphabet("\x1b[]P_^X\\\x07\xC2\x9B\x9D\x9C\x90m;1?\n", 19);
    for (const char a : alphabet) {
        for (const char b : alphabet) {
            for (const char c : alphabet) {
                const QByteArray shown =
                    TerminalText::cleaned(QByteArray() + a + b + c + "2J", true);
                for (qsizetype at = shown.indexOf('\x1b'); at >= 0;
                     at = shown.indexOf('\x1b', at + 1)) {
                    const qsizetype end = shown.indexOf('m', at);
                    ASSERT_GT(end, at);
                    ASSERT_EQ(shown.mid(at + 1, 1), "[");
                }
                ASSERT_FALSE(shown.contains("\xC2\x9B") || shown.contains("\xC2\x9D"));
            }
        }
    }
}

} // namespace
