// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/openairequest.h"
#include "llm/retryafter.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sandglass {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

ModelRequest conversation()
{
    ModelRequest request;
    request.system = QStringLiteral("You compute.");
    const ToolCall call{QStringLiteral("a"), QStringLiteral("run_python"),
                        "{\"code\":\"print('杭州')\"}", true};
    request.messages = {
        {Message::Role::User, QStringLiteral("What?"), {}, {}},
        {Message::Role::Assistant, {}, {call}, {}},
        {Message::Role::Tool, QStringLiteral("杭州"), {}, QStringLiteral("a")},
        {Message::Role::Assistant, QStringLiteral("It says 杭州."), {}, {}},
        {Message::Role::User, QStringLiteral("Thanks 🌍"), {}, {}},
    };
    return request;
}

json body(const ModelRequest &request, const OpenAiAbilities &abilities = {})
{
    return json::parse(openAiRequestBody(request, QStringLiteral("m-1"), abilities).toStdString());
}

TEST(OpenAiRequest, WritesTheHistoryAsServersWantIt)
{
    const json sent = body(conversation());
    EXPECT_EQ(sent["model"], "m-1");
    EXPECT_EQ(sent["stream"], true);
    EXPECT_EQ(sent["stream_options"]["include_usage"], true);
    const json &messages = sent["messages"];
    ASSERT_EQ(messages.size(), 6U);
    EXPECT_EQ(messages[0], json({{"role", "system"}, {"content", "You compute."}}));
    EXPECT_EQ(messages[1], json({{"role", "user"}, {"content", "What?"}}));
    EXPECT_TRUE(messages[2]["content"].is_null());
    EXPECT_EQ(messages[2]["tool_calls"].size(), 1U);
    const json &call = messages[2]["tool_calls"][0];
    EXPECT_EQ(call["id"], "a");
    EXPECT_EQ(call["type"], "function");
    EXPECT_EQ(call["function"]["name"], "run_python");
    ASSERT_TRUE(call["function"]["arguments"].is_string());
    EXPECT_EQ(json::parse(call["function"]["arguments"].get<std::string>())["code"],
              "print('杭州')");
    EXPECT_EQ(messages[3], json({{"role", "tool"}, {"content", "杭州"}, {"tool_call_id", "a"}}));
    EXPECT_EQ(messages[4], json({{"role", "assistant"}, {"content", "It says 杭州."}}));
    EXPECT_EQ(messages[5]["content"], "Thanks 🌍");
}

TEST(OpenAiRequest, OffersTheToolOnlyWhenAsked)
{
    ModelRequest request = conversation();
    const json sent = body(request);
    ASSERT_EQ(sent["tools"].size(), 1U);
    EXPECT_EQ(sent["tools"][0]["function"]["name"], "run_python");
    EXPECT_EQ(sent["tools"][0]["function"]["parameters"]["required"], json({"code"}));
    request.offerTool = false;
    EXPECT_FALSE(body(request).contains("tools"));
    EXPECT_FALSE(body(request, {.tools = true, .streamOptions = false}).contains("stream_options"));
}

TEST(OpenAiRequest, NeverSendsArgumentsThatAreNoObject)
{
    for (const char *arguments : {"", "{\"code", "[1]", "\"x\"", "print(1)", "null"}) {
        ModelRequest request = conversation();
        request.messages[1].calls[0].arguments = arguments;
        const json sent = body(request);
        EXPECT_EQ(sent["messages"][2]["tool_calls"][0]["function"]["arguments"], "{}");
    }
}

TEST(OpenAiRequest, LeavesOutWhatHasNoContent)
{
    ModelRequest request;
    request.messages = {{Message::Role::User, QStringLiteral("a"), {}, {}},
                        {Message::Role::Assistant, {}, {}, {}},
                        {Message::Role::User, QStringLiteral("b"), {}, {}}};
    EXPECT_EQ(body(request)["messages"].size(), 2U);
}

TEST(OpenAiRequest, WritesCallsAsFencedTextWhereThereAreNoTools)
{
    const json sent = body(conversation(), {.tools = false});
    EXPECT_FALSE(sent.contains("tools"));
    const json &messages = sent["messages"];
    ASSERT_EQ(messages.size(), 6U);
    EXPECT_NE(messages[0]["content"].get<std::string>().find("```python"), std::string::npos);
    EXPECT_EQ(messages[2]["content"], "```python\nprint('杭州')\n```");
    EXPECT_EQ(messages[3]["role"], "user");
    EXPECT_EQ(messages[3]["content"], "Result of the code:\n杭州");
    for (const json &message : messages) {
        EXPECT_FALSE(message.contains("tool_calls"));
        EXPECT_FALSE(message.contains("tool_call_id"));
    }
}

TEST(OpenAiRequest, LetsRolesAlternateWhereThereAreNoTools)
{
    ModelRequest request = conversation();
    request.messages.insert(3, request.messages[2]);
    const json sent = body(request, {.tools = false});
    for (size_t i = 1; i < sent["messages"].size(); ++i)
        EXPECT_NE(sent["messages"][i]["role"], sent["messages"][i - 1]["role"]);
}

TEST(RetryAfter, ReadsSecondsAndDates)
{
    const QDateTime now(QDate(1994, 11, 6), QTime(8, 49, 30), Qt::UTC);
    struct Row
    {
        const char *header;
        std::optional<std::chrono::seconds> wait;
    };
    for (const Row &row : std::vector<Row>{{"3", 3s},
                                           {" 3 ", 3s},
                                           {"0", 0s},
                                           {"1.2", 2s},
                                           {"-5", 0s},
                                           {"86400", 86400s},
                                           {"1e99", 1000000000s},
                                           {"inf", std::nullopt},
                                           {"nan", std::nullopt},
                                           {"", std::nullopt},
                                           {"soon", std::nullopt},
                                           {"Sun, 06 Nov 1994 08:49:37 GMT", 7s},
                                           {"Sun, 06 Nov 1994 08:49:29 GMT", 0s},
                                           {"Sun, 06 Nov 1994 08:49 GMT", std::nullopt}})
        EXPECT_EQ(retryAfter(row.header, now), row.wait) << row.header;
}

} // namespace
} // namespace sandglass
