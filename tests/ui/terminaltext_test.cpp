// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminaltext.h"

#include "ui/theme.h"

#include <gtest/gtest.h>

#include <QStringList>

using namespace sandglass;

namespace {

struct Case
{
    const char *name;
    QByteArray bytes;
    QStringList lines;
};

void PrintTo(const Case &c, std::ostream *out)
{
    *out << c.name;
}

QStringList linesOf(const TerminalText &text)
{
    QStringList lines;
    for (const TerminalText::Line &line : text.lines())
        lines.append(line.text);
    return lines;
}

class TerminalTextTable : public testing::TestWithParam<Case>
{};

TEST_P(TerminalTextTable, ShowsWhatATerminalWould)
{
    TerminalText text;
    text.append(GetParam().bytes);
    EXPECT_EQ(linesOf(text), GetParam().lines);
}

TEST_P(TerminalTextTable, ShowsTheSameFedByteByByte)
{
    TerminalText text;
    for (const char &byte : GetParam().bytes)
        text.append(QByteArrayView(&byte, 1));
    EXPECT_EQ(linesOf(text), GetParam().lines);
}

const Case cases[] = {
    {"lines", "a\nb\n", {QStringLiteral("a"), QStringLiteral("b"), QString()}},
    {"carriage return", "10 %\r20 %", {QStringLiteral("20 %")}},
    {"a shorter line over a longer one", "Hello\rBye", {QStringLiteral("Byelo")}},
    {"erase line, RU6", "Hello \x1b[2K\rBye", {QStringLiteral("Bye")}},
    {"erase to the end", "Hello\r\x1b[KBye", {QStringLiteral("Bye")}},
    {"backspace", "abc\b\bX", {QStringLiteral("aXc")}},
    {"backspace at the start", "\b\bX", {QStringLiteral("X")}},
    {"windows line ends", "a\r\nb", {QStringLiteral("a"), QStringLiteral("b")}},
    {"tab", "a\tb", {QStringLiteral("a       b")}},
    {"cursor up", "one\ntwo\x1b[A\rONE", {QStringLiteral("ONE"), QStringLiteral("two")}},
    {"cursor up beyond the start", "one\x1b[99A\rX", {QStringLiteral("Xne")}},
    {"colours leave no trace", "\x1b[1;31mred\x1b[0m plain", {QStringLiteral("red plain")}},
    {"a window title", "\x1b]0;evil\x07ok", {QStringLiteral("ok")}},
    {"a link", "\x1b]8;;http://x/\x1b\\text\x1b]8;;\x1b\\", {QStringLiteral("text")}},
    {"a charset", "\x1b(Bok", {QStringLiteral("ok")}},
    {"an unknown sequence", "\x1b[?25hok\x1b[5q!", {QStringLiteral("ok!")}},
    {"bell and null", QByteArray("a\a\0b", 4), {QStringLiteral("ab")}},
    {"wide text", "特性 5\n", {QStringLiteral("特性 5"), QString()}},
    {"an emoji", "🌍!", {QStringLiteral("🌍!")}},
    {"broken UTF-8", "a\xff b", {QStringLiteral("a\uFFFD b")}},
    {"an escape at the very end", "ab\x1b", {QStringLiteral("ab")}},
};

INSTANTIATE_TEST_SUITE_P(All, TerminalTextTable, testing::ValuesIn(cases));

AnsiStyle styleAt(const TerminalText &text, int column)
{
    for (const TerminalText::Run &run : text.lines().front().runs)
        if (column >= run.start && column < run.start + run.length)
            return run.style;
    return {};
}

} // namespace

TEST(TerminalText, TakesEveryColourOfTheSubset)
{
    TerminalText text;
    text.append("\x1b[1mb\x1b[0;33my\x1b[38;5;208mo\x1b[38;2;1;2;3md\x1b[0m \x1b[38:2::9:8:7me");
    EXPECT_TRUE(styleAt(text, 0).bold);
    EXPECT_EQ(styleAt(text, 1).text.index, 3);
    EXPECT_FALSE(styleAt(text, 1).bold);
    EXPECT_EQ(styleAt(text, 2).text.index, 208);
    EXPECT_EQ(styleAt(text, 3).text.rgb, qRgb(1, 2, 3));
    EXPECT_EQ(styleAt(text, 4), AnsiStyle{});
    EXPECT_EQ(styleAt(text, 5).text.rgb, qRgb(9, 8, 7));
}

TEST(TerminalText, LetsWhatIsWrittenOverAColourKeepItsOwn)
{
    TerminalText text;
    text.append("\x1b[31mabcdef\x1b[0m\rXY\x1b[32mZ");
    EXPECT_EQ(text.lines().front().text, QStringLiteral("XYZdef"));
    EXPECT_EQ(styleAt(text, 0), AnsiStyle{});
    EXPECT_EQ(styleAt(text, 2).text.index, 2);
    EXPECT_EQ(styleAt(text, 5).text.index, 1);
}

TEST(TerminalText, KeepsThreeNestedProgressBarsToThreeLines)
{
    TerminalText text;
    for (int outer = 0; outer < 10; ++outer)
        for (int inner = 0; inner < 5; ++inner) {
            for (int i = 0; i < 20; ++i)
                text.append("\n\n\rinner " + QByteArray::number(i) + "\x1b[A\x1b[A");
            text.append("\n\n\r\x1b[K\x1b[A\x1b[A\n\rmiddle " + QByteArray::number(inner) +
                        "\x1b[A");
        }
    EXPECT_LE(text.lines().size(), 3U);
}

TEST(TerminalText, CutsAHugeLineAndCountsTheRest)
{
    TerminalText text;
    text.append(QByteArray(10'000'000, '@'));
    ASSERT_EQ(text.lines().size(), 1U);
    EXPECT_EQ(text.lines().front().text.size(), TerminalText::maxColumns);
    EXPECT_EQ(text.lines().front().leftOut, 10'000'000 - TerminalText::maxColumns);
}

TEST(TerminalText, BoundsTheParametersOfASequence)
{
    TerminalText text;
    text.append("\x1b[" + QByteArray(100'000, '9') + "m" + "\x1b[" + QByteArray(100'000, ';') +
                "mok");
    EXPECT_EQ(text.lines().front().text, QStringLiteral("ok"));
}

class AnsiContrast : public testing::TestWithParam<bool>
{};

TEST_P(AnsiContrast, IsReadableForEveryPairOfColours)
{
    const Theme &theme = GetParam() ? Theme::dark() : Theme::light();
    for (const QColor &behind : {theme.surface, theme.badBack})
        for (int text = -1; text < 256; ++text)
            for (int back = -1; back < 256; back += 5) {
                AnsiStyle style;
                if (text >= 0)
                    style.text = {AnsiColor::Kind::Indexed, text, 0};
                if (back >= 0)
                    style.background = {AnsiColor::Kind::Indexed, back, 0};
                style.inverse = text % 7 == 0;
                const AnsiColors colors = colorsFor(style, theme, behind);
                const QColor under = colors.background.isValid() ? colors.background : behind;
                ASSERT_GE(contrast(colors.text, under), 4.5) << text << " on " << back;
            }
}

INSTANTIATE_TEST_SUITE_P(Themes, AnsiContrast, testing::Bool());

TEST(Theme, HasReadableTextEverywhere)
{
    for (const Theme *theme : {&Theme::light(), &Theme::dark()}) {
        for (const QColor &back : {theme->window, theme->sidebar, theme->surface, theme->code,
                                   theme->question, theme->warnBack, theme->badBack}) {
            EXPECT_GE(contrast(theme->text, back), 4.5);
            EXPECT_GE(contrast(theme->muted, back), 4.5) << back.name().toStdString();
        }
        for (const QColor &color :
             {theme->keyword, theme->string, theme->number, theme->comment, theme->name})
            EXPECT_GE(contrast(color, theme->code), 4.5) << color.name().toStdString();
        EXPECT_GE(contrast(theme->accent, theme->window), 4.5);
        EXPECT_GE(contrast(theme->onAccent, theme->accent), 4.5);
        EXPECT_GE(contrast(theme->good, theme->surface), 4.5);
        EXPECT_GE(contrast(theme->bad, theme->surface), 4.5);
    }
}
