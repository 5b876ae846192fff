// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/codeprogress.h"
#include "llm/textcalls.h"

#include <gtest/gtest.h>

#include <QJsonDocument>

namespace sandglass {
namespace {

QString codeOf(const ToolCall &call)
{
    return QJsonDocument::fromJson(call.arguments)[QLatin1String("code")].toString();
}

const char *const calls[] = {
    R"({"name": "run_python", "arguments": {"code": "x = 1"}})",
    R"({"name":"run_python","parameters":{"code":"x = 1"}})",
    R"({"arguments": {"code": "x = 1"}, "name": "run_python"})",
    R"({"name": "run_python", "arguments": "{\"code\": \"x = 1\"}"})",
    "\n\n  {\"name\": \"run_python\",\n \"arguments\": {\"code\": \"x = 1\"}}\n",
    R"({{"name": "run_python", "arguments": {"code": "x = 1"}}})",
    R"({{"name": "run_python", "arguments": {"code": "x = 1"}})",
    "{{\n \"name\": \"run_python\",\n \"arguments\": {\n  \"code\": \"x = 1\"\n }\n}}",
    "```json\n{\"name\": \"run_python\", \"arguments\": {\"code\": \"x = 1\"}}\n```",
    "```\n{\"name\": \"run_python\", \"arguments\": {\"code\": \"x = 1\"}}\n```",
    "```json\n{{\"name\": \"run_python\", \"arguments\": {\"code\": \"x = 1\"}}}\n```\n",
    "<tool_call>\n{\"name\": \"run_python\", \"arguments\": {\"code\": \"x = 1\"}}\n</tool_call>",
    "<tool_call>{\"name\": \"run_python\", \"arguments\": {\"code\": \"x = 1\"}}",
    "```xml\n<tool_call>\n{\"name\": \"run_python\", \"arguments\": {\"code\": "
    "\"x = 1\"}}\n</tool_call>\n```",
};

TEST(TextCalls, KnowsACallInEachOfItsForms)
{
    for (const char *text : calls) {
        TextCalls reader;
        QString shown;
        for (const QChar c : QString::fromUtf8(text))
            shown += reader.feed(QString(c));
        EXPECT_EQ(shown, QString()) << text;
        const auto call = reader.takeCall(true);
        ASSERT_TRUE(call) << text;
        EXPECT_EQ(call->name, QStringLiteral("run_python"));
        EXPECT_EQ(codeOf(*call), QStringLiteral("x = 1")) << text;
        EXPECT_TRUE(call->complete);
        EXPECT_FALSE(call->id.isEmpty());
        EXPECT_EQ(reader.takeRest(), QString());
    }
}

TEST(TextCalls, TakesACallWithoutItsEndAsOneThatMustNotRun)
{
    const QString text = QString::fromUtf8(calls[0]);
    for (qsizetype length = text.indexOf(QLatin1String("arg")); length < text.size(); ++length) {
        TextCalls reader;
        EXPECT_EQ(reader.feed(text.left(length)), QString());
        const auto call = reader.takeCall(true);
        ASSERT_TRUE(call) << length;
        EXPECT_FALSE(call->complete) << length;
    }
    TextCalls whole;
    whole.feed(text);
    EXPECT_FALSE(whole.takeCall(false)->complete);
}

TEST(TextCalls, LetsEverythingElsePassAtOnceAndWhole)
{
    for (const char *text :
         {"Hello.", "The call is {\"name\": \"run_python\"}", "{ not json }",
          R"({"name": "Alice", "age": 3})", R"({"result": 5})", "```python\nprint(1)\n```",
          "```json\n[1, 2]\n```", "<table>", "<tool_use>", "{}", "``quoted``", "", "   ", "\n",
          R"({"name": "launch_rocket", "arguments": {}})", "1. {", "`x`"}) {
        TextCalls reader;
        QString shown;
        const QString whole = QString::fromUtf8(text);
        for (const QChar c : whole)
            shown += reader.feed(QString(c));
        EXPECT_FALSE(reader.takeCall(true)) << text;
        EXPECT_EQ(shown + reader.takeRest(), whole) << text;
    }
    TextCalls reader;
    EXPECT_EQ(reader.feed(QStringLiteral("H")), QStringLiteral("H"));
    EXPECT_EQ(reader.feed(QString::fromUtf8(calls[0])), QString::fromUtf8(calls[0]));
}

TEST(TextCalls, ShowsACallThatHasWordsAfterItAsText)
{
    TextCalls reader;
    const QString text = QString::fromUtf8(calls[0]) + QStringLiteral("\n\nThis prints 1.");
    QString shown = reader.feed(text);
    EXPECT_FALSE(reader.takeCall(true));
    EXPECT_EQ(shown + reader.takeRest(), text);
}

TEST(TextCalls, HoldsBackNoMoreThanAMegabyte)
{
    TextCalls reader;
    QString shown;
    const QString start = QStringLiteral(R"({"name": "run_python", "arguments": {"code": ")");
    shown += reader.feed(start);
    for (int i = 0; i < 20; ++i)
        shown += reader.feed(QString(100000, u'x'));
    EXPECT_EQ(shown.size(), start.size() + 2000000);
}

TEST(CodeProgress, KnowsTheCodeSoFarHoweverTheJsonIsCut)
{
    const QString json = QStringLiteral(
        R"({"title": "a \"code\": b", "more": {"code": "not this"}, "list": ["code", {"x": 1}],)"
        R"( "code": "a = \"x\"\n\tb\\ \/ \u00e9 \ud83c\udf0d 杭州"})");
    const QString code = QStringLiteral("a = \"x\"\n\tb\\ / é 🌍 杭州");
    CodeProgress progress;
    QString before;
    for (const QChar c : json) {
        EXPECT_FALSE(progress.isClosed());
        progress.feed(QString(c));
        const QString now = progress.code();
        EXPECT_TRUE(code.startsWith(now)) << now.toStdString();
        EXPECT_TRUE(now.startsWith(before));
        EXPECT_FALSE(!now.isEmpty() && now.back().isHighSurrogate());
        before = now;
    }
    EXPECT_EQ(progress.code(), code);
    EXPECT_TRUE(progress.isClosed());
}

TEST(CodeProgress, StandsWhatIsNoJson)
{
    for (const char *text :
         {"", "print(1)", "{", "}", "]]]", "{\"code\": print(1)", "{\"code\":", "\"code\": \"x",
          "{\"code\": {\"code\": \"y\"}}", "{\"code\": \"\\u12", "{\"\\u"}) {
        CodeProgress progress;
        progress.feed(QString::fromUtf8(text));
        EXPECT_EQ(progress.code(), QString()) << text;
    }
    CodeProgress wrong;
    wrong.feed(QStringLiteral("{\"code\": print(1)}"));
    EXPECT_TRUE(wrong.isClosed());
}

} // namespace
} // namespace sandglass
