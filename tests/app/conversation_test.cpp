// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/conversation.h"

#include "app/history.h"
#include "app/outputfold.h"
#include "tests/app/fakes.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

namespace sandglass {

namespace {

class ConversationTest : public testing::Test
{
protected:
    void apply(RecordBody body) { m_document.apply({++m_seq, {}, std::move(body)}); }

    CellId addCell(CellOrigin origin = CellOrigin::Model,
                   const QString &call = QStringLiteral("c1"),
                   const QString &code = QStringLiteral("code"))
    {
        const CellId cell = CellId::create();
        apply(
            CellRecord{cell, origin == CellOrigin::Model ? m_turn : TurnId(), call, code, origin});
        return cell;
    }

    void output(const CellId &cell, const Output &value, int segment = 0)
    {
        OutputRecord record;
        record.cell = cell;
        record.output = value;
        record.segment = segment;
        apply(record);
    }

    void done(const CellId &cell, CellStatus status = CellStatus::Ok)
    {
        CellResult result;
        result.status = status;
        apply(DoneRecord{cell, result});
    }

    static MimeBundle plain(const QByteArray &text, const QString &displayId = {})
    {
        return {{{QStringLiteral("text/plain"), text}}, {}, displayId};
    }

    QByteArray textOf(const CellId &cell, qsizetype index) const
    {
        const auto &value = m_document.cell(cell)->outputs.at(index).value;
        if (const auto *stream = std::get_if<StreamText>(&value))
            return stream->head + stream->tail;
        if (const auto *display = std::get_if<DisplayData>(&value))
            return display->bundle.data.at(QStringLiteral("text/plain"));
        return std::get<ExecuteResult>(value).bundle.data.at(QStringLiteral("text/plain"));
    }

    QList<Message> history(const QString &question = QStringLiteral("next"))
    {
        return modelHistory(m_document, {TurnId::create(), {}, question, {}, {}});
    }

    Conversation m_document{ConversationId::create()};
    TurnId m_turn = TurnId::create();
    qint64 m_seq = 0;
};

} // namespace

TEST_F(ConversationTest, MergesTextOfASegmentAndKeepsSegmentsApart)
{
    const CellId cell = addCell();
    output(cell, out("a"), 0);
    output(cell, out("b"), 0);
    output(cell, err("e"), 1);
    output(cell, out("c"), 2);
    output(cell, err("f"), 1);
    ASSERT_EQ(m_document.cell(cell)->outputs.size(), 3);
    EXPECT_EQ(textOf(cell, 0), "ab");
    EXPECT_EQ(textOf(cell, 1), "ef");
    EXPECT_EQ(textOf(cell, 2), "c");
}

TEST_F(ConversationTest, WaitsWithClearingUntilTheNextOutput)
{
    const CellId cell = addCell();
    for (int i = 0; i < 50; ++i) {
        output(cell, ClearOutput{true});
        if (i > 0) {
            EXPECT_EQ(m_document.cell(cell)->outputs.size(), 1) << "it flickers";
        }
        output(cell, DisplayData{plain(QByteArray::number(i))});
    }
    ASSERT_EQ(m_document.cell(cell)->outputs.size(), 1);
    EXPECT_EQ(textOf(cell, 0), "49");
    output(cell, ClearOutput{false});
    EXPECT_TRUE(m_document.cell(cell)->outputs.isEmpty());
}

TEST_F(ConversationTest, UpdatesEveryDisplayWithTheSameIdAlsoInAnEarlierCell)
{
    const QString id = QStringLiteral("d");
    const CellId first = addCell();
    output(first, DisplayData{plain("old", id)});
    output(first, ExecuteResult{plain("old", id), 1});
    output(first, DisplayData{plain("other", QStringLiteral("x"))});
    done(first);
    const CellId second = addCell();
    output(second, UpdateDisplayData{plain("new", id)});
    EXPECT_EQ(textOf(first, 0), "new");
    EXPECT_EQ(textOf(first, 1), "new");
    EXPECT_EQ(textOf(first, 2), "other");
    EXPECT_TRUE(m_document.cell(second)->outputs.isEmpty());
    output(second, UpdateDisplayData{plain("unheard of", QStringLiteral("none"))});
    EXPECT_TRUE(m_document.cell(second)->outputs.isEmpty());
}

TEST_F(ConversationTest, TakesLateOutputUnderItsOwnCell)
{
    const CellId first = addCell();
    done(first);
    const CellId second = addCell();
    output(second, out("second"));
    output(first, out("late"));
    EXPECT_EQ(textOf(first, 0), "late");
    EXPECT_EQ(textOf(second, 0), "second");
}

TEST_F(ConversationTest, IgnoresWhatBelongsToNothing)
{
    output(CellId::create(), out("lost"));
    done(CellId::create());
    apply(TurnDoneRecord{TurnId::create(), {}, {}});
    apply(UnknownRecord{"{}"});
    EXPECT_TRUE(m_document.blocks().empty());
}

TEST_F(ConversationTest, AddsUpTheTokensOfItsTurnsAndEachTurnOnce)
{
    for (int i = 0; i < 2; ++i) {
        const TurnId turn = TurnId::create();
        apply(TurnRecord{turn, {}, QStringLiteral("q"), {}, {}});
        apply(TurnDoneRecord{turn, {}, {}, {100, 20}});
        apply(TurnDoneRecord{turn, {}, {}, {100, 20}});
    }
    EXPECT_EQ(m_document.usage(), (Usage{200, 40}));
}

TEST_F(ConversationTest, TakesOnlyTheFirstEndOfACellAndEachIdOnce)
{
    const CellId cell = addCell();
    done(cell, CellStatus::Ok);
    done(cell, CellStatus::Died);
    apply(CellRecord{cell, m_turn, {}, QStringLiteral("again"), CellOrigin::Model});
    EXPECT_EQ(m_document.cell(cell)->result->status, CellStatus::Ok);
    EXPECT_EQ(m_document.blocks().size(), 1u);
}

TEST_F(ConversationTest, CapsOutputsAndNoticesOfACell)
{
    const CellId cell = addCell();
    for (int i = 0; i < maxShownOutputs + 10; ++i)
        output(cell, DisplayData{plain("x")});
    output(cell, out("x"), 7);
    EXPECT_EQ(m_document.cell(cell)->outputs.size(), maxShownOutputs);
    for (int i = 0; i < 1000; ++i)
        apply(NoticeRecord{cell, {}, {QStringLiteral("k"), QStringLiteral("t"), {}}});
    EXPECT_LE(m_document.cell(cell)->notices.size(), 200);
}

TEST_F(ConversationTest, TellsWhichBlockChanged)
{
    QSignalSpy added(&m_document, &Conversation::blockAdded);
    QSignalSpy changed(&m_document, &Conversation::blockChanged);
    const BlockId block = BlockId::create();
    apply(TextRecord{m_turn, block, QStringLiteral("a")});
    const CellId cell = addCell();
    apply(TextRecord{m_turn, block, QStringLiteral("b")});
    output(cell, out("x"));
    EXPECT_EQ(added.count(), 2);
    ASSERT_EQ(changed.count(), 2);
    EXPECT_EQ(changed[0][0].toInt(), 0);
    EXPECT_EQ(changed[1][0].toInt(), 1);
    EXPECT_EQ(std::get<AnswerBlock>(m_document.blocks()[0]).text, QStringLiteral("ab"));
}

TEST_F(ConversationTest, ListsTheNewestStateOfEachFileThatCellsMade)
{
    for (const qint64 size : {1, 2}) {
        const CellId cell = addCell();
        CellResult result;
        result.files = {{QStringLiteral("r.csv"), size, size}};
        apply(DoneRecord{cell, result});
    }
    ASSERT_EQ(m_document.sandboxFiles().size(), 1);
    EXPECT_EQ(m_document.sandboxFiles()[0].size, 2);
}

TEST_F(ConversationTest, GivesTheModelEachCallWithItsResult)
{
    apply(TurnRecord{m_turn, {}, QStringLiteral("q"), {}, {}});
    apply(TextRecord{m_turn, BlockId::create(), QStringLiteral("First ")});
    const CellId a =
        addCell(CellOrigin::Model, QStringLiteral("c1"), QStringLiteral("print(\"ü\")"));
    output(a, out("one\n"));
    done(a);
    const CellId b = addCell(CellOrigin::Model, QStringLiteral("c2"));
    output(b, ErrorOutput{QStringLiteral("ValueError"), QStringLiteral("bad"), {}});
    done(b, CellStatus::Error);
    apply(TextRecord{m_turn, BlockId::create(), QStringLiteral("Last")});
    apply(TurnDoneRecord{m_turn, {}, {}});
    const QList<Message> messages = history();
    ASSERT_EQ(messages.size(), 7);
    EXPECT_EQ(messages[0].role, Message::Role::User);
    EXPECT_EQ(messages[1].text, QStringLiteral("First "));
    ASSERT_EQ(messages[1].calls.size(), 1);
    EXPECT_EQ(messages[1].calls[0].arguments, "{\"code\":\"print(\\\"ü\\\")\"}");
    EXPECT_EQ(messages[2].callId, QStringLiteral("c1"));
    EXPECT_TRUE(messages[2].text.contains(QStringLiteral("one")));
    EXPECT_EQ(messages[3].calls[0].id, QStringLiteral("c2"));
    EXPECT_TRUE(messages[4].text.contains(QStringLiteral("ValueError")));
    EXPECT_EQ(messages[5].text, QStringLiteral("Last"));
    EXPECT_EQ(messages[6].role, Message::Role::User);
}

TEST_F(ConversationTest, GivesACallThatNeverEndedAResultAllTheSame)
{
    apply(TurnRecord{m_turn, {}, QStringLiteral("q"), {}, {}});
    addCell();
    const QList<Message> messages = history();
    ASSERT_EQ(messages.size(), 4);
    EXPECT_EQ(messages[2].role, Message::Role::Tool);
    EXPECT_FALSE(messages[2].text.isEmpty());
}

TEST_F(ConversationTest, NeverGivesTheModelAnImage)
{
    apply(TurnRecord{m_turn, {}, QStringLiteral("q"), {}, {}});
    const CellId cell = addCell();
    OutputRecord record;
    record.cell = cell;
    record.output =
        DisplayData{{{{QStringLiteral("image/png"), QByteArray(100'000, 'P')}}, {}, {}}};
    record.refs[QStringLiteral("image/png")] = {QStringLiteral("f"), 100'000};
    apply(record);
    done(cell);
    const QString told = history()[2].text;
    EXPECT_LT(told.size(), 1000);
    EXPECT_TRUE(told.contains(QStringLiteral("1"))) << "one figure was shown";
}

TEST_F(ConversationTest, ShortensLongOutputForTheModel)
{
    apply(TurnRecord{m_turn, {}, QStringLiteral("q"), {}, {}});
    const CellId cell = addCell();
    for (int i = 0; i < 1000; ++i)
        output(cell, out(QByteArray(1000, 'x') + '\n'));
    output(cell, out("the end\n"));
    done(cell);
    const QString told = history()[2].text;
    EXPECT_LT(told.size(), 12'000);
    EXPECT_TRUE(told.contains(QStringLiteral("the end")));
}

} // namespace sandglass
