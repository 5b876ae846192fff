// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/jsonlines.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace sandglass;
using namespace sandglass::cli;
using Json = nlohmann::json;

namespace {

Json parsed(const QByteArray &line)
{
    EXPECT_TRUE(line.endsWith('\n'));
    EXPECT_EQ(line.count('\n'), 1);
    return Json::parse(line.toStdString());
}

TEST(JsonLines, AStreamIsOneLineWithItsCell)
{
    const CellId cell = CellId::create();

    const Json json = parsed(outputLine(cell, StreamOutput{StreamOutput::Name::Stderr, "a\nb\n"}));

    EXPECT_EQ(json, (Json{{"type", "stream"},
                          {"cell", cell.toString().toStdString()},
                          {"name", "stderr"},
                          {"text", "a\nb\n"}}));
}

TEST(JsonLines, ADisplayHasDataMetadataAndItsId)
{
    MimeBundle bundle;
    bundle.data[QStringLiteral("image/png")] = "\x89PNG";
    bundle.data[QStringLiteral("text/plain")] = "<Figure>";
    bundle.displayId = QStringLiteral("d");

    const Json json = parsed(outputLine(CellId::create(), DisplayData{bundle}));

    EXPECT_EQ(json["type"], "display_data");
    EXPECT_EQ(json["data"]["image/png"], "iVBORw==");
    EXPECT_EQ(json["data"]["text/plain"], "<Figure>");
    EXPECT_TRUE(json["metadata"].is_object());
    EXPECT_EQ(json["transient"]["display_id"], "d");
}

TEST(JsonLines, AResultAnErrorAndAClearHaveTheirFields)
{
    MimeBundle bundle;
    bundle.data[QStringLiteral("text/plain")] = "2";
    const CellId cell = CellId::create();

    const Json result = parsed(outputLine(cell, ExecuteResult{bundle, 7}));
    EXPECT_EQ(result["type"], "execute_result");
    EXPECT_EQ(result["execution_count"], 7);
    const Json error = parsed(outputLine(
        cell,
        ErrorOutput{QStringLiteral("ValueError"), QStringLiteral("no"), {QStringLiteral("t")}}));
    EXPECT_EQ(error["type"], "error");
    EXPECT_EQ(error["ename"], "ValueError");
    EXPECT_EQ(error["traceback"], Json::array({"t"}));
    const Json clear = parsed(outputLine(cell, ClearOutput{true}));
    EXPECT_EQ(clear["type"], "clear_output");
    EXPECT_EQ(clear["wait"], true);
    const Json update = parsed(outputLine(cell, UpdateDisplayData{bundle}));
    EXPECT_EQ(update["type"], "update_display_data");
}

TEST(JsonLines, DoneTellsHowTheCellEnded)
{
    CellResult result;
    result.status = CellStatus::Died;
    result.cause = DeathCause{DeathCause::Kind::Signal, 9, true};
    result.variablesLost = true;
    result.seconds = 1.5;

    const Json json = parsed(doneLine(CellId::create(), result));

    EXPECT_EQ(json["status"], "died");
    EXPECT_EQ(json["seconds"], 1.5);
    EXPECT_TRUE(json["execution_count"].is_null());
    EXPECT_EQ(json["cause"], (Json{{"kind", "signal"}, {"number", 9}, {"memory_likely", true}}));
    EXPECT_EQ(json["variables_lost"], true);
}

TEST(JsonLines, EveryStatusHasItsWord)
{
    EXPECT_EQ(cellStatusName(CellStatus::Ok), QStringLiteral("ok"));
    EXPECT_EQ(cellStatusName(CellStatus::Error), QStringLiteral("error"));
    EXPECT_EQ(cellStatusName(CellStatus::TimedOut), QStringLiteral("timed_out"));
    EXPECT_EQ(cellStatusName(CellStatus::Interrupted), QStringLiteral("interrupted"));
    EXPECT_EQ(cellStatusName(CellStatus::Died), QStringLiteral("died"));
    EXPECT_EQ(cellStatusName(CellStatus::Unknown), QStringLiteral("unknown"));
}

TEST(JsonLines, NothingThatATerminalActsOnIsLeftBare)
{
    const QByteArray hostile = "\x1b[2J\x07\x7F\xC2\x9B"
                               "2J\xC2\x85 ä語";

    const QByteArray line =
        outputLine(CellId::create(), StreamOutput{StreamOutput::Name::Stdout, hostile});

    EXPECT_EQ(parsed(line)["text"].get<std::string>(), hostile.toStdString());
    for (const char *bare : {"\x1b", "\x07", "\x7F", "\xC2\x9B", "\xC2\x85"})
        EXPECT_FALSE(line.contains(bare));
    EXPECT_TRUE(line.contains("ä語"));
}

} // namespace
