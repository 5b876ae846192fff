// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordjson.h"

#include "app/journal.h"
#include "app/outputjson.h"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFile>

namespace sandglass {

namespace {

MimeBundle bundleWithAll()
{
    MimeBundle bundle;
    bundle.data[QStringLiteral("text/plain")] = "<Figure>";
    bundle.data[QStringLiteral("text/html")] = "<b>ünï</b>\n";
    bundle.data[QStringLiteral("image/png")] = QByteArray("\x89PNG\r\n\0\xff", 8);
    bundle.data[QStringLiteral("image/svg+xml")] = "<svg/>";
    bundle.data[QStringLiteral("application/json")] = R"({"b":1,"a":[1.5,null,"x"]})";
    bundle.metadata = R"({"image/png":{"width":100}})";
    bundle.displayId = QStringLiteral("d1");
    return bundle;
}

std::vector<RecordBody> everyBody()
{
    const TurnId turn = TurnId::create();
    const CellId cell = CellId::create();
    const QString part = cell.toString() + QStringLiteral("-stdout-3.part");
    const QString sha = QString(64, QLatin1Char('a')) + QStringLiteral(".txt");
    CellResult died;
    died.status = CellStatus::Died;
    died.cause = DeathCause{DeathCause::Kind::Signal, 9, true};
    died.variablesLost = true;
    died.seconds = 1.25;
    died.files = {{QStringLiteral("d/ü.csv"), 12, 1700000000123456789}};
    CellResult fine;
    fine.status = CellStatus::Ok;
    fine.executionCount = 7;
    OutputRecord grown{
        cell, StreamOutput{StreamOutput::Name::Stderr, "x"}, 3, part, 70'000, 0, {}, {}, {}};
    OutputRecord ended = grown;
    ended.output = StreamOutput{StreamOutput::Name::Stderr, {}};
    ended.file = sha;
    ended.was = part;
    ended.lines = 4;
    OutputRecord image{cell, DisplayData{{{{QStringLiteral("text/plain"), "fig"}}, {}, {}}},
                       0,    {},
                       0,    0,
                       {},   {{QStringLiteral("image/png"), {sha, 99}}},
                       {}};
    return {
        MetaRecord{QStringLiteral("What is „this“?")},
        TurnRecord{
            turn, {}, QStringLiteral("a\nb 🌍"), {QStringLiteral("x.csv")}, QStringLiteral("m")},
        TurnRecord{TurnId::create(), turn, {}, {}, {}},
        TextRecord{turn, BlockId::create(), QStringLiteral("**bold** \u2028 \\")},
        CellRecord{cell, turn, QStringLiteral("call_1"), QStringLiteral("print('x')\n"),
                   CellOrigin::Model},
        CellRecord{CellId::create(), {}, {}, QStringLiteral("1"), CellOrigin::Rerun},
        OutputRecord{
            cell, StreamOutput{StreamOutput::Name::Stdout, "h\xc3\xbc\n"}, 0, {}, 0, 0, {}, {}, {}},
        OutputRecord{cell, DisplayData{bundleWithAll()}, 0, {}, 0, 0, {}, {}, {}},
        OutputRecord{cell, UpdateDisplayData{bundleWithAll()}, 0, {}, 0, 0, {}, {}, {}},
        OutputRecord{cell, ExecuteResult{bundleWithAll(), 12}, 0, {}, 0, 0, {}, {}, {}},
        OutputRecord{cell,
                     ErrorOutput{QStringLiteral("E"),
                                 QStringLiteral("v"),
                                 {QStringLiteral("\x1b[31ml1"), QStringLiteral("l2")}},
                     0,
                     {},
                     0,
                     0,
                     {},
                     {},
                     {}},
        OutputRecord{cell, ClearOutput{true}, 0, {}, 0, 0, {}, {}, {}},
        grown,
        ended,
        image,
        DoneRecord{cell, died},
        DoneRecord{cell, fine},
        TurnDoneRecord{turn, TurnDoneRecord::Kind::Finished, {}},
        TurnDoneRecord{turn, TurnDoneRecord::Kind::Finished, {}, {6120, 840}},
        TurnDoneRecord{
            turn, TurnDoneRecord::Kind::Failed,
            Failure{ErrorKind::RateLimited, QStringLiteral("Later."), QStringLiteral("Wait.")}},
        FileRecord{QStringLiteral("data/big"), 1LL << 40, true, QStringLiteral("/home/x/big"),
                   QStringLiteral("a folder")},
        NoticeRecord{cell,
                     turn,
                     {QStringLiteral("limits"), QStringLiteral("text"), QStringLiteral("numpy")}},
        SandboxRecord{QStringLiteral("vm1"), QStringLiteral("boot"), 12345678901},
    };
}

QByteArray lineOf(const RecordBody &body, qint64 seq = 1)
{
    QByteArray line =
        recordToLine({seq, QDateTime::fromMSecsSinceEpoch(1700000000123, Qt::UTC), body});
    line.chop(1);
    return line;
}

} // namespace

TEST(RecordJson, ComesBackAsItWentInWhateverItsType)
{
    for (const RecordBody &body : everyBody()) {
        const QByteArray line = lineOf(body, 42);
        EXPECT_FALSE(line.contains('\n'));
        const ReadLine read = recordFromLine(line);
        ASSERT_EQ(read.kind, ReadLine::Kind::Good) << line.constData();
        EXPECT_EQ(read.record.seq, 42);
        EXPECT_EQ(read.record.time.toMSecsSinceEpoch(), 1700000000123);
        EXPECT_TRUE(read.record.body == body) << line.constData();
    }
}

// Older versions wrote none, and a file may say anything.
TEST(RecordJson, ReadsTheTokensOfATurnWhereThereAreAny)
{
    const QByteArray line = lineOf(TurnDoneRecord{TurnId::create(), {}, {}, {1, 2}});
    const auto usageOf = [&](const QByteArray &usage) {
        QByteArray other = line;
        other.replace(R"("usage":{"input_tokens":1,"output_tokens":2})", usage);
        const ReadLine read = recordFromLine(other);
        EXPECT_EQ(read.kind, ReadLine::Kind::Good) << other.constData();
        return std::get<TurnDoneRecord>(read.record.body).usage;
    };
    ASSERT_TRUE(line.contains(R"("usage":{"input_tokens":1,"output_tokens":2})"));
    EXPECT_EQ(usageOf(R"("other":1)"), Usage());
    EXPECT_EQ(usageOf(R"("usage":null)"), Usage());
    EXPECT_EQ(usageOf(R"("usage":{"output_tokens":7})"), (Usage{0, 7}));
    EXPECT_EQ(usageOf(R"("usage":{"input_tokens":-3,"output_tokens":9223372036854775807})"),
              (Usage{0, 1'000'000'000'000}));
    EXPECT_FALSE(lineOf(TurnDoneRecord{TurnId::create(), {}, {}}).contains("usage"));
    QByteArray bad = line;
    EXPECT_EQ(recordFromLine(bad.replace("{\"input_tokens\":1", "{\"input_tokens\":\"1\"")).kind,
              ReadLine::Kind::Damaged);
}

TEST(RecordJson, HasTheFieldsThatTheFormatNames)
{
    const TurnId turn = TurnId::create();
    const QByteArray line = lineOf(TurnRecord{turn, {}, QStringLiteral("q"), {}, {}}, 3);
    const auto json = nlohmann::json::parse(line.toStdString());
    EXPECT_EQ(json["v"], 1);
    EXPECT_EQ(json["seq"], 3);
    EXPECT_EQ(json["t"], "2023-11-14T22:13:20.123Z");
    EXPECT_EQ(json["type"], "turn");
    EXPECT_EQ(json["id"], turn.toString().toStdString());
    EXPECT_TRUE(json["parent"].is_null());
    const CellId cell = CellId::create();
    const auto output = nlohmann::json::parse(
        lineOf(OutputRecord{
                   cell, StreamOutput{StreamOutput::Name::Stdout, "a"}, 0, {}, 0, 0, {}, {}, {}})
            .toStdString());
    EXPECT_EQ(output["cell"], cell.toString().toStdString());
    EXPECT_EQ(output["output"]["output_type"], "stream");
    EXPECT_EQ(output["output"]["text"], "a");
}

TEST(RecordJson, LeavesBytesOutThatLieInAFile)
{
    MimeBundle bundle = bundleWithAll();
    OutputRecord record;
    record.cell = CellId::create();
    record.output = DisplayData{bundle};
    record.refs[QStringLiteral("image/png")] = {
        QString(64, QLatin1Char('b')) + QStringLiteral(".png"), 8};
    const QByteArray line = lineOf(record);
    EXPECT_FALSE(line.contains(bundle.data[QStringLiteral("image/png")].toBase64()));
    const ReadLine read = recordFromLine(line);
    ASSERT_EQ(read.kind, ReadLine::Kind::Good);
    const auto &back = std::get<OutputRecord>(read.record.body);
    EXPECT_EQ(back.refs, record.refs);
    EXPECT_FALSE(
        std::get<DisplayData>(back.output).bundle.data.contains(QStringLiteral("image/png")));
}

TEST(RecordJson, KeepsATypeThatItDoesNotKnow)
{
    const QByteArray line =
        R"({"v":1,"seq":5,"t":"2026-01-01T00:00:00.000Z","type":"hologram","id":null,"x":[1]})";
    const ReadLine read = recordFromLine(line);
    ASSERT_EQ(read.kind, ReadLine::Kind::Good);
    EXPECT_EQ(std::get<UnknownRecord>(read.record.body).line, line);
    EXPECT_EQ(recordToLine(read.record), line + '\n');
}

TEST(RecordJson, SaysThatANewerVersionWroteALine)
{
    EXPECT_EQ(recordFromLine(R"({"v":2,"seq":1,"t":"x","type":7})").kind, ReadLine::Kind::Newer);
}

TEST(RecordJson, CallsWhatMakesNoSenseDamaged)
{
    const QByteArray head = R"({"v":1,"seq":1,"t":"2026-01-01T00:00:00.000Z",)";
    const QByteArray id = TurnId::create().toString().toUtf8();
    const QByteArray cases[] = {
        "",
        "null",
        "[]",
        "{",
        "{}",
        R"({"v":0,"type":"meta"})",
        R"({"v":1,"seq":1,"t":"yesterday","type":"meta"})",
        head + R"("type":7})",
        head + R"("type":"turn","id":"not-an-id","text":"q"})",
        head + R"("type":"turn","id":null,"text":"q"})",
        head + R"("type":"turn","id":")" + id + R"(","text":7})",
        head + R"("type":"turn","id":")" + id + R"(","text":"q","files":["a",1]})",
        head + R"("type":"turn","id":")" + id + R"(","text":"q","files":"a"})",
        head + R"("type":"cell","id":")" + id + R"(","code":"1","origin":"ghost"})",
        head + R"("type":"output","cell":")" + id + R"("})",
        head + R"("type":"output","cell":")" + id +
            R"(","output":{"output_type":"stream","name":"stdin","text":"a"}})",
        head + R"("type":"output","cell":")" + id +
            R"(","output":{"output_type":"display_data","data":[]}})",
        head + R"("type":"output","cell":")" + id +
            R"(","output":{"output_type":"stream","name":"stdout"},"ref":"../../etc/passwd"})",
        head + R"("type":"done","cell":")" + id + R"(","status":"fine"})",
        head + R"("type":"done","cell":null,"status":"ok"})",
        head + R"("type":"done","turn":")" + id + R"(","status":"ok"})",
        head + R"("type":"file","name":"x","size":"big"})",
    };
    for (const QByteArray &line : cases)
        EXPECT_EQ(recordFromLine(line).kind, ReadLine::Kind::Damaged) << line.constData();
}

TEST(RecordJson, RefusesLinesThatAreTooLongOrTooDeep)
{
    const QByteArray head = R"({"v":1,"seq":1,"t":"2026-01-01T00:00:00.000Z","type":"meta",)";
    const QByteArray deep = head + R"("title":"x","y":)" + QByteArray(5'000'000, '[') +
                            QByteArray(5'000'000, ']') + '}';
    EXPECT_EQ(recordFromLine(deep).kind, ReadLine::Kind::Damaged);
    const QByteArray large = head + R"("title":")" + QByteArray(maxRecordLine, 'x') + "\"}";
    EXPECT_EQ(recordFromLine(large).kind, ReadLine::Kind::Damaged);
}

TEST(RecordJson, BoundsNumbersThatAreOutOfRange)
{
    const QByteArray line = R"({"v":1,"seq":99999999999999999999,"t":"2026-01-01T00:00:00.000Z",)"
                            R"("type":"file","name":"x","size":-5})";
    const ReadLine read = recordFromLine(line);
    if (read.kind == ReadLine::Kind::Good) {
        EXPECT_EQ(std::get<FileRecord>(read.record.body).size, 0);
    }
    const ReadLine big = recordFromLine(
        R"({"v":1,"seq":18446744073709551615,"t":"2026-01-01T00:00:00.000Z","type":"meta"})");
    ASSERT_EQ(big.kind, ReadLine::Kind::Good);
    EXPECT_EQ(big.record.seq, std::numeric_limits<qint64>::max());
}

TEST(RecordJson, SurvivesEveryByteThatIsChangedOrCutOff)
{
    for (const RecordBody &body : everyBody()) {
        const QByteArray line = lineOf(body);
        for (qsizetype i = 0; i < line.size(); ++i) {
            recordFromLine(line.left(i));
            for (const char c : {'\0', '"', '{', '[', '9', '\xff', '\\'}) {
                QByteArray changed = line;
                changed[i] = c;
                const ReadLine read = recordFromLine(changed);
                if (read.kind == ReadLine::Kind::Good) {
                    EXPECT_FALSE(recordToLine(read.record).isEmpty());
                }
            }
        }
    }
}

TEST(RecordJson, WritesTextThatIsNotUtf8AsReplacementCharacters)
{
    const ReadLine read =
        recordFromLine(lineOf(OutputRecord{CellId::create(),
                                           StreamOutput{StreamOutput::Name::Stdout, "a\xff\xfe z"},
                                           0,
                                           {},
                                           0,
                                           0,
                                           {},
                                           {},
                                           {}}));
    ASSERT_EQ(read.kind, ReadLine::Kind::Good);
    const auto &output = std::get<OutputRecord>(read.record.body).output;
    EXPECT_EQ(std::get<StreamOutput>(output).text, "a\xef\xbf\xbd\xef\xbf\xbd z");
}

TEST(OutputJson, AcceptsTextAsAListOfLinesAsNotebooksHaveIt)
{
    const auto json = parseJson(R"({"output_type":"stream","name":"stderr","text":["a\n","b"]})");
    const std::optional<Output> output = outputFromJson(*json);
    ASSERT_TRUE(output);
    EXPECT_EQ(std::get<StreamOutput>(*output), (StreamOutput{StreamOutput::Name::Stderr, "a\nb"}));
}

TEST(OutputJson, KeepsWhatIsNotJsonInAJsonTypeAsText)
{
    MimeBundle bundle;
    bundle.data[QStringLiteral("application/json")] = "not json";
    const Output output = DisplayData{bundle};
    EXPECT_NO_THROW(outputToJson(output));
    const std::optional<Output> back = outputFromJson(outputToJson(output));
    EXPECT_TRUE(back);
}

TEST(OutputNames, AreOnlyThoseThatTheStoreGives)
{
    const QString cell = CellId::create().toString();
    EXPECT_TRUE(isOutputName(QString(64, QLatin1Char('0')) + QStringLiteral(".png")));
    EXPECT_TRUE(isOutputName(cell + QStringLiteral("-stderr-12.part")));
    for (const QString &name :
         {QStringLiteral("../x"), QStringLiteral("x.png"), QString(), QStringLiteral("."),
          QString(64, QLatin1Char('0')) + QStringLiteral(".png\n"),
          QString(64, QLatin1Char('0')) + QStringLiteral("/x.png"),
          cell + QStringLiteral("-stdin-1.part")})
        EXPECT_FALSE(isOutputName(name)) << name.toStdString();
}

/// Every version that was ever written stays readable: one fixture for each.
TEST(OldJournals, OpenWhole)
{
    for (int version = 1; version <= journalVersion; ++version) {
        const QString path =
            QStringLiteral(SANDGLASS_SOURCE_DIR "/tests/app/data/journal-v%1.jsonl").arg(version);
        ASSERT_TRUE(QFile::exists(path)) << "a version without its fixture";
        const LoadedJournal loaded = Journal::load(path);
        EXPECT_EQ(loaded.damaged, 0);
        EXPECT_FALSE(loaded.torn);
        EXPECT_FALSE(loaded.newer);
        EXPECT_GE(loaded.records.size(), 12u);
        std::set<size_t> kinds;
        for (const Record &record : loaded.records)
            kinds.insert(record.body.index());
        EXPECT_EQ(kinds.size(), std::variant_size_v<RecordBody>);
    }
}

} // namespace sandglass
