// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/resulttext.h"

#include "llm/toolresult.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sandglass {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

CellResult ended(CellStatus status)
{
    CellResult result;
    result.status = status;
    return result;
}

StreamOutput printed(const QByteArray &text)
{
    return {StreamOutput::Name::Stdout, text};
}

DisplayData shown(MimeData data, const char *id = "")
{
    return {MimeBundle{std::move(data), {}, QString::fromUtf8(id)}};
}

ExecuteResult value(const QByteArray &text)
{
    return {MimeBundle{{{QStringLiteral("text/plain"), text}}, {}, {}}, 1};
}

MimeData figure()
{
    return {{QStringLiteral("image/png"), "\x89PNG..."},
            {QStringLiteral("text/plain"), "<Figure size 640x480 with 1 Axes>"}};
}

std::string textOf(std::initializer_list<Output> outputs, CellResult result = ended(CellStatus::Ok))
{
    ResultText text;
    for (const Output &output : outputs)
        text.add(output);
    return text.finish(result).toStdString();
}

TEST(ResultText, TellsTextAndLastValueInOrder)
{
    EXPECT_EQ(textOf({printed("a\nb"), value("42")}), "a\nb\n42");
    EXPECT_EQ(textOf({printed("a\n"), value("42")}), "a\n42");
    EXPECT_EQ(textOf({value("4242")}), "4242");
}

TEST(ResultText, SaysThatACellHadNoOutput)
{
    EXPECT_EQ(textOf({}), "[note: The cell ran without output.]");
}

TEST(ResultText, CountsFiguresAndNeverHoldsTheirBytes)
{
    const std::string text = textOf({printed("A\n"), shown(figure()), shown(figure())});
    EXPECT_EQ(text, "A\n[note: 2 figures were shown to the person; you do not see them.]");
    EXPECT_EQ(parseToolResult(QString::fromStdString(text)).figures, 2);
}

TEST(ResultText, SaysThatADisplayWasHtmlAlone)
{
    EXPECT_THAT(textOf({shown({{QStringLiteral("text/html"), "<b>x</b>"}})}), HasSubstr("HTML"));
    EXPECT_EQ(textOf({shown({{QStringLiteral("text/html"), "<table>"},
                             {QStringLiteral("text/plain"), "   a\n0  1"}})}),
              "   a\n0  1");
    EXPECT_THAT(textOf({shown({{QStringLiteral("application/x-thing"), "1"}})}),
                HasSubstr("application/x-thing"));
}

TEST(ResultText, KeepsOnlyTheNewestStateOfAnUpdatedDisplay)
{
    const auto state = [](const char *text) {
        return MimeBundle{{{QStringLiteral("text/plain"), text}}, {}, QStringLiteral("bar")};
    };
    EXPECT_EQ(textOf({DisplayData{state("0%")}, UpdateDisplayData{state("50%")}, printed("x\n"),
                      UpdateDisplayData{state("100%")}}),
              "x\n100%");
    EXPECT_THAT(textOf({shown(figure(), "f"), UpdateDisplayData{shown(figure(), "f").bundle}}),
                HasSubstr("1 figure was"));
}

TEST(ResultText, HeedsClearOutput)
{
    EXPECT_EQ(textOf({printed("1\n"), ClearOutput{false}, printed("2\n")}), "2");
    EXPECT_EQ(textOf({printed("1\n"), ClearOutput{true}, printed("2\n")}), "2");
    EXPECT_EQ(textOf({printed("1\n"), ClearOutput{true}}), "1");
    EXPECT_EQ(textOf({shown(figure()), ClearOutput{false}, value("3")}), "3");
}

TEST(ResultText, CleansATracebackAndNamesItsError)
{
    ErrorOutput error;
    error.ename = QStringLiteral("KeyError");
    error.evalue = QStringLiteral("'pri\x1b[31mce'");
    error.traceback = {QStringLiteral("\x1b[31mKeyError\x1b[39m   Traceback"),
                       QStringLiteral("\x1b[0;32m----> 1\x1b[0m d['price']"),
                       QStringLiteral("\x1b[31mKeyError\x1b[39m: 'price'")};
    const std::string text = textOf({printed("before\n"), error}, ended(CellStatus::Error));
    EXPECT_EQ(text, "before\nKeyError   Traceback\n----> 1 d['price']\nKeyError: 'price'\n"
                    "[note: The cell failed: KeyError: 'price']");
}

TEST(ResultText, KeepsTheEndOfALongTraceback)
{
    ErrorOutput error;
    error.ename = QStringLiteral("ValueError");
    error.evalue = QString(5'000'000, QLatin1Char('v'));
    for (int i = 0; i < 1000; ++i)
        error.traceback.append(QStringLiteral("frame %1").arg(i));
    error.traceback.append(QString(5'000'000, QLatin1Char('x')));
    error.traceback.append(QStringLiteral("ValueError: the end"));
    const std::string text = textOf({printed("kept\n"), error}, ended(CellStatus::Error));
    EXPECT_LT(text.size(), 5000u);
    EXPECT_THAT(text, HasSubstr("kept\n"));
    EXPECT_THAT(text, HasSubstr("ValueError: the end"));
    EXPECT_THAT(text, HasSubstr("[note: The cell failed: ValueError: vvv"));
}

TEST(ResultText, NamesNewFilesWithTheirSizes)
{
    CellResult result = ended(CellStatus::Ok);
    result.files = {{QStringLiteral("r.xlsx"), 1234, 0}, {QStringLiteral("d/a\nb.csv"), 0, 0}};
    EXPECT_EQ(textOf({}, result),
              "[note: New or changed files: r.xlsx (1234 bytes), d/a\\u000ab.csv (0 bytes)]");
    result.files.clear();
    for (int i = 0; i < 100'000; ++i)
        result.files.append({QStringLiteral("f%1").arg(i), i, 0});
    const std::string text = textOf({}, result);
    EXPECT_THAT(text, HasSubstr("and 99980 more"));
    EXPECT_LT(text.size(), 1000u);
}

TEST(ResultText, SaysHowACellEnded)
{
    CellResult died = ended(CellStatus::Died);
    died.cause = DeathCause{DeathCause::Kind::Signal, 9, true};
    died.variablesLost = true;
    EXPECT_THAT(textOf({}, died), HasSubstr("signal 9, most likely because memory ran out"));
    EXPECT_THAT(textOf({}, died), HasSubstr("variables and imports are lost"));
    died.cause = DeathCause{DeathCause::Kind::Exit, 3, false};
    EXPECT_THAT(textOf({}, died), HasSubstr("exit status 3"));
    died.cause = DeathCause{DeathCause::Kind::OutOfMemory, 0, false};
    EXPECT_THAT(textOf({}, died), HasSubstr("more memory"));

    CellResult late = ended(CellStatus::TimedOut);
    late.seconds = 300.2;
    EXPECT_THAT(textOf({}, late), HasSubstr("after 300 seconds"));
    EXPECT_THAT(textOf({}, late), HasSubstr("variables are kept"));
    late.variablesLost = true;
    EXPECT_THAT(textOf({}, late), HasSubstr("are lost"));
    EXPECT_THAT(textOf({}, ended(CellStatus::Interrupted)), HasSubstr("the person stopped it"));
    EXPECT_THAT(textOf({}, ended(CellStatus::Unknown)), HasSubstr("nobody saw"));
    for (const CellStatus status : {CellStatus::Error, CellStatus::TimedOut,
                                    CellStatus::Interrupted, CellStatus::Died, CellStatus::Unknown})
        EXPECT_FALSE(
            parseToolResult(QString::fromStdString(textOf({}, ended(status)))).failure.isEmpty());
}

// Case PR14: the text of a cell is bounded however much it prints.
TEST(ResultText, KeepsTheLastTenThousandCharactersWithANote)
{
    ResultText text;
    qint64 total = 0;
    for (int i = 0; i < 100'000; ++i) {
        const QByteArray line = "line " + QByteArray::number(i) + " " + QByteArray(110, '.') + "\n";
        total += line.size();
        text.add(printed(line));
    }
    const QString told = text.finish(ended(CellStatus::Ok));
    EXPECT_LT(told.size(), 10'200);
    EXPECT_THAT(told.toStdString(), HasSubstr("line 99999 "));
    const QString output = parseToolResult(told).output;
    EXPECT_LE(output.size(), 10'000);
    EXPECT_GE(output.size(), 9'999);
    EXPECT_THAT(told.toStdString(),
                HasSubstr(QByteArray::number(total - 10'000).toStdString() + " characters before"));
}

TEST(ResultText, StaysBoundedWithOneEndlessLine)
{
    ResultText text(1000);
    for (int i = 0; i < 100; ++i)
        text.add(printed(QByteArray(200'000, '@')));
    text.add(value(QByteArray(20'000'000, 'v')));
    const QString told = text.finish(ended(CellStatus::Ok));
    EXPECT_LT(told.size(), 1200);
    EXPECT_THAT(told.toStdString(), HasSubstr("vvv"));
}

TEST(ResultText, IsCheapForMuchOutput)
{
    const QByteArray chunk = QByteArray("some words of a line and more\n").repeated(8000);
    ResultText text;
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 420; ++i) // 100 MB
        text.add(printed(chunk));
    EXPECT_LT(timer.elapsed(), 20'000);
    EXPECT_THAT(text.finish(ended(CellStatus::Ok)).toStdString(), EndsWith("a line and more"));
}

struct Screen
{
    const char *written;
    const char *shown;
};

const Screen screens[] = {
    {"plain", "plain"},
    {"\x1b[1;31mred\x1b[0m and \x1b[38;5;208mmore\x1b[m", "red and more"},
    {"  0%|   | 0/10\r 50%|#  | 5/10\r100%|###| 10/10\n", "100%|###| 10/10"},
    {"Hello\x1b[2K\rBye", "Bye"}, // qtconsole 350
    {"Hello\rBye", "Byelo"},
    {"Hello\r\x1b[KBye", "Bye"},
    {"abc\b\bX", "aXc"},
    {"a\r\nb\r\n", "a\nb"},
    {"\b\b\ra", "a"},
    {"1\n2\x1b[A\rX\n", "X\n2"},
    {"a\x1b[99999999999A\x1b[Bb", "ab"},
    {"\x1b]0;a title\x07text", "text"},
    {"\x1b]8;;http://x/\x1b\\link\x1b]8;;\x1b\\", "link"},
    {"\x1b(Btext\x1b=", "text"},
    {"tab\there\x07\x00", "tab\there"},
    {"\xe4\xbd\xa0\xe5\xa5\xbd \xf0\x9f\x8c\x8d", "\xe4\xbd\xa0\xe5\xa5\xbd \xf0\x9f\x8c\x8d"},
    {"x\x1b[5Gy", "x   y"},
    {"ab\x1b[1Kc", "  c"},
    {"\xc2\x9b", ""},
};

TEST(TailText, ShowsWhatATerminalWouldShow)
{
    for (const Screen &screen : screens) {
        TailText text(1000);
        text.write(screen.written);
        EXPECT_EQ(text.text().trimmed().toStdString(),
                  QString::fromUtf8(screen.shown).trimmed().toStdString())
            << screen.written;
    }
}

TEST(TailText, ShowsTheSameHoweverTheTextIsCut)
{
    for (const Screen &screen : screens) {
        TailText whole(1000);
        TailText cut(1000);
        whole.write(screen.written);
        const QList<uint> characters = QString::fromUtf8(screen.written).toUcs4();
        for (const char32_t c : characters)
            cut.write(QString::fromUcs4(&c, 1).toUtf8());
        EXPECT_EQ(whole.text(), cut.text()) << screen.written;
    }
}

TEST(TailText, TakesNestedProgressBarsToAFewLines)
{
    TailText text(10'000);
    for (int i = 0; i < 5000; ++i)
        text.write("outer\r\n  inner " + QByteArray::number(i) + "\x1b[A\r");
    EXPECT_EQ(text.text().toStdString(), "outer\n  inner 4999");
}

TEST(TailText, NeverSplitsAPairOfSurrogates)
{
    TailText text(5);
    text.write(QByteArray("\xf0\x9f\x8c\x8d").repeated(10));
    EXPECT_THAT(text.text().toStdString(), Not(HasSubstr("\xef\xbf\xbd")));
    EXPECT_EQ(text.text().toUtf8(), QByteArray("\xf0\x9f\x8c\x8d").repeated(2));
}

} // namespace
} // namespace sandglass
