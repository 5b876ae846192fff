// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include <atomic>
#include <mutex>

namespace exedev::conformance {

namespace {

using std::chrono::milliseconds;

CommandResult run(Context &c, const char *line, const RunOptions &options = {})
{
    return c.vm().run(text(line), options);
}

QStringList lines(Context &c, const char *command, bool isErr = false)
{
    QStringList got;
    RunOptions options;
    (isErr ? options.onStderr : options.onStdout) = [&](const QString &line) {
        got.append(line);
    };
    run(c, command, options);
    return got;
}

QStringList texts(std::initializer_list<const char *> all)
{
    QStringList found;
    for (const char *one : all)
        found.append(text(one));
    return found;
}

RunOptions checked()
{
    RunOptions options;
    options.check = true;
    return options;
}

RunOptions limited(qint64 bytes)
{
    RunOptions options;
    options.maxOutput = bytes;
    return options;
}

RunOptions timed(int milli)
{
    RunOptions options;
    options.timeout = milliseconds(milli);
    return options;
}

/// Nothing with that mark is left within a second.
void requireGone(Context &c, const QByteArray &mark)
{
    QElapsedTimer timer;
    timer.start();
    until([&] { return !c.isAlive(c.vm().name(), mark); });
    const qint64 took = timer.elapsed();
    REQUIRE(c.isIn(1000, took));
}

void interrupted(Context &c, const char *action)
{
    Vm vm = c.fresh();
    std::atomic<bool> hasBegun = false;
    RunOptions options;
    options.onStdout = [&](const QString &) {
        hasBegun = true;
    };
    auto running = inThread([&] { return vm.run(text("echo so far; sleep 64"), options); });
    until([&] { return hasBegun.load(); });
    c.act(vm.name(), action);
    const auto error = raises<CommandInterruptedError>([&] { running.get(); });
    REQUIRE(error.out == "so far\n" && error.sent);
}

void linesComeLive(Context &c)
{
    const QString gate = unique(text("gate"));
    std::mutex mutex;
    QStringList got;
    const auto seen = [&] {
        const std::lock_guard lock(mutex);
        return got;
    };
    RunOptions options;
    options.onStdout = [&](const QString &line) {
        const std::lock_guard lock(mutex);
        got.append(line);
    };
    auto running = inThread([&, name = c.vm().name()] {
        return c.client().vm(name).run(
            QStringLiteral("echo first; while [ ! -e %1 ]; do sleep 0.05; done; echo second")
                .arg(gate),
            options);
    });
    until([&] { return seen() == texts({"first"}); });
    REQUIRE(running.wait_for(milliseconds(0)) != std::future_status::ready);
    c.vm().writeFile(gate, {});
    running.get();
    REQUIRE(seen() == texts({"first", "second"}));
}

/// An error from a callback, and a stop token, each end the whole tree.
void stopping(Context &c)
{
    RunOptions options;
    options.onStdout = [](const QString &) {
        throw std::out_of_range("stop");
    };
    const char *command = "sleep 62.25 & echo go; sleep 62.25";
    raises<std::out_of_range>([&] { run(c, command, options); });
    requireGone(c, "62.25");

    std::stop_source stop;
    Call call;
    call.stop = stop.get_token();
    options.onStdout = [&](const QString &) {
        stop.request_stop();
    };
    QElapsedTimer timer;
    timer.start();
    raises<CancelledError>([&] { c.vm().run(text(command), options, call); });
    REQUIRE(c.isIn(5000, timer.elapsed()));
    requireGone(c, "62.25");
}

void eightAtOnce(Context &c)
{
    const QString name = c.vm().name();
    std::vector<std::future<QByteArray>> all;
    for (int i = 0; i < 8; ++i)
        all.push_back(inThread([&c, name, i] {
            return c.client().vm(name).run(QStringLiteral("sleep 0.1; echo %1").arg(i)).out;
        }));
    for (int i = 0; i < 8; ++i)
        REQUIRE(all[size_t(i)].get() == QByteArray::number(i) + '\n');
}

std::vector<Check> results()
{
    return {
        {"run.stdout",
         [](Context &c) {
             const CommandResult result = run(c, "echo out");
             REQUIRE(result.ok() && result.out == "out\n" && result.err.isEmpty());
         }},
        {"run.stderr",
         [](Context &c) {
             const CommandResult result = run(c, "echo out; echo err >&2");
             REQUIRE(result.out == "out\n" && result.err == "err\n");
         }},
        {"run.status",
         [](Context &c) {
             const CommandResult result = run(c, "exit 3");
             REQUIRE(result.exitCode == 3 && !result.ok());
         }},
        {"run.signal",
         [](Context &c) {
             REQUIRE(run(c, "kill -9 $$").exitCode == 137);
         }},
        {"run.bytes",
         [](Context &c) {
             REQUIRE(run(c, "python3 -c 'import os; os.write(1, bytes(range(256)))'").out ==
                     allBytes());
         }},
        {"run.utf8",
         [](Context &c) {
             const CommandResult result = run(c, "printf 'a\\377\\303\\251'");
             REQUIRE(result.outText() == text("a\xef\xbf\xbd\xc3\xa9"));
             REQUIRE(result.out == "a\xff\xc3\xa9");
         }},
        {"run.shell",
         [](Context &c) {
             REQUIRE(run(c, "x=5; echo a$x | tr a b").out == "b5\n");
         }},
        {"run.lines",
         [](Context &c) {
             REQUIRE(run(c, "for i in 1 2\ndo\n  echo $i\ndone\n").out == "1\n2\n");
         }},
        {"run.unicode",
         [](Context &c) {
             REQUIRE(run(c, "printf '%s' 'é☃𝄞'").out == "é☃𝄞");
         }},
        {"run.arguments",
         [](Context &c) {
             const QStringList words = texts({"a b", "it's", "\"q\"", "$HOME", "", "x\ny", hard});
             const CommandResult result = c.vm().run(texts({"printf", "[%s]"}) + words);
             REQUIRE(result.outText() == u'[' + words.join(text("][")) + u']');
         }},
        {"run.arguments.dash",
         [](Context &c) {
             REQUIRE(c.vm().run(texts({"echo", "--", "-n", "--x=y"})).out == "-- -n --x=y\n");
         }},
        {"run.login",
         [](Context &c) {
             run(c, "printf 'export LOGIN_MARK=here\\n' >> ~/.profile");
             REQUIRE(run(c, "echo $LOGIN_MARK").out == "here\n");
         }},
        {"run.stdin",
         [](Context &c) {
             REQUIRE(run(c, "wc -c").out.trimmed() == "0");
         }},
        {"run.home",
         [](Context &c) {
             const QByteArrayList both = run(c, "pwd -P; cd; pwd -P").out.trimmed().split('\n');
             REQUIRE(both.size() == 2 && both[0] == both[1]);
         }},
        {"run.nothing",
         [](Context &c) {
             const CommandResult result = run(c, "true");
             REQUIRE(result.out.isEmpty() && result.err.isEmpty());
         }},
        {"run.big",
         [](Context &c) {
             REQUIRE(run(c, "head -c 5000000 /dev/zero | tr '\\0' z").out ==
                     QByteArray(5000000, 'z'));
         }},
        {"run.long",
         [](Context &c) {
             const QString line = QStringLiteral("printf %s '%1' | wc -c");
             const QString content = QString(text("abcdefghij")).repeated(20000);
             REQUIRE(c.vm().run(QString(line).replace(text("%1"), content)).out.trimmed() ==
                     "200000");
         }},
        {"run.long.arguments",
         [](Context &c) {
             const QString word = QString(text("x'")).repeated(5000);
             QStringList words = texts({"printf", "%s|"});
             for (int i = 0; i < 10; ++i)
                 words.append(word);
             REQUIRE(c.vm().run(words).outText() == QString(word + u'|').repeated(10));
         }},
        {"run.long.cleaned",
         [](Context &c) {
             c.vm().run(text("true ") + QString(70000, u'y'));
             REQUIRE(c.leftInTmp().isEmpty());
         }},
    };
}

std::vector<Check> surroundings()
{
    return {
        {"run.cwd",
         [](Context &c) {
             RunOptions options;
             options.cwd = text("/usr/bin");
             REQUIRE(run(c, "pwd", options).out == "/usr/bin\n");
         }},
        {"run.cwd.missing",
         [](Context &c) {
             RunOptions options;
             options.cwd = text("/no/such/folder");
             const CommandResult result = run(c, "echo ran", options);
             REQUIRE(!result.ok() && result.out.isEmpty());
         }},
        {"run.env",
         [](Context &c) {
             RunOptions options;
             options.env = {{text("A"), text("1")}, {text("B"), text("two")}};
             REQUIRE(run(c, "echo \"$A-$B\"", options).out == "1-two\n");
         }},
        {"run.env.hard",
         [](Context &c) {
             RunOptions options;
             options.env = {{text("A"), text(hard)}};
             REQUIRE(run(c, "printf %s \"$A\"", options).out == hard);
         }},
        {"run.env.badname",
         [](Context &c) {
             RunOptions options;
             options.env = {{text("A-B"), text("1")}};
             c.requireNothingSent([&] { run(c, "true", options); });
         }},
        {"run.check",
         [](Context &c) {
             const CommandError error = raises<CommandError>(
                 [&] { run(c, "echo one >&2; echo the reason >&2; echo >&2; exit 4", checked()); });
             REQUIRE(error.result.exitCode == 4 && error.text().endsWith(text("the reason")));
         }},
        {"run.check.good",
         [](Context &c) {
             REQUIRE(run(c, "echo fine", checked()).out == "fine\n");
         }},
        {"run.check.nooutput",
         [](Context &c) {
             const CommandError error =
                 raises<CommandError>([&] { run(c, "echo secret; exit 5", checked()); });
             REQUIRE(error.text().contains(u'5') && !error.text().contains(text("secret")));
         }},
        {"run.parallel", eightAtOnce},
    };
}

std::vector<Check> output()
{
    return {
        {"run.lines.stdout",
         [](Context &c) {
             REQUIRE(lines(c, "echo a; echo 'b c'; echo e >&2") == texts({"a", "b c"}));
         }},
        {"run.lines.stderr",
         [](Context &c) {
             REQUIRE(lines(c, "echo a; echo e >&2", true) == texts({"e"}));
         }},
        {"run.lines.live", linesComeLive},
        {"run.lines.crlf",
         [](Context &c) {
             REQUIRE(lines(c, "printf 'a\\r\\nb\\r\\r\\nc\\rd\\n'") == texts({"a", "b\r", "c\rd"}));
         }},
        {"run.lines.empty",
         [](Context &c) {
             REQUIRE(lines(c, "printf '\\n\\na\\n\\n'") == texts({"", "", "a", ""}));
         }},
        {"run.lines.last",
         [](Context &c) {
             REQUIRE(lines(c, "printf 'a\\nb'") == texts({"a", "b"}));
         }},
        {"run.lines.long",
         [](Context &c) {
             const QStringList got = lines(c, "head -c 150000 /dev/zero | tr '\\0' z");
             REQUIRE(got.size() == 3 && got[0].size() == 65536 && got[1].size() == 65536);
             REQUIRE(got[2].size() == 18928);
         }},
        {"run.lines.split",
         [](Context &c) {
             REQUIRE(lines(c, "printf 'a\\303'; sleep 0.2; printf '\\251b\\n'") == texts({"aéb"}));
         }},
        {"run.capture.off",
         [](Context &c) {
             QStringList got;
             RunOptions options;
             options.capture = false;
             options.onStdout = [&](const QString &line) {
                 got.append(line);
             };
             REQUIRE(run(c, "echo a; echo b", options).out.isEmpty());
             REQUIRE(got == texts({"a", "b"}));
         }},
        {"run.limit",
         [](Context &c) {
             const auto error = raises<OutputLimitError>(
                 [&] { run(c, "printf 1234; sleep 0.2; printf 567890", limited(8)); });
             REQUIRE(error.out == "1234");
         }},
        {"run.limit.exact",
         [](Context &c) {
             REQUIRE(run(c, "printf 12345678", limited(8)).out == "12345678");
         }},
        {"run.limit.both",
         [](Context &c) {
             const auto error = raises<OutputLimitError>(
                 [&] { run(c, "printf 12345; sleep 0.2; printf 6789 >&2", limited(8)); });
             REQUIRE(error.out == "12345" && error.err.isEmpty());
         }},
        {"run.limit.default",
         [](Context &c) {
             const int size = 8 * 1024 * 1024;
             REQUIRE(run(c, "head -c 8388608 /dev/zero").out.size() == size);
             const auto error =
                 raises<OutputLimitError>([&] { run(c, "head -c 8388609 /dev/zero"); });
             REQUIRE(error.out.size() <= size);
         }},
    };
}

std::vector<Check> endings()
{
    return {
        {"run.timeout",
         [](Context &c) {
             QElapsedTimer timer;
             timer.start();
             raises<CommandTimeoutError>([&] { run(c, "sleep 60", timed(400)); });
             const qint64 took = timer.elapsed();
             REQUIRE(took >= 400 && c.isIn(900, took));
         }},
        {"run.timeout.output",
         [](Context &c) {
             const auto error = raises<CommandTimeoutError>(
                 [&] { run(c, "echo before; echo e >&2; sleep 60", timed(800 + c.slack())); });
             REQUIRE(error.out == "before\n" && error.err == "e\n");
         }},
        {"run.timeout.tree",
         [](Context &c) {
             raises<CommandTimeoutError>([&] {
                 run(c, "sleep 61.25 & sh -c 'sleep 61.25; true' & sleep 61.25",
                     timed(400 + c.slack()));
             });
             requireGone(c, "61.25");
         }},
        {"run.timeout.bad",
         [](Context &c) {
             c.requireNothingSent([&] { run(c, "true", timed(-1)); });
         }},
        {"run.stop", stopping},
        {"run.background",
         [](Context &c) {
             QElapsedTimer timer;
             timer.start();
             REQUIRE(run(c, "(sleep 0.5; echo late) & echo now").out == "now\nlate\n");
             REQUIRE(timer.elapsed() >= 500);
         }},
        {"run.missing",
         [](Context &c) {
             Vm vm = c.fresh();
             c.client().remove({vm.name()});
             REQUIRE(raises<NotFoundError>([&] { vm.run(text("true")); }).status == 404);
         }},
        {"run.paused",
         [](Context &c) {
             Vm vm = c.fresh();
             c.act(vm.name(), "pause");
             raises<VmNotRunningError>([&] { vm.run(text("true")); });
         }},
        {"run.stopped",
         [](Context &c) {
             Vm vm = c.fresh();
             c.act(vm.name(), "stop");
             raises<VmNotRunningError>([&] { vm.run(text("true")); });
         }},
        {"run.killed",
         [](Context &c) {
             Vm vm = c.fresh();
             auto running = inThread([&] { return vm.run(text("sleep 63.25")).exitCode; });
             until([&] { return c.isAlive(vm.name(), "63.25"); });
             c.act(vm.name(), "kill");
             REQUIRE(running.get() == 137);
         }},
        {"run.pausedunder",
         [](Context &c) {
             interrupted(c, "pause");
         }},
        {"run.stoppedunder",
         [](Context &c) {
             interrupted(c, "stop");
         }},
        {"run.deletedunder",
         [](Context &c) {
             interrupted(c, "delete");
         }},
        {"run.once",
         [](Context &c) {
             const QString mark = unique(text("once"));
             c.vm();
             c.fault("drop_after", "ssh");
             raises<CommandInterruptedError>([&] { c.vm().run(text("echo x >> ") + mark); });
             REQUIRE(c.vm().readFile(mark) == "x\n");
         }},
    };
}

} // namespace

std::vector<Check> running()
{
    std::vector<Check> all;
    for (const auto &group : {results(), surroundings(), output(), endings()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace exedev::conformance
