// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include <QTcpServer>

namespace exedev::conformance {

namespace {

using nlohmann::json;
using Options = Context::Options;

/// ls meets a fault and must throw this kind.
template <class Kind>
Kind answered(Context &c, const Options &fault, const Options &more = Options::object())
{
    c.fault(fault, "ls", more);
    return raises<Kind>([&] { c.client().vms(); });
}

Options body(const json &content)
{
    return {{"body", content.dump()}};
}

template <class Kind>
void requireStatus(Context &c, int status)
{
    const Kind error = answered<Kind>(c, status);
    REQUIRE(error.status == status && c.log("ls").size() == 1);
}

void redirected(Context &c)
{
    QTcpServer other;
    REQUIRE(other.listen(QHostAddress::LocalHost));
    const std::string url = "http://127.0.0.1:" + std::to_string(other.serverPort()) + "/exec";
    const ApiError error = answered<ApiError>(c, "redirect", {{"location", url}});
    REQUIRE(error.status == 307);
    other.waitForNewConnection(0);
    REQUIRE(!other.hasPendingConnections());
}

size_t limited(Context &c, int retries)
{
    Client client = c.clientFor(c.token(), retries);
    c.fault(429, "ls", {{"count", -1}});
    REQUIRE(raises<RateLimitError>([&] { client.vms(); }).status == 429);
    return c.log("ls").size();
}

json row(const json &changes)
{
    json fields{{"vm_name", "made-up"},
                {"status", "running"},
                {"ssh_dest", "made-up.exe.xyz"},
                {"https_url", "https://made-up.exe.xyz/"},
                {"region", "x"},
                {"region_display", "X"}};
    for (const auto &[key, value] : changes.items())
        fields[key] = value;
    return {{"vms", {fields}}};
}

void refusedConnection(Context &c)
{
    QTcpServer server;
    REQUIRE(server.listen(QHostAddress::LocalHost));
    ClientOptions options;
    options.token = c.token();
    options.baseUrl = QUrl(QStringLiteral("http://127.0.0.1:%1").arg(server.serverPort()));
    server.close();
    Client client(options);
    REQUIRE(!raises<NetworkError>([&] { client.vms(); }).sent);
}

std::vector<Check> statuses()
{
    return {
        {"error.401",
         [](Context &c) {
             requireStatus<AuthenticationError>(c, 401);
         }},
        {"error.403",
         [](Context &c) {
             requireStatus<PermissionDeniedError>(c, 403);
         }},
        {"error.404",
         [](Context &c) {
             requireStatus<NotFoundError>(c, 404);
         }},
        {"error.413",
         [](Context &c) {
             requireStatus<ApiError>(c, 413);
         }},
        {"error.422",
         [](Context &c) {
             const auto error = answered<ApiError>(c, 422, body({{"error", "no such pool"}}));
             REQUIRE(error.status == 422 && error.operation == text("ls"));
             REQUIRE(error.text().contains(text("no such pool")));
         }},
        {"error.500",
         [](Context &c) {
             requireStatus<ApiError>(c, 500);
         }},
        {"error.504",
         [](Context &c) {
             requireStatus<ApiError>(c, 504);
         }},
        {"error.html",
         [](Context &c) {
             const auto error = answered<ApiError>(c, "html");
             REQUIRE(error.status == 502 && !error.text().contains(u'<'));
         }},
        {"error.redirect", redirected},
        {"error.document",
         [](Context &c) {
             answered<ApiError>(c, "error_frame");
         }},
        {"error.retry",
         [](Context &c) {
             c.fault(429, "ls", {{"count", 2}});
             c.client().vms();
             const std::vector<json> log = c.log("ls");
             REQUIRE(log.size() == 3 && log[0]["status"] == 429 && log[2]["status"] == 200);
         }},
        {"error.retry.after",
         [](Context &c) {
             c.fault(429, "ls", {{"retry_after", 1}});
             QElapsedTimer timer;
             timer.start();
             c.client().vms();
             REQUIRE(timer.elapsed() >= 1000);
         }},
        {"error.retry.text",
         [](Context &c) {
             c.fault(429, "ls", {{"retry_after", "tomorrow"}});
             QElapsedTimer timer;
             timer.start();
             c.client().vms();
             REQUIRE(c.isIn(3000, timer.elapsed()));
         }},
        {"error.retry.off",
         [](Context &c) {
             REQUIRE(limited(c, 0) == 1);
         }},
        {"error.retry.spent",
         [](Context &c) {
             REQUIRE(limited(c, 1) == 2);
         }},
        {"error.retry.ssh",
         [](Context &c) {
             const QString mark = unique(text("retried"));
             c.vm();
             c.fault(429, "ssh");
             REQUIRE(c.vm().run(text("echo x >> ") + mark).ok());
             REQUIRE(c.vm().readFile(mark) == "x\n");
         }},
    };
}

std::vector<Check> answers()
{
    return {
        {"error.dropped",
         [](Context &c) {
             REQUIRE(answered<NetworkError>(c, "drop_before").sent);
             REQUIRE(c.log("ls").size() == 1);
         }},
        {"error.lost",
         [](Context &c) {
             Vm vm = c.created();
             c.fault("drop_after", "comment");
             raises<NetworkError>([&] { vm.setComment(text("done")); });
             REQUIRE(c.log("comment").size() == 1);
             REQUIRE(c.client().vm(vm.name()).comment() == text("done"));
         }},
        {"error.cut",
         [](Context &c) {
             answered<NetworkError>(c, "drop_mid", {{"after_bytes", 20}});
         }},
        {"error.short",
         [](Context &c) {
             answered<ProtocolError>(c, "truncate", {{"after_bytes", 20}});
         }},
        {"error.garbage",
         [](Context &c) {
             answered<ProtocolError>(c, "garbage");
         }},
        {"error.shape",
         [](Context &c) {
             c.fault(200, "ls", body(row(json::object())));
             REQUIRE(c.client().vms().at(0).name() == text("made-up"));
             answered<ProtocolError>(c, 200, body(row({{"vm_name", nullptr}})));
         }},
        {"error.name",
         [](Context &c) {
             answered<ProtocolError>(c, 200, body(row({{"vm_name", "../x"}})));
         }},
        {"error.refused", refusedConnection},
        {"error.text.escapes",
         [](Context &c) {
             const auto error =
                 answered<ApiError>(c, 422,
                                    body({{"error", "a\x1b[31mred\x1b[0m\x1b]0;title\x07 \x07"
                                                    "b\xe2\x80\xae"
                                                    "c\xe2\x80\x8f"
                                                    "d\xc2\x9b"
                                                    "e"}}));
             REQUIRE(error.text().endsWith(text("ared bcde")));
         }},
        {"error.text.line",
         [](Context &c) {
             const auto error =
                 answered<ApiError>(c, 422, body({{"error", "one\r\n two\t three"}}));
             REQUIRE(error.text().endsWith(text("one two three")));
         }},
        {"error.text.long",
         [](Context &c) {
             const auto error =
                 answered<ApiError>(c, 422, body({{"error", std::string(5000, 'y')}}));
             REQUIRE(error.text().count(u'y') == 199);
         }},
        {"error.secret",
         [](Context &c) {
             c.vm();
             c.fault(500, "ssh");
             const auto error =
                 raises<ApiError>([&] { c.vm().run(text("echo very-secret-words")); });
             REQUIRE(!error.text().contains(text("very-secret-words")));
             REQUIRE(c.token().size() < 4 ||
                     !error.text().contains(QString::fromLatin1(c.token())));
         }},
        {"error.body",
         [](Context &c) {
             const json content{{"error", "short"}, {"more", "kept apart"}};
             const auto error = answered<ApiError>(c, 422, body(content));
             REQUIRE(error.body.toStdString() == content.dump());
             REQUIRE(!error.text().contains(text("kept apart")));
         }},
    };
}

/// A run meets a fault and must throw this kind.
template <class Kind>
Kind broken(Context &c, const Options &fault, const Options &more = Options::object(),
            const QString &command = text("echo first; sleep 0.3; echo second; sleep 0.1"))
{
    c.vm();
    c.fault(fault, "ssh", more);
    RunOptions options;
    options.timeout = std::chrono::seconds(10);
    return raises<Kind>([&] { c.vm().run(command, options); });
}

/// The command ran as often as lines stand in the file.
void requireRan(Context &c, const QString &mark, bool ran)
{
    REQUIRE(c.log("ssh").size() == 1);
    if (ran)
        REQUIRE(c.vm().readFile(mark) == "x\n");
    else
        raises<FileNotFoundError>([&] { c.vm().readFile(mark); });
}

void dropped(Context &c, const char *fault, bool ran)
{
    const QString mark = unique(text("dropped"));
    REQUIRE(broken<CommandInterruptedError>(c, fault, Options::object(), text("echo x >> ") + mark)
                .sent);
    requireRan(c, mark, ran);
}

std::vector<Check> streams()
{
    return {
        {"stream.dropped",
         [](Context &c) {
             dropped(c, "drop_before", false);
         }},
        {"stream.lost",
         [](Context &c) {
             dropped(c, "drop_after", true);
         }},
        {"stream.cut",
         [](Context &c) {
             const auto error = broken<CommandInterruptedError>(
                 c, "drop_mid", {{"after_bytes", sizeof "{\"stdout\": \"Zmlyc3QK\"}\n" - 1}});
             REQUIRE(QByteArray("first\nsecond\n").startsWith(error.out));
             REQUIRE(error.out != "first\nsecond\n");
         }},
        {"stream.cutframe",
         [](Context &c) {
             REQUIRE(broken<CommandInterruptedError>(c, "drop_mid", {{"after_bytes", 10}})
                         .out.isEmpty());
         }},
        {"stream.ended",
         [](Context &c) {
             broken<CommandInterruptedError>(c, "truncate");
         }},
        {"stream.endedframe",
         [](Context &c) {
             broken<ProtocolError>(c, "truncate", {{"after_bytes", 10}});
         }},
        {"stream.garbage",
         [](Context &c) {
             broken<ProtocolError>(c, "garbage");
         }},
        {"stream.errorframe",
         [](Context &c) {
             const auto error = broken<CommandInterruptedError>(c, "error_frame");
             REQUIRE(error.out == "first\nsecond\n" && !error.reason.isEmpty());
             REQUIRE(!error.text().contains(error.reason));
         }},
        {"stream.slow",
         [](Context &c) {
             c.vm();
             c.fault("slow", "ssh", {{"delay", 0.15}});
             QElapsedTimer timer;
             timer.start();
             REQUIRE(c.vm().run(text("echo a; sleep 0.1; echo b >&2")).err == "b\n");
             REQUIRE(timer.elapsed() > 300);
         }},
        {"stream.stall",
         [](Context &c) {
             c.vm();
             c.fault("stall", "ssh");
             RunOptions options;
             options.timeout = std::chrono::milliseconds(500);
             raises<CommandTimeoutError>([&] { c.vm().run(text("true"), options); });
         }},
        {"stream.type",
         [](Context &c) {
             broken<ProtocolError>(c, 200, {{"body", "{}"}});
         }},
        {"stream.500",
         [](Context &c) {
             REQUIRE(broken<ApiError>(c, 500).status == 500);
         }},
        {"stream.html",
         [](Context &c) {
             REQUIRE(broken<ApiError>(c, "html").status == 502);
         }},
        {"stream.redirect",
         [](Context &c) {
             const QString mark = unique(text("redirected"));
             const auto error = broken<ApiError>(
                 c, "redirect", {{"location", c.baseUrl().toString().toStdString()}},
                 text("echo x > ") + mark);
             REQUIRE(error.status == 307 && c.log().size() == 1);
             raises<FileNotFoundError>([&] { c.vm().readFile(mark); });
         }},
    };
}

} // namespace

std::vector<Check> errors()
{
    std::vector<Check> all;
    for (const auto &group : {statuses(), answers(), streams()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace exedev::conformance
