// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "sandbox/kernelprotocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

using namespace sandglass;

namespace {

const CellId cell = CellId::create();
const QByteArray hello = R"({"event":"hello","protocol":1,"boot":"b1","next":1})"
                         "\n";

QByteArray event(qint64 number, const QByteArray &name, const QByteArray &content,
                 const QByteArray &of = '"' + cell.toString().toLatin1() + '"')
{
    return "{\"n\":" + QByteArray::number(number) + ",\"boot\":\"b1\",\"cell\":" + of +
           ",\"event\":\"" + name + "\",\"content\":" + content + "}";
}

QByteArray parts(qint64 number, const QByteArray &json, qsizetype size)
{
    QByteArray lines;
    for (qsizetype i = 0; i * size < json.size(); ++i) {
        const bool last = (i + 1) * size >= json.size();
        lines += "{\"event\":\"part\",\"of\":" + QByteArray::number(number) +
                 ",\"i\":" + QByteArray::number(i) + ",\"last\":" + (last ? "true" : "false") +
                 ",\"data\":\"" + json.mid(i * size, size).toBase64() + "\"}\n";
    }
    return lines;
}

/// Feeds a host's whole output in pieces of `step` bytes.
std::vector<KernelEvent> read(const QByteArray &bytes, qsizetype step = 1 << 20)
{
    KernelReader reader;
    reader.addCell(cell);
    std::vector<KernelEvent> events;
    for (qsizetype at = 0; at < bytes.size(); at += step)
        reader.feed(bytes.mid(at, step), [&](const KernelEvent &e) { events.push_back(e); });
    return events;
}

/// The one event after hello.
KernelEvent one(const QByteArray &line)
{
    const std::vector<KernelEvent> events = read(hello + line + '\n');
    EXPECT_EQ(events.size(), 2u) << line.constData();
    return events.empty() ? KernelEvent() : events.back();
}

template <class T>
T output(const KernelEvent &event)
{
    const auto *shown = std::get_if<Output>(&event.content);
    const T *typed = shown ? std::get_if<T>(shown) : nullptr;
    EXPECT_NE(typed, nullptr);
    return typed ? *typed : T();
}

std::optional<ErrorKind> refusal(const QByteArray &bytes)
{
    try {
        read(bytes);
    } catch (const Error &error) {
        EXPECT_FALSE(error.failure().text.isEmpty());
        return error.kind();
    }
    return std::nullopt;
}

} // namespace

TEST(KernelReader, ReadsEveryKindOfOutput)
{
    const KernelEvent stream = one(event(1, "stream", R"({"name":"stderr","text":"a\nb"})"));
    EXPECT_EQ(stream.cell, cell);
    EXPECT_EQ(stream.number, 1);
    EXPECT_EQ(output<StreamOutput>(stream), (StreamOutput{StreamOutput::Name::Stderr, "a\nb"}));

    const auto shown = output<DisplayData>(one(event(
        1, "display_data",
        R"({"data":{"image/png":"aGFs\nbG8=","text/plain":["a","b"],"application/json":{"k":[1]}},)"
        R"("metadata":{"image/png":{"width":3}},"transient":{"display_id":"d"}})")));
    EXPECT_EQ(shown.bundle.data.at(QStringLiteral("image/png")), "hallo");
    EXPECT_EQ(shown.bundle.data.at(QStringLiteral("text/plain")), "ab");
    EXPECT_EQ(shown.bundle.data.at(QStringLiteral("application/json")), R"({"k":[1]})");
    EXPECT_EQ(shown.bundle.metadata, R"({"image/png":{"width":3}})");
    EXPECT_EQ(shown.bundle.displayId, QStringLiteral("d"));

    const auto result = output<ExecuteResult>(one(event(
        1, "execute_result", R"({"data":{"text/plain":"42"},"metadata":{},"execution_count":7})")));
    EXPECT_EQ(result.executionCount, 7);
    const auto error = output<ErrorOutput>(
        one(event(1, "error", R"({"ename":"E","evalue":"v","traceback":["x","y"]})")));
    EXPECT_EQ(error, (ErrorOutput{QStringLiteral("E"),
                                  QStringLiteral("v"),
                                  {QStringLiteral("x"), QStringLiteral("y")}}));
    EXPECT_TRUE(output<ClearOutput>(one(event(1, "clear_output", R"({"wait":true})"))).wait);
    EXPECT_EQ(output<UpdateDisplayData>(
                  one(event(1, "update_display_data",
                            R"({"data":{"text/plain":"n"},"transient":{"display_id":"d"}})")))
                  .bundle.displayId,
              QStringLiteral("d"));
}

TEST(KernelReader, ReadsHowACellEnded)
{
    struct Case
    {
        QByteArray content;
        CellStatus status;
        std::optional<DeathCause> cause;
    };
    const Case cases[] = {
        {R"({"status":"ok","cause":null,"seconds":1.5,"execution_count":3})", CellStatus::Ok, {}},
        {R"({"status":"error"})", CellStatus::Error, {}},
        {R"({"status":"timed_out","cause":{"kind":"signal","number":9}})", CellStatus::TimedOut,
         DeathCause{DeathCause::Kind::Signal, 9, false}},
        {R"({"status":"died","cause":{"kind":"exit","code":3}})", CellStatus::Died,
         DeathCause{DeathCause::Kind::Exit, 3, false}},
        {R"({"status":"died","cause":{"kind":"signal","number":9,"likely":"memory"}})",
         CellStatus::Died, DeathCause{DeathCause::Kind::Signal, 9, true}},
        {R"({"status":"died","cause":{"kind":"oom"}})", CellStatus::Died,
         DeathCause{DeathCause::Kind::OutOfMemory, 0, true}},
        {R"({"status":"interrupted","seconds":-4})", CellStatus::Interrupted, {}},
    };
    for (const Case &c : cases) {
        const KernelEvent read = one(event(1, "done", c.content));
        const auto *result = std::get_if<CellResult>(&read.content);
        ASSERT_NE(result, nullptr) << c.content.constData();
        EXPECT_EQ(result->status, c.status) << c.content.constData();
        EXPECT_EQ(result->cause, c.cause) << c.content.constData();
        EXPECT_EQ(result->variablesLost, c.cause.has_value()) << c.content.constData();
        EXPECT_GE(result->seconds, 0);
    }
}

TEST(KernelReader, GivesTheSameHoweverTheBytesAreCut)
{
    const QByteArray large =
        event(2, "stream", "{\"name\":\"stdout\",\"text\":\"" + QByteArray(5000, 'x') + "\"}");
    const QByteArray all = hello + event(1, "stream", R"({"name":"stdout","text":"é€"})") + '\n' +
                           parts(2, large, 999) + event(3, "done", R"({"status":"ok"})") + '\n';
    const std::vector<KernelEvent> whole = read(all);
    ASSERT_EQ(whole.size(), 4u);
    EXPECT_EQ(output<StreamOutput>(whole[2]).text, QByteArray(5000, 'x'));
    for (const qsizetype step : {1, 2, 7, 1000}) {
        const std::vector<KernelEvent> cut = read(all, step);
        ASSERT_EQ(cut.size(), whole.size()) << step;
        EXPECT_EQ(output<StreamOutput>(cut[1]).text, "é€");
        EXPECT_EQ(output<StreamOutput>(cut[2]), output<StreamOutput>(whole[2]));
    }
}

TEST(KernelReader, RefusesWhatMakesNoSense)
{
    const QByteArray good = event(5, "stream", R"({"name":"stdout","text":"a"})") + '\n';
    const QByteArray cases[] = {
        "\n",
        "hello\n",
        "[]\n",
        good,
        R"({"event":"hello","protocol":2,"boot":"b1","next":1})"
        "\n",
        R"({"event":"hello","protocol":1,"next":1})"
        "\n",
        R"({"event":"hello","protocol":1,"boot":"b1","next":"1"})"
        "\n",
        hello + hello,
        hello + "{}\n",
        hello + "null\n",
        hello + good + good, // a number twice
        hello + good + event(4, "stream", R"({"name":"stdout","text":"a"})") + '\n',
        hello + event(0, "stream", R"({"name":"stdout","text":"a"})") + '\n',
        hello + event(-1, "stream", R"({"name":"stdout","text":"a"})") + '\n',
        hello + QByteArray(good).replace("\"n\":5", "\"n\":5.5"),
        hello + QByteArray(good).replace("\"n\":5", "\"n\":99999999999999999999"),
        hello + QByteArray(good).replace("\"n\":5", "\"n\":\"5\""),
        hello + QByteArray(good).replace("b1", "b2"),
        hello + event(1, "stream", R"({"name":"stdin","text":"a"})") + '\n',
        hello + event(1, "stream", R"({"name":"stdout","text":1})") + '\n',
        hello + event(1, "stream", "[]") + '\n',
        hello + event(1, "display_data", "{}") + '\n',
        hello + event(1, "done", R"({"status":"fine"})") + '\n',
        hello + event(1, "files", "{}") + '\n',
        hello + QByteArray(5000, '[') + '\n',
        hello + R"({"event":"part","of":1,"i":1,"last":true,"data":""})"
                "\n",
        hello + R"({"event":"part","of":0,"i":0,"last":true,"data":""})"
                "\n",
        hello + R"({"event":"part","of":1,"i":0,"last":true,"data":"%"})"
                "\n",
        hello + R"({"event":"part","of":1,"i":0,"last":"yes","data":""})"
                "\n",
        hello +
            R"({"event":"part","of":1,"i":0,"last":false,"data":""})"
            "\n" +
            good,
        hello + parts(9, good, 1000), // the number of another event
        hello + "{\"n\":1,\"boot\":\"b1\",\"cell\":null,\"event\":\"stream\",\"content\":"
                "{\"name\":\"stdout\",\"text\":\"\xff\"}}\n",
    };
    for (const QByteArray &bytes : cases)
        EXPECT_EQ(refusal(bytes), ErrorKind::Protocol) << bytes.left(200).constData();
}

TEST(KernelReader, RefusesALineAndAnEventOverTheirCaps)
{
    EXPECT_EQ(refusal(hello + QByteArray(KernelReader::maxLine + 10, 'x')), ErrorKind::OutputLimit);
    KernelReader reader;
    reader.feed(hello, [](const KernelEvent &) {});
    const QByteArray data = QByteArray(180 * 1024, 'x').toBase64();
    qint64 sent = 0;
    EXPECT_THROW(
        for (int i = 0; i < 1000; ++i) {
            reader.feed("{\"event\":\"part\",\"of\":1,\"i\":" + QByteArray::number(i) +
                            ",\"last\":false,\"data\":\"" + data + "\"}\n",
                        [](const KernelEvent &) {});
            sent += 180 * 1024;
        },
        Error);
    EXPECT_LE(sent, KernelReader::maxEvent);
    EXPECT_GT(sent, KernelReader::maxEvent - 200 * 1024);
}

TEST(KernelReader, TakesNoOutputForACellThatWasNeverRun)
{
    QByteArray bytes = hello;
    for (int i = 1; i <= 10; ++i)
        bytes += event(i, "done", R"({"status":"ok"})", "\"forged\"") + '\n';
    bytes += event(11, "done", R"({"status":"ok"})") + '\n';
    const std::vector<KernelEvent> events = read(bytes);
    ASSERT_EQ(events.size(), 1u + 3u + 1u); // three notices, then silence
    EXPECT_TRUE(std::holds_alternative<Notice>(events[1].content));
    EXPECT_TRUE(events[1].cell.isNull());
    EXPECT_TRUE(std::holds_alternative<CellResult>(events[4].content));
}

TEST(KernelReader, LeavesOutWhatItDoesNotKnow)
{
    const std::vector<KernelEvent> events = read(hello + event(1, "comm_open", "{}") + '\n');
    EXPECT_EQ(events.size(), 1u);
}

TEST(KernelReader, CapsTheShapesOfWhatIsShown)
{
    QByteArray types;
    for (int i = 0; i < 500; ++i)
        types += "\"text/x" + QByteArray::number(i) + "\":\"a\",";
    const auto many = output<DisplayData>(
        one(event(1, "display_data", "{\"data\":{" + types + "\"text/plain\":\"a\"}}")));
    EXPECT_LE(many.bundle.data.size(), 64u);

    const auto odd = output<DisplayData>(one(event(
        1, "display_data",
        R"({"data":{"":"a","plain":"a","a/b/c":"a","te xt/a":"a","text/<b>":"a","image/png":"%%",)"
        R"("image/jpeg":5,"text/html":{"a":1}},"metadata":[1],"transient":5})")));
    EXPECT_EQ(odd.bundle.data.size(), 1u);
    EXPECT_EQ(odd.bundle.data.at(QStringLiteral("text/html")), R"({"a":1})");
    EXPECT_TRUE(odd.bundle.metadata.isEmpty());

    QByteArray frames = "\"f\"";
    for (int i = 0; i < 9000; ++i)
        frames += ",\"f\"";
    const auto error =
        output<ErrorOutput>(one(event(1, "error",
                                      "{\"ename\":5,\"evalue\":\"" + QByteArray(100'000, 'v') +
                                          "\",\"traceback\":[" + frames + "]}")));
    EXPECT_EQ(error.traceback.size(), 2000);
    EXPECT_EQ(error.evalue.size(), 64 * 1024);
}

TEST(KernelReader, GoesOnWithTheSameRunOnly)
{
    const QByteArray third = event(3, "stream", R"({"name":"stdout","text":"a"})") + '\n';
    KernelReader same(QStringLiteral("b1"), 3);
    same.addCell(cell);
    same.feed(hello, [](const KernelEvent &) {});
    EXPECT_THROW(same.feed(third, [](const KernelEvent &) {}), Error); // it has that already
    KernelReader other(QStringLiteral("b0"), 3);
    other.addCell(cell);
    int events = 0;
    other.feed(hello + third, [&](const KernelEvent &) { ++events; });
    EXPECT_EQ(events, 2);
    EXPECT_EQ(other.boot(), QStringLiteral("b1"));
    EXPECT_EQ(other.last(), 3);
}

TEST(KernelCommands, AreOneLineOfJsonEach)
{
    EXPECT_EQ(
        executeCommand(cell, "a = \"é\"\nb\xff", std::chrono::milliseconds(1500)),
        "{\"cell\":\"" + cell.toString().toLatin1() +
            "\",\"code\":\"a = \\\"é\\\"\\nb\xef\xbf\xbd\",\"op\":\"execute\",\"timeout\":1.5}\n");
    EXPECT_EQ(interruptCommand(), "{\"op\":\"interrupt\"}\n");
    EXPECT_EQ(eventsCommand(7), "{\"from\":7,\"op\":\"events\"}\n");
    for (const QByteArray &line : {restartCommand(), filesCommand(), shutdownCommand()})
        EXPECT_TRUE(line.endsWith('\n') && line.count('\n') == 1);
}
