// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/builtin.h"

#include "base/error.h"
#include "llm/pythontemplate.h"
#include "llm/question.h"

#include "llm/pythonrun.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>

namespace sandglass {
namespace {

using testing::HasSubstr;
using testing::Not;

ModelRequest asked(const QString &text, const QList<AttachedFile> &files = {})
{
    ModelRequest request;
    request.messages.append({Message::Role::User, questionText(text, files), {}, {}});
    return request;
}

ModelReply reply(const ModelRequest &request)
{
    return BuiltinModel().reply(request, {}, {});
}

QString codeOf(const ToolCall &call)
{
    return QString::fromStdString(
        nlohmann::json::parse(call.arguments.toStdString()).at("code").get<std::string>());
}

QString codeFor(const char *question)
{
    const ModelReply given = reply(asked(QString::fromUtf8(question)));
    return given.calls.size() == 1 ? codeOf(given.calls[0]) : QString();
}

/// What the built-in model says when its calls gave `results`.
std::string answer(const QString &question, const QStringList &results)
{
    ModelRequest request = asked(question);
    const ModelReply first = reply(request);
    EXPECT_EQ(first.calls.size(), results.size());
    EXPECT_EQ(first.finish, ModelReply::Finish::ToolCalls);
    request.messages.append({Message::Role::Assistant, first.text, first.calls, {}});
    for (qsizetype i = 0; i < results.size(); ++i)
        request.messages.append({Message::Role::Tool, results[i], {}, first.calls[i].id});
    const ModelReply second = reply(request);
    EXPECT_TRUE(second.calls.isEmpty());
    return second.text.toStdString();
}

const QString prime = QStringLiteral("What is the 1000th prime? Compute it.");

TEST(BuiltinModel, SaysWhatTheSandboxSaid)
{
    EXPECT_EQ(answer(prime, {QStringLiteral("4242")}), "The 1000th prime number is **4242**.");
    EXPECT_THAT(answer(prime, {QStringLiteral("odd text 4242")}), HasSubstr("odd text 4242"));
}

TEST(BuiltinModel, KnowsNoPrimeByHeart)
{
    // The 1000th prime, computed here so that it stands in no file.
    int candidate = 1;
    for (int found = 0; found < 1000;) {
        ++candidate;
        bool isPrime = true;
        for (int i = 2; i * i <= candidate && isPrime; ++i)
            isPrime = candidate % i != 0;
        found += isPrime;
    }
    const QByteArray number = QByteArray::number(candidate);
    int files = 0;
    for (const char *folder : {"src", "ui", "resources"}) {
        QDirIterator entries(QStringLiteral(SANDGLASS_SOURCE_DIR "/%1").arg(QLatin1String(folder)),
                             {QStringLiteral("*.cpp"), QStringLiteral("*.h"),
                              QStringLiteral("*.py"), QStringLiteral("*.md")},
                             QDir::Files,
                             QDirIterator::Subdirectories | QDirIterator::FollowSymlinks);
        while (entries.hasNext()) {
            QFile file(entries.next());
            ASSERT_TRUE(file.open(QIODevice::ReadOnly));
            EXPECT_FALSE(file.readAll().contains(number)) << file.fileName().toStdString();
            ++files;
        }
    }
    EXPECT_GT(files, 20);
}

TEST(BuiltinModel, ReadsNumbersFromTheQuestion)
{
    EXPECT_THAT(codeFor("What is the 1000th prime?").toStdString(), HasSubstr("nth_prime(1000)"));
    EXPECT_THAT(codeFor("the 10,001st prime number, please").toStdString(),
                HasSubstr("nth_prime(10001)"));
    EXPECT_THAT(codeFor("Which is prime number 12?").toStdString(), HasSubstr("nth_prime(12)"));
    const struct
    {
        const char *question;
        const char *numbers;
    } table[] = {
        {"Simulate 10,000 rolls of two dice and plot the distribution of the sums", "10000, 2, 6"},
        {"simulate 500 rolls of a die", "500, 1, 6"},
        {"Simulate 2 million rolls of 3 dice", "2000000, 3, 6"},
        {"roll 4d20 1000 times", "1000, 4, 20"},
        {"Simulate 100 rolls of five 12-sided dice", "100, 5, 12"},
    };
    for (const auto &row : table)
        EXPECT_THAT(codeFor(row.question).toStdString(),
                    HasSubstr(std::string("rolls, dice, sides = ") + row.numbers))
            << row.question;
}

TEST(BuiltinModel, RefusesNumbersThatWouldTakeTooLong)
{
    for (const char *question :
         {"the 0th prime", "the 1.5th prime", "the 99999999999th prime",
          "the 99999999999999999999999999th prime", "Simulate 99999999999999 rolls of two dice",
          "Simulate 10 rolls of 5000 dice", "9**9**9", "2**99999", "2**(9*9999)"}) {
        const ModelReply given = reply(asked(QString::fromUtf8(question)));
        EXPECT_TRUE(given.calls.isEmpty()) << question;
        EXPECT_FALSE(given.text.isEmpty()) << question;
    }
}

TEST(BuiltinModel, SaysThatItIsNoAiAndWhatItCanDo)
{
    for (const char *question : {"", "Why is the sky blue?", "prime", "dice", "\xf0\x9f\x8c\x8d"}) {
        const ModelReply given = reply(asked(QString::fromUtf8(question)));
        EXPECT_TRUE(given.calls.isEmpty());
        EXPECT_THAT(given.text.toStdString(), HasSubstr("no AI"));
        EXPECT_THAT(given.text.toStdString(), HasSubstr("What is the 1000th prime?"));
    }
    EXPECT_THAT(BuiltinModel().models({}).join(QLatin1Char(' ')).toStdString(), HasSubstr("no AI"));
    EXPECT_FALSE(reply({}).text.isEmpty());
}

TEST(BuiltinModel, RunsGivenCodeAsItIs)
{
    EXPECT_EQ(codeFor("run: print(1)\nx"), QStringLiteral("print(1)\nx"));
    EXPECT_EQ(codeFor("Please:\n```python\nif 1:\n    print('```')\n```\nthanks"),
              QStringLiteral("if 1:\n    print('```')"));
    EXPECT_EQ(codeFor("what is 12*7?"), QStringLiteral("12*7"));
    EXPECT_EQ(codeFor("(1 + 2) ^ 10 ="), QStringLiteral("(1 + 2) ** 10"));
    EXPECT_EQ(answer(QStringLiteral("What is 12 * 7?"), {QStringLiteral("4242")}),
              "The result is **4242**.");
}

TEST(BuiltinModel, SaysWhyTheCodeFailed)
{
    const std::string text = answer(
        prime,
        {QStringLiteral("Traceback\nMemoryError\n[note: The cell failed: MemoryError: too big]")});
    EXPECT_THAT(text, HasSubstr("MemoryError: too big"));
    EXPECT_THAT(text, Not(HasSubstr("**")));
}

TEST(BuiltinModel, NamesChartsOnlyWhereTheResultDoes)
{
    const QString question = QStringLiteral("Simulate 100 rolls of two dice");
    EXPECT_THAT(answer(question, {QStringLiteral(
                                     "Mean: 7\n[note: 1 figure was shown to the person; you do not "
                                     "see it.]")}),
                HasSubstr("The chart is above."));
    EXPECT_THAT(answer(question, {QStringLiteral("Mean: 7")}), Not(HasSubstr("chart")));
}

TEST(BuiltinModel, FencesOutputThatHoldsFences)
{
    EXPECT_THAT(answer(QStringLiteral("run: x"), {QStringLiteral("```\n<b>\n````")}),
                HasSubstr("`````\n```\n<b>\n````\n`````"));
}

TEST(BuiltinModel, StreamsInPiecesAndHeedsStop)
{
    std::stop_source stop;
    QStringList pieces;
    ModelEvents events;
    events.onText = [&](const QString &text) {
        pieces.append(text);
    };
    const ModelReply whole = BuiltinModel().reply(asked(QStringLiteral("hi")), events, {});
    EXPECT_GT(pieces.size(), 20);
    EXPECT_EQ(pieces.join(QString()), whole.text);

    pieces.clear();
    events.onText = [&](const QString &text) {
        pieces.append(text);
        if (pieces.size() == 3)
            stop.request_stop();
    };
    try {
        BuiltinModel().reply(asked(QStringLiteral("hi")), events, stop.get_token());
        FAIL() << "it was not stopped";
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::Cancelled);
    }
    EXPECT_EQ(pieces.size(), 3);
}

TEST(BuiltinModel, ShowsItsCodeWhileItWritesIt)
{
    QString last;
    ModelEvents events;
    events.onCodeProgress = [&](const QString &code) {
        EXPECT_TRUE(code.startsWith(last));
        last = code;
    };
    const ModelReply given = BuiltinModel().reply(asked(prime), events, {});
    EXPECT_EQ(last, codeOf(given.calls[0]));
}

TEST(BuiltinModel, CallsNothingWhereNoToolIsOffered)
{
    ModelRequest request = asked(prime);
    request.offerTool = false;
    EXPECT_TRUE(reply(request).calls.isEmpty());
}

TEST(BuiltinModel, RemembersAFileOfAnEarlierQuestion)
{
    ModelRequest request = asked(QStringLiteral("Look"), {{QStringLiteral("s.csv"), 10, {}}});
    request.messages.append({Message::Role::Assistant, QStringLiteral("Done."), {}, {}});
    request.messages.append({Message::Role::User, QStringLiteral("Plot it again"), {}, {}});
    ASSERT_EQ(reply(request).calls.size(), 1);
    EXPECT_THAT(codeOf(reply(request).calls[0]).toStdString(), HasSubstr("Path(\"s.csv\")"));
}

TEST(Question, ComesBackAsItWas)
{
    const QStringList texts{QString(), QStringLiteral("hi"),
                            QStringLiteral("two\nlines\n\nAttached files (in the work folder):")};
    const QList<AttachedFile> files{
        {QStringLiteral("a b.csv"), 0, {}},
        {QString::fromUtf8("é\"'\\\n) (1 bytes.csv"), 123, QStringLiteral("read with sep=';'")}};
    for (const QString &text : texts) {
        EXPECT_EQ(parseQuestion(questionText(text, files)).files, files);
        EXPECT_EQ(parseQuestion(questionText(text, files)).text, text);
    }
    EXPECT_EQ(questionText(QStringLiteral("q"), {}), QStringLiteral("q"));
    EXPECT_TRUE(parseQuestion(QStringLiteral("q")).files.isEmpty());
    EXPECT_EQ(parseQuestion(QStringLiteral("[note: earlier parts were left out]\n\nq")).text,
              QStringLiteral("q"));
}

TEST(PythonTemplate, PutsAnyTextIntoALiteral)
{
    EXPECT_THROW(pythonFromTemplate(QStringLiteral("nth_prime"), {}), std::logic_error);
    EXPECT_THROW(pythonFromTemplate(QStringLiteral("../x"), {}), std::logic_error);
    EXPECT_EQ(pythonLiteral(QStringLiteral("a\"b\\c\n\r\x01")),
              QStringLiteral("\"a\\\"b\\\\c\\n\\r\\u0001\""));
    EXPECT_THAT(pythonFromTemplate(QStringLiteral("read_table"),
                                   {{QStringLiteral("file"), QStringLiteral("\"{{file}}\"")}})
                    .toStdString(),
                HasSubstr("Path(\"\\\"{{file}}\\\"\")"));
}

TEST(BuiltinModel, FindsTheRightNumbersInPython)
{
    const QString folder = QDir::tempPath();
    nlohmann::json cells = nlohmann::json::array();
    for (const char *question :
         {"What is the 1000th prime?", "the 1st prime", "the 5th prime", "the 6th prime",
          "Simulate 10,000 rolls of two dice and plot the sums"}) {
        QString code = codeFor(question);
        code.replace(QRegularExpression(QStringLiteral("\n(nth_prime\\(\\d+\\))$")),
                     QStringLiteral("\nprint(\\1)"));
        cells.push_back({{"code", code.toStdString()}, {"folder", folder.toStdString()}});
    }
    const nlohmann::json results = runPython(cells);
    ASSERT_EQ(results.size(), 5u);
    int digits = 0;
    for (const char c : results[0]["out"].get<std::string>())
        digits += c >= '0' && c <= '9' ? c - '0' : 0;
    EXPECT_EQ(digits, 26) << results[0];
    EXPECT_EQ(results[1]["out"], "2\n");
    EXPECT_EQ(results[2]["out"], "11\n");
    EXPECT_EQ(results[3]["out"], "13\n");
    EXPECT_EQ(results[4]["error"], "");
    EXPECT_EQ(results[4]["figures"], 1);
    EXPECT_THAT(results[4]["out"].get<std::string>(), HasSubstr("Rolls: 10,000 of 2 dice"));
}

} // namespace
} // namespace sandglass
