// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/history.h"

#include "agent/historychecks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sandglass {
namespace {

using testing::HasSubstr;

Message user(const QString &text)
{
    return {Message::Role::User, text, {}, {}};
}
Message said(const QString &text)
{
    return {Message::Role::Assistant, text, {}, {}};
}
Message result(const QString &id, const QString &text)
{
    return {Message::Role::Tool, text, {}, id};
}
Message called(const QString &id, const QByteArray &arguments = R"({"code":"1"})")
{
    return {Message::Role::Assistant,
            {},
            {ToolCall{id, QStringLiteral("run_python"), arguments, true}},
            {}};
}

QList<Message> turns(int count, qsizetype resultSize)
{
    QList<Message> messages;
    for (int i = 0; i < count; ++i) {
        const QString id = QStringLiteral("call%1").arg(i);
        messages.append(user(QStringLiteral("question %1").arg(i)));
        messages.append(called(id));
        messages.append(result(id, QString(resultSize, QLatin1Char('r'))));
        messages.append(said(QStringLiteral("answer %1").arg(i)));
    }
    messages.append(user(QStringLiteral("last question")));
    return messages;
}

TEST(History, StaysAsItIsWhereItFits)
{
    TrimReport report;
    const QList<Message> messages = turns(3, 1000);
    EXPECT_EQ(trimHistory(messages, 100'000, &report), messages);
    EXPECT_TRUE(report.isEmpty());
}

TEST(History, ShortensTheOldestResultsFirst)
{
    TrimReport report;
    const QList<Message> trimmed = trimHistory(turns(10, 10'000), 60'000, &report);
    EXPECT_LE(historySize(trimmed), 60'000);
    EXPECT_EQ(trimmed.size(), 41);
    EXPECT_LT(trimmed[2].text.size(), 1000);
    EXPECT_THAT(trimmed[2].text.toStdString(), HasSubstr("left out"));
    EXPECT_EQ(trimmed[38].text.size(), 10'000);
    EXPECT_EQ(report.droppedTurns, 0);
    expectValid(trimmed);
}

TEST(History, DropsTheOldestTurnsThenAndSaysSo)
{
    TrimReport report;
    const QList<Message> trimmed = trimHistory(turns(100, 10'000), 20'000, &report);
    EXPECT_LE(historySize(trimmed), 20'200);
    EXPECT_GT(report.droppedTurns, 50);
    EXPECT_THAT(trimmed.first().text.toStdString(), HasSubstr("were left out"));
    EXPECT_THAT(trimmed.first().text.toStdString(), HasSubstr("question"));
    EXPECT_EQ(trimmed.last().text, QStringLiteral("last question"));
    expectValid(trimmed);
}

TEST(History, KeepsTheQuestionAndWholePairsOfAVeryLongTurn)
{
    QList<Message> messages{user(QStringLiteral("the question"))};
    for (int i = 0; i < 20; ++i) {
        const QString id = QString::number(i);
        messages.append(called(id, "{\"code\":\"" + QByteArray(10'000, 'c') + "\"}"));
        messages.append(result(id, QStringLiteral("r")));
    }
    TrimReport report;
    const QList<Message> trimmed = trimHistory(messages, 50'000, &report);
    EXPECT_LE(historySize(trimmed), 50'000);
    EXPECT_EQ(trimmed.first().text, QStringLiteral("the question"));
    EXPECT_EQ(trimmed.last().callId, QStringLiteral("19"));
    EXPECT_GT(report.droppedCells, 10);
    expectValid(trimmed);
}

TEST(History, CutsAQuestionThatIsTooLongAlone)
{
    TrimReport report;
    const QList<Message> trimmed =
        trimHistory({user(QString(1'000'000, QLatin1Char('q')))}, 50'000, &report);
    EXPECT_LE(historySize(trimmed), 50'200);
    EXPECT_TRUE(report.questionCut);
}

TEST(History, StandsAnyBudget)
{
    for (const qsizetype budget : {-100'000, 0, 1, 100}) {
        const QList<Message> trimmed = trimHistory(turns(5, 5000), budget, nullptr);
        EXPECT_FALSE(trimmed.isEmpty());
        EXPECT_EQ(trimmed.last().role, Message::Role::User);
        expectValid(trimmed);
    }
    EXPECT_TRUE(trimHistory({}, 0, nullptr).isEmpty());
}

TEST(History, GetsAResultForEachCallAndNoOther)
{
    const QList<Message> broken{
        result(QStringLiteral("x"), QStringLiteral("of no call")),
        user(QStringLiteral("q")),
        called(QStringLiteral("a"), "{\"code\": \"cut"),
        result(QStringLiteral("b"), QStringLiteral("of another")),
        said(QString()),
        user(QStringLiteral("q2")),
        called(QStringLiteral("c")),
        result(QStringLiteral("c"), QStringLiteral("ok")),
        result(QStringLiteral("c"), QStringLiteral("twice")),
    };
    const QList<Message> valid = validHistory(broken);
    expectValid(valid);
    ASSERT_EQ(valid.size(), 6);
    EXPECT_THAT(valid[2].text.toStdString(), HasSubstr("cancelled by the person"));
    EXPECT_EQ(valid[5].text, QStringLiteral("ok"));
}

} // namespace
} // namespace sandglass
