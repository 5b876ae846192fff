// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/toolloop.h"

#include "agent/fakes.h"
#include "agent/historychecks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sandglass {
namespace {

using testing::HasSubstr;

struct ToolLoopTest : testing::Test
{
    TurnEnd run(const char *words = "?") { return run(fake::question(words)); }

    TurnEnd run(ModelRequest request)
    {
        ToolLoop::Events events;
        events.model.onText = [this](const QString &text) {
            shown += text;
        };
        events.onReply = [this] {
            shown += QLatin1Char('|');
        };
        events.onNotice = [this](const QString &kind, const QString &) {
            notices.append(kind);
        };
        const QList<Message> before = request.messages;
        const TurnEnd end = ToolLoop(model, cells, limits).run(request, events, stop.get_token());
        expectValid(before + end.messages);
        for (const ModelRequest &sent : model.requests)
            expectValid(sent.messages);
        return end;
    }

    std::string resultOf(const TurnEnd &end, const char *id)
    {
        for (const Message &message : end.messages) {
            if (message.role == Message::Role::Tool && message.callId == QLatin1String(id))
                return message.text.toStdString();
        }
        return "no result";
    }

    fake::ScriptedModel model;
    fake::ScriptedCells cells;
    TurnLimits limits;
    std::stop_source stop;
    QString shown;
    QStringList notices;
};

TEST_F(ToolLoopTest, GivesTheModelTheResultOfItsCodeAndEndsWithItsAnswer)
{
    model.add(fake::code("a", "40+2"));
    model.add(fake::text("It is 42."));
    cells.run = [](const QString &, std::stop_token) {
        return QStringLiteral("42");
    };

    const TurnEnd end = run();

    EXPECT_EQ(end.kind, TurnEnd::Kind::Finished);
    EXPECT_EQ(cells.codes, QStringList(QStringLiteral("40+2")));
    ASSERT_EQ(model.requests.size(), 2);
    EXPECT_EQ(model.requests[1].messages.last().text, QStringLiteral("42"));
    EXPECT_EQ(shown, QStringLiteral("|It is 42."));
    EXPECT_EQ(end.messages.size(), 3);
    EXPECT_EQ(end.usage.inputTokens, 20);
    EXPECT_EQ(end.usage.outputTokens, 10);
    EXPECT_TRUE(notices.isEmpty());
}

TEST_F(ToolLoopTest, AnswersSeveralCallsOfOneReplyInOrder)
{
    model.add(fake::calls({fake::call("a", R"({"code":"1"})"), fake::call("b", R"({"code":"2"})"),
                           fake::call("c", R"({"code":"3"})")}));
    model.add(fake::text("done"));
    cells.run = [](const QString &code, std::stop_token) {
        return code + code;
    };

    const TurnEnd end = run();

    EXPECT_EQ(cells.codes.join(QLatin1Char(' ')), QStringLiteral("1 2 3"));
    EXPECT_EQ(cells.callIds.join(QLatin1Char(' ')), QStringLiteral("a b c"));
    EXPECT_EQ(resultOf(end, "b"), "22");
}

// Case PR5: code that was cut off must not run, even where it is valid JSON by repair.
TEST_F(ToolLoopTest, NeverRunsACallThatWasCutOff)
{
    ToolCall cut = fake::call("a", R"({"code": "import shutil; shutil.rmt)");
    cut.complete = false;
    model.add(fake::calls({cut}));
    model.add(fake::text("Then not."));

    const TurnEnd end = run();

    EXPECT_TRUE(cells.codes.isEmpty());
    EXPECT_THAT(resultOf(end, "a"), HasSubstr("cut off"));
    EXPECT_THAT(resultOf(end, "a"), HasSubstr("shorter"));
    EXPECT_EQ(end.kind, TurnEnd::Kind::Finished);
}

TEST_F(ToolLoopTest, DoesNotTrustTheLastCallOfAReplyThatEndsAtTheLimit)
{
    ModelReply reply = fake::calls(
        {fake::call("a", R"({"code":"1"})"), fake::call("b", R"({"code":"rm = 'repaired'"})")});
    reply.finish = ModelReply::Finish::Length;
    model.add(reply);
    model.add(fake::text("done"));

    const TurnEnd end = run();

    EXPECT_EQ(cells.codes, QStringList(QStringLiteral("1")));
    EXPECT_THAT(resultOf(end, "b"), HasSubstr("cut off"));
}

TEST_F(ToolLoopTest, RefusesCallsThatMakeNoSense)
{
    const struct
    {
        const char *name;
        QByteArray arguments;
        const char *words;
    } table[] = {
        {"run_python", "", "JSON object"},
        {"run_python", "{\"code\": \"1", "JSON object"},
        {"run_python", "[\"1\"]", "JSON object"},
        {"run_python", "\"print(1)\"", "JSON object"},
        {"run_python", "{\"code\": \"\\ud800\"}", "JSON object"},
        {"run_python", "{\"code\": \"\xff\"}", "JSON object"},
        {"run_python", "{}", "no text named \"code\""},
        {"run_python", "{\"code\": 1}", "no text named \"code\""},
        {"run_python", "{\"code\": null}", "no text named \"code\""},
        {"run_python", "{\"python\": \"1\"}", "no text named \"code\""},
        {"browser", "{\"code\": \"1\"}", "no tool named \"browser\""},
        {"", "{\"code\": \"1\"}", "no tool named"},
        {"Run_Python", "{\"code\": \"1\"}", "no tool named"},
        {"run_python", "{\"code\": \"" + QByteArray(300'000, 'x') + "\"}", "too long"},
        {"run_python", QByteArray(100'000, '['), "JSON object"},
    };
    for (const auto &row : table) {
        model = {};
        ToolCall call = fake::call("a", row.arguments);
        call.name = QString::fromUtf8(row.name);
        model.add(fake::calls({call}));
        model.add(fake::text("done"));
        const TurnEnd end = run();
        EXPECT_THAT(resultOf(end, "a"), HasSubstr(row.words)) << row.arguments.left(50).data();
        EXPECT_EQ(end.kind, TurnEnd::Kind::Finished);
    }
    EXPECT_TRUE(cells.codes.isEmpty());
}

TEST_F(ToolLoopTest, GivesCallsWithoutOrWithEqualIdsIdsOfTheirOwn)
{
    model.add(fake::calls({fake::call("", R"({"code":"1"})"), fake::call("x", R"({"code":"2"})"),
                           fake::call("x", R"({"code":"3"})")}));
    model.add(fake::calls({fake::call("x", R"({"code":"4"})")}));
    model.add(fake::text("done"));

    run();

    EXPECT_EQ(cells.codes.size(), 4);
    EXPECT_EQ(QSet<QString>(cells.callIds.begin(), cells.callIds.end()).size(), 4);
}

TEST_F(ToolLoopTest, AsksForASummaryWithoutTheToolAtTheCellLimit)
{
    limits.maxCells = 2;
    model.add(fake::code("a", "1"));
    model.add(fake::code("b", "2"));
    model.add(
        fake::calls({fake::call("c", R"({"code":"3"})"), fake::call("d", R"({"code":"4"})")}));
    model.add(fake::text("So far: 2."));

    const TurnEnd end = run();

    EXPECT_EQ(end.kind, TurnEnd::Kind::CellLimit);
    EXPECT_EQ(cells.codes.size(), 2);
    EXPECT_THAT(resultOf(end, "c"), HasSubstr("limit of 2 cells"));
    EXPECT_THAT(resultOf(end, "d"), HasSubstr("not run"));
    EXPECT_FALSE(model.requests.last().offerTool);
    EXPECT_EQ(shown, QStringLiteral("|So far: 2."));
    EXPECT_EQ(notices, QStringList(QStringLiteral("cell_limit")));
}

TEST_F(ToolLoopTest, FinishesNormallyWhereTheLastAllowedCellWasEnough)
{
    limits.maxCells = 1;
    model.add(fake::code("a", "1"));
    model.add(fake::text("1"));
    EXPECT_EQ(run().kind, TurnEnd::Kind::Finished);
    EXPECT_TRUE(notices.isEmpty());
}

// A small local model calls the same code for ever after it has the result.
TEST_F(ToolLoopTest, EndsKindlyWhereAModelRepeatsTheSameCall)
{
    model.repeatLast = true;
    model.add([](const ModelRequest &request, const ModelEvents &) {
        return request.offerTool ? fake::code("a", "prime(1000)") : fake::text("It is 4242.");
    });

    const TurnEnd end = run();

    EXPECT_EQ(end.kind, TurnEnd::Kind::Finished);
    EXPECT_EQ(cells.codes.size(), 3);
    EXPECT_EQ(notices, QStringList(QStringLiteral("same_call")));
    EXPECT_EQ(shown, QStringLiteral("|It is 4242."));
}

TEST_F(ToolLoopTest, LetsTheSameCodeRunAgainWhileItsResultChanges)
{
    limits.maxCells = 6;
    model.repeatLast = true;
    model.add(fake::code("a", "next(i)"));
    int count = 0;
    cells.run = [&count](const QString &, std::stop_token) {
        return QString::number(++count);
    };

    EXPECT_EQ(run().kind, TurnEnd::Kind::CellLimit);
    EXPECT_EQ(cells.codes.size(), 6);
}

TEST_F(ToolLoopTest, IgnoresCallsWhereNoToolWasOffered)
{
    limits.maxCells = 0;
    model.repeatLast = true;
    model.add(fake::code("a", "1"));
    const TurnEnd end = run();
    EXPECT_EQ(end.kind, TurnEnd::Kind::CellLimit);
    EXPECT_EQ(model.requests.size(), 2);
    EXPECT_TRUE(cells.codes.isEmpty());
}

TEST_F(ToolLoopTest, EndsWhereAModelSendsOnlyBrokenCalls)
{
    model.repeatLast = true;
    model.add([](const ModelRequest &request, const ModelEvents &) {
        return request.offerTool ? fake::calls({fake::call("a", "{")}) : fake::text("Sorry.");
    });
    const TurnEnd end = run();
    EXPECT_EQ(end.kind, TurnEnd::Kind::Finished);
    EXPECT_EQ(model.requests.size(), limits.maxUselessReplies + 1);
    EXPECT_EQ(notices, QStringList(QStringLiteral("useless_calls")));
}

TEST_F(ToolLoopTest, SaysThatAReplyWasCutAtTheModelsLimit)
{
    ModelReply reply = fake::text("The answer is");
    reply.finish = ModelReply::Finish::Length;
    model.add(reply);
    EXPECT_EQ(run().kind, TurnEnd::Kind::Finished);
    EXPECT_EQ(notices, QStringList(QStringLiteral("length")));
}

TEST_F(ToolLoopTest, SaysThatAReplyWasEmpty)
{
    model.add(fake::text(""));
    const TurnEnd end = run();
    EXPECT_EQ(notices, QStringList(QStringLiteral("empty_reply")));
    EXPECT_TRUE(end.messages.isEmpty());
}

// Case PR12.
TEST_F(ToolLoopTest, LeavesAValidHistoryWhereItIsStoppedDuringACell)
{
    model.add(fake::calls({fake::call("a", R"({"code":"1"})"), fake::call("b", R"({"code":"2"})"),
                           fake::call("c", R"({"code":"3"})")}));
    cells.run = [this](const QString &, std::stop_token) {
        stop.request_stop();
        return QStringLiteral("interrupted");
    };

    const TurnEnd end = run();

    EXPECT_EQ(end.kind, TurnEnd::Kind::Stopped);
    EXPECT_EQ(cells.codes.size(), 1);
    EXPECT_EQ(resultOf(end, "a"), "interrupted");
    EXPECT_THAT(resultOf(end, "b"), HasSubstr("cancelled by the person"));
    EXPECT_THAT(resultOf(end, "c"), HasSubstr("cancelled by the person"));
    EXPECT_EQ(model.requests.size(), 1);
}

TEST_F(ToolLoopTest, RepairsAHistoryThatLacksResults)
{
    ModelRequest request = fake::question("first");
    request.messages.append(
        Message{Message::Role::Assistant, {}, {fake::call("a", R"({"code":"1"})")}, {}});
    request.messages.append(Message{Message::Role::User, QStringLiteral("second"), {}, {}});
    model.add(fake::text("done"));

    ToolLoop(model, cells, limits).run(request, {}, {});

    ASSERT_EQ(model.requests.size(), 1);
    expectValid(model.requests[0].messages);
    EXPECT_THAT(model.requests[0].messages[2].text.toStdString(), HasSubstr("cancelled"));
}

TEST_F(ToolLoopTest, IsStoppedBeforeItAsks)
{
    stop.request_stop();
    EXPECT_EQ(run().kind, TurnEnd::Kind::Stopped);
    EXPECT_TRUE(model.requests.isEmpty());
}

TEST_F(ToolLoopTest, KeepsTheTextThatWasShownBeforeTheStreamBroke)
{
    model.add([](const ModelRequest &, const ModelEvents &events) -> ModelReply {
        events.onText(QStringLiteral("Half an "));
        events.onText(QStringLiteral("answer"));
        throw Error(ErrorKind::NetworkEffectUnknown, QStringLiteral("The connection broke."),
                    QStringLiteral("Ask again."));
    });

    const TurnEnd end = run();

    EXPECT_EQ(end.kind, TurnEnd::Kind::Failed);
    ASSERT_TRUE(end.failure);
    EXPECT_EQ(end.failure->kind, ErrorKind::NetworkEffectUnknown);
    EXPECT_EQ(end.failure->remedy, QStringLiteral("Ask again."));
    ASSERT_EQ(end.messages.size(), 1);
    EXPECT_EQ(end.messages[0].text, QStringLiteral("Half an answer"));
}

TEST_F(ToolLoopTest, TakesCancelledAsAStop)
{
    model.add([](const ModelRequest &, const ModelEvents &) -> ModelReply {
        throw Error(ErrorKind::Cancelled, QStringLiteral("Stopped."));
    });
    EXPECT_EQ(run().kind, TurnEnd::Kind::Stopped);
}

TEST_F(ToolLoopTest, FailsWhereACellCannotRunAtAll)
{
    model.add(
        fake::calls({fake::call("a", R"({"code":"1"})"), fake::call("b", R"({"code":"2"})")}));
    cells.run = [](const QString &, std::stop_token) -> QString {
        throw Error(ErrorKind::SetupFailed, QStringLiteral("There is no bubblewrap."));
    };

    const TurnEnd end = run();

    EXPECT_EQ(end.kind, TurnEnd::Kind::Failed);
    EXPECT_EQ(end.failure->kind, ErrorKind::SetupFailed);
    EXPECT_THAT(resultOf(end, "b"), HasSubstr("not run"));
}

TEST_F(ToolLoopTest, ThrowsNothing)
{
    model.add([](const ModelRequest &, const ModelEvents &) -> ModelReply {
        throw std::runtime_error("odd");
    });
    const TurnEnd end = run();
    EXPECT_EQ(end.kind, TurnEnd::Kind::Failed);
    EXPECT_THAT(end.failure->text.toStdString(), HasSubstr("odd"));
}

TEST_F(ToolLoopTest, TellsEachReplyBeforeItsText)
{
    ModelReply first = fake::code("a", "1");
    first.text = QStringLiteral("Let me see.");
    model.add(first);
    model.add(fake::code("b", "2"));
    model.add(fake::text("Two."));
    run();
    EXPECT_EQ(shown, QStringLiteral("|Let me see.|Two."));
}

// Case PR14: one huge result, and many turns.
TEST_F(ToolLoopTest, KeepsRequestsUnderTheLimitAndSaysItOnce)
{
    limits.maxHistory = 20'000;
    for (int i = 0; i < 5; ++i)
        model.add(fake::code("a", QByteArray::number(i).constData()));
    model.add(fake::text("done"));
    cells.run = [](const QString &, std::stop_token) {
        return QString(10'000, QLatin1Char('x'));
    };

    const TurnEnd end = run("keep me");

    EXPECT_EQ(end.kind, TurnEnd::Kind::Finished);
    EXPECT_EQ(notices, QStringList(QStringLiteral("history_trimmed")));
    for (const ModelRequest &request : model.requests) {
        qsizetype size = request.system.size();
        for (const Message &message : request.messages)
            size += message.text.size();
        EXPECT_LE(size, limits.maxHistory);
        EXPECT_EQ(request.messages.first().text, QStringLiteral("keep me"));
    }
}

} // namespace
} // namespace sandglass
