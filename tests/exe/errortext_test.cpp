// SPDX-License-Identifier: MIT
#include "exe/documents.h"
#include "exe/error.h"
#include "exe/errortext.h"

#include <gtest/gtest.h>

namespace exedev {
namespace {

QString text(const char *bytes)
{
    return QString::fromUtf8(bytes);
}

TEST(ErrorTextTest, IsMadeFitForOneLine)
{
    const std::pair<const char *, const char *> cases[] = {
        {"", ""},
        {"  a \n\t b ", "a b"},
        {"\x1b[31mred\x1b[0m", "red"},
        {"\x1b]0;title\x07"
         "after",
         "after"},
        {"\x1b]8;;http://x\x1b\\link", "link"},
        {"\x1bMup", "up"},
        {"a\x01\x7f"
         "b",
         "ab"},
        {"a\xc2\x9b"
         "b",
         "ab"},
        {"\xe2\x80\xaegpj.exe\xe2\x81\xa9", "gpj.exe"},
        {"\xe2\x80\x8e", ""},
        {"a\xd8\x9c\xef\xbb\xbf"
         "b",
         "ab"},
    };
    for (const auto &[given, expected] : cases)
        EXPECT_EQ(oneLine(text(given)), text(expected)) << given;
    EXPECT_EQ(oneLine(QString(200, u'a')), QString(200, u'a'));
    EXPECT_EQ(oneLine(QString(201, u'a')), QString(199, u'a') + QChar(0x2026));
    EXPECT_EQ(oneLine(QString(198, u'a') + text("🌍bb")), QString(198, u'a') + QChar(0x2026));
}

TEST(ErrorTextTest, IsFoundInABody)
{
    const std::pair<const char *, const char *> cases[] = {
        {"", ""},
        {"<html><body>Bad gateway</body></html>", ""},
        {"{\"error\":\"no\\nway\"}", "no way"},
        {"{\"error\":\"first\",\"more\":1}\n{\"error\":\"only\"}", "only"},
        {"{\"more\":1}\n{\"error\":\"first\",\"more\":1}", "first"},
        {"{\"error\":5}", ""},
        {"[{\"error\":\"x\"}]", ""},
        {"{\n  \"error\": \"pretty\"\n}\n", "pretty"},
        {"{\"error\":\"a\"}\nnot json", ""},
    };
    for (const auto &[body, expected] : cases)
        EXPECT_EQ(errorText(body), text(expected)) << body;
}

TEST(ErrorsTest, HoldNeitherBodyNorOutputInTheirMessages)
{
    const ApiError api(text("new"), 422,
                       "{\"error\":\"limit\\u001b[1m reached\",\"x\":\"SECRET\"}");
    EXPECT_STREQ(api.what(), "exe.dev refused “new” with status 422: limit reached");
    EXPECT_TRUE(api.body.contains("SECRET"));

    const CommandResult result{3, "out SECRET", "one\nlast \x1b[31mline\n \n"};
    const CommandError failed(result);
    EXPECT_STREQ(failed.what(), "The command exited with status 3: last line");
    EXPECT_EQ(failed.result.out, result.out);
    EXPECT_STREQ(CommandError({1, {}, {}}).what(), "The command exited with status 1");

    const CommandTimeoutError late({0, "SECRET", {}});
    EXPECT_FALSE(late.text().contains(text("SECRET")));
    EXPECT_EQ(late.out, "SECRET");
    const VmSetupError setup(text("web"), text("exit-code"), 7, {}, "SECRET");
    EXPECT_STREQ(setup.what(), "The VM web has a setup script that failed with exit status 7");
    EXPECT_EQ(setup.output, "SECRET");
}

TEST(DocumentsTest, AreOneValueOrOneALine)
{
    EXPECT_EQ(documents("")->size(), 0U);
    EXPECT_EQ(documents(" {\"a\":\n1} ")->size(), 1U);
    EXPECT_EQ(documents("{\"a\":1}\n\n{\"b\":2}\r\n")->size(), 2U);
    EXPECT_FALSE(documents("{\"a\":1}\n<html>").has_value());
    EXPECT_TRUE(isErrorDocument(nlohmann::json{{"error", "x"}}));
    EXPECT_FALSE(isErrorDocument(nlohmann::json{{"error", "x"}, {"a", 1}}));
    EXPECT_FALSE(isErrorDocument(nlohmann::json::array()));
}

} // namespace
} // namespace exedev
