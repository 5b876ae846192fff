// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "llm/openaireader.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace sandglass {
namespace {

using Calls = OpenAiReader::Calls;

struct Heard
{
    QString text;
    QStringList code;
    ModelReply reply;
    std::optional<Failure> failure;
};

Heard read(const QByteArray &body, qsizetype step, Calls calls = Calls::Whole)
{
    Heard heard;
    ModelEvents events;
    events.onText = [&](const QString &text) {
        heard.text += text;
    };
    events.onCodeProgress = [&](const QString &code) {
        heard.code << code;
    };
    OpenAiReader reader(events, calls, QUrl(QStringLiteral("http://models.example/v1/x")));
    try {
        for (qsizetype i = 0; i < body.size(); i += step) {
            if (!reader.feed(body.mid(i, step)))
                break;
        }
        heard.reply = reader.finish();
    } catch (const Error &error) {
        heard.failure = error.failure();
    }
    return heard;
}

/// The same whole and a byte at a time: both must be equal.
Heard readBothWays(const QByteArray &body, Calls calls = Calls::Whole)
{
    Heard whole = read(body, body.size() + 1, calls);
    const Heard bytes = read(body, 1, calls);
    EXPECT_EQ(whole.text, bytes.text);
    EXPECT_EQ(whole.failure, bytes.failure);
    EXPECT_EQ(whole.reply.text, bytes.reply.text);
    EXPECT_EQ(whole.reply.calls.size(), bytes.reply.calls.size());
    for (qsizetype i = 0; i < std::min(whole.reply.calls.size(), bytes.reply.calls.size()); ++i) {
        EXPECT_EQ(whole.reply.calls[i].name, bytes.reply.calls[i].name);
        EXPECT_EQ(whole.reply.calls[i].arguments, bytes.reply.calls[i].arguments);
        EXPECT_EQ(whole.reply.calls[i].complete, bytes.reply.calls[i].complete);
    }
    return whole;
}

QByteArray event(const QByteArray &json)
{
    return "data: " + json + "\n\n";
}

QByteArray delta(const QByteArray &delta, const QByteArray &finish = "null")
{
    return event(R"({"choices":[{"index":0,"delta":)" + delta + R"(,"finish_reason":)" + finish +
                 "}]}");
}

QByteArray textDelta(const QString &text)
{
    const QJsonObject value{{QStringLiteral("content"), text}};
    return delta(QJsonDocument(value).toJson(QJsonDocument::Compact));
}

QByteArray end(const QByteArray &reason)
{
    return delta("{}", '"' + reason + '"') + event("[DONE]");
}

QByteArray dataFile(const char *name)
{
    QFile file(QStringLiteral(SANDGLASS_SOURCE_DIR "/tests/llm/data/") + QLatin1String(name));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name;
    return file.readAll();
}

QString codeOf(const ToolCall &call)
{
    return QJsonDocument::fromJson(call.arguments)[QLatin1String("code")].toString();
}

TEST(OpenAiReader, ReadsAStreamOfTextThatWasRecorded)
{
    const Heard heard = readBothWays(dataFile("text.sse"));
    EXPECT_FALSE(heard.failure);
    EXPECT_EQ(heard.reply.text, QStringLiteral("It is 7919, 杭州 🌍."));
    EXPECT_EQ(heard.text, heard.reply.text);
    EXPECT_EQ(heard.reply.finish, ModelReply::Finish::Stop);
    EXPECT_EQ(heard.reply.usage.inputTokens, 184);
    EXPECT_EQ(heard.reply.usage.outputTokens, 12);
}

TEST(OpenAiReader, ReadsAToolCallInFragments)
{
    const Heard heard = readBothWays(dataFile("toolcall.sse"));
    ASSERT_EQ(heard.reply.calls.size(), 1);
    const ToolCall &call = heard.reply.calls[0];
    EXPECT_EQ(call.id, QStringLiteral("Yt3V9yjPotHKowyM8si90D34l8CJvJ8Q"));
    EXPECT_EQ(call.name, QStringLiteral("run_python"));
    EXPECT_EQ(codeOf(call), QStringLiteral("import sympy; print(sympy.prime(1000))"));
    EXPECT_TRUE(call.complete);
    EXPECT_EQ(heard.reply.finish, ModelReply::Finish::ToolCalls);
    ASSERT_FALSE(heard.code.isEmpty());
    EXPECT_EQ(heard.code.last(), codeOf(call));
    for (const QString &code : heard.code)
        EXPECT_TRUE(codeOf(call).startsWith(code));
    EXPECT_EQ(heard.reply.text, QString());
}

TEST(OpenAiReader, NeverCallsACallCompleteThatWasCutByTheLength)
{
    const Heard heard = readBothWays(dataFile("length.sse"));
    ASSERT_EQ(heard.reply.calls.size(), 1);
    EXPECT_FALSE(heard.reply.calls[0].complete);
    EXPECT_EQ(heard.reply.finish, ModelReply::Finish::Length);
}

TEST(OpenAiReader, TakesACutForACutThoughItIsLabelledAsToolCalls)
{
    const QByteArray call = R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"run_python",)"
                            R"("arguments":"{\"code\": \"import os"}}]})";
    for (const char *reason : {"tool_calls", "stop", "length"}) {
        const Heard heard = readBothWays(delta(call) + end(reason));
        ASSERT_EQ(heard.reply.calls.size(), 1);
        EXPECT_FALSE(heard.reply.calls[0].complete) << reason;
    }
    // Valid JSON may still have been cut: with "length" nothing that stands last is whole.
    const QByteArray closed = R"({"tool_calls":[{"index":0,"id":"a","function":{"name":)"
                              R"("run_python","arguments":"{\"code\": \"x=1\"}"}}]})";
    EXPECT_FALSE(readBothWays(delta(closed) + end("length")).reply.calls.at(0).complete);
    EXPECT_TRUE(readBothWays(delta(closed) + end("tool_calls")).reply.calls.at(0).complete);
}

TEST(OpenAiReader, KeepsParallelCallsApart)
{
    const auto call = [](const QByteArray &place, const QByteArray &id, const QByteArray &code) {
        return delta(
            R"({"tool_calls":[{)" + place + id +
            R"("type":"function","function":{"name":"run_python","arguments":"{\"code\":\")" +
            code + R"(\"}"}}]})");
    };
    struct Row
    {
        const char *name;
        QByteArray stream;
    };
    const std::vector<Row> rows = {
        {"indexes and ids", call(R"("index":0,)", R"("id":"a",)", "x=1") +
                                call(R"("index":1,)", R"("id":"b",)", "y=2")},
        {"index 0 for both", call(R"("index":0,)", R"("id":"a",)", "x=1") +
                                 call(R"("index":0,)", R"("id":"b",)", "y=2")},
        {"no index", call("", R"("id":"a",)", "x=1") + call("", R"("id":"b",)", "y=2")},
        {"no ids", call(R"("index":0,)", "", "x=1") + call(R"("index":1,)", "", "y=2")},
        {"neither", call("", "", "x=1") + call("", "", "y=2")},
        {"index 0 and no ids", call(R"("index":0,)", "", "x=1") + call(R"("index":0,)", "", "y=2")},
        {"one id for both", call(R"("index":0,)", R"("id":"a",)", "x=1") +
                                call(R"("index":1,)", R"("id":"a",)", "y=2")},
        {"index null", call(R"("index":null,)", R"("id":"a",)", "x=1") +
                           call(R"("index":null,)", R"("id":"b",)", "y=2")},
    };
    for (const Row &row : rows) {
        const Heard heard = readBothWays(row.stream + end("tool_calls"));
        ASSERT_EQ(heard.reply.calls.size(), 2) << row.name;
        EXPECT_EQ(codeOf(heard.reply.calls[0]), QStringLiteral("x=1")) << row.name;
        EXPECT_EQ(codeOf(heard.reply.calls[1]), QStringLiteral("y=2")) << row.name;
        EXPECT_NE(heard.reply.calls[0].id, heard.reply.calls[1].id) << row.name;
        EXPECT_FALSE(heard.reply.calls[0].id.isEmpty() || heard.reply.calls[1].id.isEmpty());
    }
}

TEST(OpenAiReader, JoinsFragmentsThatInterleaveOrRepeatTheirId)
{
    const auto part = [](const QByteArray &place, const QByteArray &arguments) {
        return delta(R"({"tool_calls":[{)" + place + R"("function":{"arguments":")" + arguments +
                     R"("}}]})");
    };
    const QByteArray begin = delta(
        R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"run_python","arguments":""}},)"
        R"({"index":1,"id":"b","function":{"name":"run_python","arguments":""}}]})");
    Heard heard = readBothWays(begin + part(R"("index":1,)", R"({\"code\":)") +
                               part(R"("index":0,)", R"({\"code\":)") +
                               part(R"("index":0,"id":"a",)", R"(\"x\"})") +
                               part(R"("id":"b",)", R"(\"y\"})") + end("tool_calls"));
    ASSERT_EQ(heard.reply.calls.size(), 2);
    EXPECT_EQ(codeOf(heard.reply.calls[0]), QStringLiteral("x"));
    EXPECT_EQ(codeOf(heard.reply.calls[1]), QStringLiteral("y"));
    heard = readBothWays(
        delta(R"({"tool_calls":[{"id":"a","function":{"name":"run_python","arguments":"{"}}]})") +
        part("", R"(\"code\":\"z\"})") + end("tool_calls"));
    ASSERT_EQ(heard.reply.calls.size(), 1);
    EXPECT_EQ(codeOf(heard.reply.calls[0]), QStringLiteral("z"));
}

TEST(OpenAiReader, TakesArgumentsThatAreAnObject)
{
    const Heard heard =
        readBothWays(delta(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"run_python",)"
                           R"-("arguments":{"code":"print('杭州')"}}}]})-") +
                     end("tool_calls"));
    ASSERT_EQ(heard.reply.calls.size(), 1);
    EXPECT_EQ(codeOf(heard.reply.calls[0]), QStringLiteral("print('杭州')"));
    EXPECT_TRUE(heard.reply.calls[0].complete);
}

TEST(OpenAiReader, AcceptsWhatServersDifferIn)
{
    struct Row
    {
        const char *name;
        QByteArray stream;
    };
    const QByteArray text = textDelta(QStringLiteral("hello"));
    const std::vector<Row> rows = {
        {"content null with the role",
         delta(R"({"role":"assistant","content":null})") + text + end("stop")},
        {"a role without content", delta(R"({"role":"assistant"})") + text + end("stop")},
        {"an empty role delta", delta(R"({"role":"assistant","content":""})") + text + end("stop")},
        {"usage null on a chunk",
         event(R"({"choices":[{"index":0,"delta":{"content":"hello"}}],"usage":null})") +
             end("stop")},
        {"last chunk without choices", text + delta("{}", "\"stop\"") +
                                           event(R"({"choices":[],"usage":{"prompt_tokens":3}})") +
                                           event("[DONE]")},
        {"no DONE", text + delta("{}", "\"stop\"")},
        {"neither DONE nor a reason", text},
        {"no blank line at the end", text + "data: [DONE]"},
        {"unknown fields",
         event(R"({"x":[{}],"choices":[{"index":0,"logprobs":null,"delta":{"content":"hello",)"
               R"("reasoning_content":"hm","y":1},"finish_reason":"eos"}],"timings":{"a":1}})")},
        {"comments and CRLF", ": ping\r\n\r\n" + QByteArray(text).replace("\n", "\r\n") +
                                  ": ping\r\n\r\ndata: [DONE]\r\n\r\n"},
        {"no space after data:", QByteArray(text + end("stop")).replace("data: ", "data:")},
        {"a byte order mark", "\xef\xbb\xbf" + text + end("stop")},
        {"blank lines before a mark and between",
         QByteArray(100, '\n') + "\xef\xbb\xbf\r\n" + text},
        {"several marks among blanks", "\n \xef\xbb\xbf \r\xef\xbb\xbf\xef\xbb\xbf\n" + text},
        {"a whole answer after a mark and blanks",
         "\xef\xbb\xbf" + QByteArray(100, ' ') +
             R"({"choices":[{"message":{"content":"hello"},"finish_reason":"stop"}]})"},
        {"content in parts",
         delta(R"({"content":[{"type":"text","text":"hel"},{"text":"lo"}]})") + end("stop")},
        {"other choices",
         event(R"({"choices":[{"index":1,"delta":{"content":"other"}}]})") + text + end("stop")},
        {"not streamed", R"({"choices":[{"index":0,"finish_reason":"stop","message":)"
                         R"({"role":"assistant","content":"hello"}}]})"},
    };
    for (const Row &row : rows) {
        const Heard heard = readBothWays(row.stream);
        EXPECT_FALSE(heard.failure) << row.name;
        EXPECT_EQ(heard.reply.text, QStringLiteral("hello")) << row.name;
        EXPECT_TRUE(heard.reply.calls.isEmpty()) << row.name;
    }
}

TEST(OpenAiReader, JoinsACharacterThatWasSplitAsEscapes)
{
    const Heard heard = readBothWays(delta(R"({"content":"\ud83c"})") +
                                     delta(R"({"content":"\udf0d"})") + end("stop"));
    EXPECT_EQ(heard.reply.text, QStringLiteral("🌍"));
    const Heard call = readBothWays(
        delta(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"run_python",)"
              R"("arguments":"{\"code\":\"'\ud83c"}}]})") +
        delta(R"({"tool_calls":[{"index":0,"function":{"arguments":"\udf0d'\"}"}}]})") +
        end("tool_calls"));
    ASSERT_EQ(call.reply.calls.size(), 1);
    EXPECT_EQ(codeOf(call.reply.calls[0]), QStringLiteral("'🌍'"));
}

TEST(OpenAiReader, KeepsTheTextBeforeAnErrorInTheStreamAndNamesTheError)
{
    const QByteArray text = textDelta(QStringLiteral("half an answer"));
    struct Row
    {
        QByteArray error;
        ErrorKind kind;
        const char *words;
    };
    const std::vector<Row> rows = {
        {event(R"({"error":{"message":"engine is busy","type":"overloaded_error","code":529}})"),
         ErrorKind::RateLimited, "engine is busy"},
        {"event: error\n" +
             event(R"({"type":"error","error":{"type":"overloaded_error","message":"Busy"}})"),
         ErrorKind::RateLimited, "Busy"},
        {"event: error\n" + event(R"({"message":"it broke"})"), ErrorKind::Protocol, "it broke"},
        {"event: error\n" + event("plain words"), ErrorKind::Protocol, "plain words"},
        {event(R"({"error":"no more memory"})"), ErrorKind::Protocol, "no more memory"},
        {event("{not json}"), ErrorKind::Protocol, "not JSON"},
        {R"(data: {"choices":[{"index":0,"delta":{"conte)", ErrorKind::NetworkEffectUnknown,
         "middle"},
    };
    for (const Row &row : rows) {
        const Heard heard = readBothWays(text + row.error);
        ASSERT_TRUE(heard.failure) << row.words;
        EXPECT_EQ(heard.failure->kind, row.kind) << row.words;
        EXPECT_TRUE(heard.failure->text.contains(QLatin1String(row.words)))
            << heard.failure->text.toStdString();
        EXPECT_FALSE(heard.failure->remedy.isEmpty());
        EXPECT_EQ(heard.text, QStringLiteral("half an answer"));
    }
}

TEST(OpenAiReader, TakesAWebPageForAWrongAddress)
{
    const Heard heard = readBothWays("\n <!DOCTYPE html><html><body>Welcome</body></html>");
    ASSERT_TRUE(heard.failure);
    EXPECT_EQ(heard.failure->kind, ErrorKind::Protocol);
    EXPECT_TRUE(heard.failure->remedy.contains(QStringLiteral("/v1")));
}

TEST(OpenAiReader, TellsAnEmptyAnswer)
{
    for (const char *body : {"", "data: [DONE]\n\n", ": ping\n\n", "{}", "data: {}\n\n"})
        EXPECT_TRUE(readBothWays(body).failure) << body;
}

TEST(OpenAiReader, CapsLinesRepliesAndCalls)
{
    EXPECT_EQ(read("data: " + QByteArray(5 * 1024 * 1024, 'x'), 65536).failure->kind,
              ErrorKind::OutputLimit);
    EXPECT_EQ(read("{" + QByteArray(5 * 1024 * 1024, ' '), 65536).failure->kind,
              ErrorKind::OutputLimit);
    const QByteArray text = textDelta(QString(1024 * 1024, u'x'));
    EXPECT_EQ(read(text.repeated(17), 65536).failure->kind, ErrorKind::OutputLimit);
    EXPECT_FALSE(read(text.repeated(15), 65536).failure);
    QByteArray calls;
    for (int i = 0; i < 129; ++i)
        calls += delta(R"({"tool_calls":[{"index":)" + QByteArray::number(i) + R"(,"id":"c)" +
                       QByteArray::number(i) + R"(","function":{"name":"run_python"}}]})");
    EXPECT_EQ(read(calls, 65536).failure->kind, ErrorKind::OutputLimit);
    const QByteArray deep = event(QByteArray(100000, '[') + QByteArray(100000, ']'));
    EXPECT_EQ(read(deep, 65536).failure->kind, ErrorKind::Protocol);
}

TEST(OpenAiReader, CapsTheTokensThatAServerCounts)
{
    const Usage usage =
        readBothWays(
            event(
                R"({"choices":[],"usage":{"prompt_tokens":9223372036854775807,"completion_tokens":-5}})") +
            end("stop"))
            .reply.usage;
    EXPECT_EQ(usage.inputTokens, 1'000'000'000);
    EXPECT_EQ(usage.outputTokens, 0);
}

TEST(OpenAiReader, SurvivesShapesThatMakeNoSense)
{
    for (const char *json :
         {R"({"choices":null})", R"({"choices":{}})", R"({"choices":[null]})",
          R"({"choices":[{"delta":[]}]})", R"({"choices":[{"delta":{"content":{"a":1}}}]})",
          R"({"choices":[{"delta":{"tool_calls":{}}}]})",
          R"({"choices":[{"delta":{"tool_calls":[null,1,"x",{}]}}]})",
          R"({"choices":[{"delta":{"tool_calls":[{"index":-1e300,"function":[]}]}}]})",
          R"({"choices":[{"finish_reason":{}}],"usage":{"prompt_tokens":"many"}})"})
        readBothWays(event(json) + end("stop"));
}

TEST(OpenAiReader, TakesAReplyThatIsACallAsACallAndShowsNoneOfIt)
{
    const Heard heard = readBothWays(dataFile("callastext.sse"));
    ASSERT_EQ(heard.reply.calls.size(), 1);
    EXPECT_EQ(codeOf(heard.reply.calls[0]),
              QStringLiteral("import sympy; print(sympy.prime(1000))"));
    EXPECT_TRUE(heard.reply.calls[0].complete);
    EXPECT_EQ(heard.text, QString());
    EXPECT_EQ(heard.reply.finish, ModelReply::Finish::ToolCalls);
    const Heard plain = readBothWays(dataFile("callastext.sse"), Calls::None);
    EXPECT_TRUE(plain.reply.calls.isEmpty());
    EXPECT_TRUE(plain.text.contains(QStringLiteral("run_python")));
}

TEST(OpenAiReader, TakesFencedCodeAsACallWhereThereAreNoTools)
{
    const QString reply = QStringLiteral(
        "I compute it.\n\n```python\nprint(6*7)\n```\nThe result is 41, as you see.");
    QByteArray stream;
    for (const QChar c : reply)
        stream += textDelta(QString(c));
    const Heard heard = readBothWays(stream + end("stop"), Calls::Fenced);
    EXPECT_EQ(heard.text, QStringLiteral("I compute it.\n\n"));
    ASSERT_EQ(heard.reply.calls.size(), 1);
    EXPECT_EQ(codeOf(heard.reply.calls[0]), QStringLiteral("print(6*7)\n"));
    EXPECT_TRUE(heard.reply.calls[0].complete);
    EXPECT_EQ(heard.reply.finish, ModelReply::Finish::ToolCalls);
    const Heard cut = readBothWays(textDelta(QStringLiteral("```python\nprint(6*")) + end("length"),
                                   Calls::Fenced);
    ASSERT_EQ(cut.reply.calls.size(), 1);
    EXPECT_FALSE(cut.reply.calls[0].complete);
    const Heard none = readBothWays(
        textDelta(QStringLiteral("See `x` and\n```\nplain\n```\nends ``")) + end("stop"),
        Calls::Fenced);
    EXPECT_TRUE(none.reply.calls.isEmpty());
    EXPECT_EQ(none.text, QStringLiteral("See `x` and\n```\nplain\n```\nends ``"));
}

} // namespace
} // namespace sandglass
