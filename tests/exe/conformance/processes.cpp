// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include <csignal>

namespace exedev::conformance {

namespace {

using std::chrono::milliseconds;

Process spawn(Context &c, const char *line, const SpawnOptions &options = {})
{
    return c.vm().spawn(text(line), options);
}

SpawnOptions named(const QString &name)
{
    SpawnOptions options;
    options.name = name;
    return options;
}

std::optional<int> ended(Process &process)
{
    until([&] { return process.poll().has_value(); });
    return process.exitCode();
}

bool isLost(Process &process)
{
    try {
        process.poll();
    } catch (const ProcessLostError &) {
        return true;
    }
    return false;
}

bool said(Process &process, const char *out)
{
    return process.logs().out == out;
}

void signalled(Context &c, const char *name, const QString &sent)
{
    Process process = c.vm().spawn(
        QStringLiteral("trap 'echo got; exit 9' %1; echo ready; while true; do sleep 0.05; done")
            .arg(text(name)));
    until([&] { return said(process, "ready\n"); });
    process.sendSignal(sent);
    REQUIRE(ended(process) == 9 && said(process, "ready\ngot\n"));
}

WaitOptions waiting(const std::function<void(WaitOptions &)> &change)
{
    WaitOptions options;
    change(options);
    return options;
}

void record(Context &c)
{
    Process process = spawn(c, "echo out; echo err >&2; exit 5", named(unique(text("record"))));
    process.wait();
    const QString folder = text("~/.local/state/exedev/processes/") + process.name() + u'/';
    const std::pair<const char *, QByteArray> expected[] = {
        {"pid", QByteArray::number(process.pid()) + '\n'},
        {"command", "echo out; echo err >&2; exit 5\n"},
        {"stdout", "out\n"},
        {"stderr", "err\n"},
        {"exit", "5\n"}};
    for (const auto &[name, content] : expected)
        REQUIRE(c.vm().readFile(folder + text(name)) == content);
    REQUIRE(!c.vm().readFile(folder + text("boot")).trimmed().isEmpty());
}

void list(Context &c)
{
    Vm vm = c.fresh();
    vm.spawn(text("exit 4"), named(text("ended"))).wait();
    const Process running = vm.spawn(text("sleep 60"), named(text("running")));
    const std::vector<Process> found = vm.processes();
    REQUIRE(found.size() == 2);
    REQUIRE(found[0].name() == text("ended") && found[0].exitCode() == 4 && found[0].pid() > 0);
    REQUIRE(found[1].name() == text("running") && !found[1].exitCode());
    REQUIRE(found[1].pid() == running.pid());
}

/// What a copy says of a process: whether it is lost, and its status.
std::pair<bool, std::optional<int>> copied(Context &c, const char *line, bool wait)
{
    Vm vm = c.fresh();
    Process process = vm.spawn(text(line), named(text("p")));
    if (wait)
        process.wait();
    CopyOptions options;
    options.flush = false;
    Vm copy = vm.copy(options);
    Process found = copy.process(text("p"));
    const bool lost = isLost(found);
    return {lost, found.exitCode()};
}

std::vector<Check> waitingChecks()
{
    return {
        {"spawn.pid",
         [](Context &c) {
             REQUIRE(spawn(c, "true").pid() > 0);
         }},
        {"spawn.running",
         [](Context &c) {
             Process process = spawn(c, "sleep 60");
             REQUIRE(!process.poll() && !process.exitCode());
         }},
        {"spawn.ended",
         [](Context &c) {
             Process process = spawn(c, "exit 6");
             REQUIRE(ended(process) == 6);
         }},
        {"spawn.wait",
         [](Context &c) {
             const CommandResult result = spawn(c, "echo out; echo err >&2; exit 3").wait();
             REQUIRE(result.exitCode == 3 && result.out == "out\n" && result.err == "err\n");
         }},
        {"spawn.wait.check",
         [](Context &c) {
             Process process = spawn(c, "echo why >&2; exit 3");
             const CommandError error = raises<CommandError>(
                 [&] { process.wait(waiting([](WaitOptions &o) { o.check = true; })); });
             REQUIRE(error.result.exitCode == 3);
         }},
        {"spawn.wait.timeout",
         [](Context &c) {
             Process process = spawn(c, "sleep 60");
             QElapsedTimer timer;
             timer.start();
             raises<TimeoutError>([&] {
                 process.wait(waiting([](WaitOptions &o) { o.timeout = milliseconds(400); }));
             });
             REQUIRE(c.isIn(5000, timer.elapsed()) && !process.poll());
         }},
        {"spawn.wait.dropped",
         [](Context &c) {
             Process process = spawn(c, "sleep 0.4; echo there");
             c.fault("drop_mid", "ssh");
             REQUIRE(process.wait().out == "there\n" && c.log("ssh").size() == 3);
         }},
        {"spawn.wait.nocapture",
         [](Context &c) {
             const CommandResult result =
                 spawn(c, "echo out; exit 2").wait(waiting([](WaitOptions &o) {
                     o.capture = false;
                 }));
             REQUIRE(result.exitCode == 2 && result.out.isEmpty());
         }},
        {"spawn.wait.limit",
         [](Context &c) {
             Process process = spawn(c, "echo 1234567890");
             raises<OutputLimitError>(
                 [&] { process.wait(waiting([](WaitOptions &o) { o.maxOutput = 5; })); });
         }},
        {"spawn.wait.signal",
         [](Context &c) {
             Process process = spawn(c, "sleep 60");
             process.terminate();
             REQUIRE(process.wait().exitCode == 143);
         }},
        {"spawn.logs",
         [](Context &c) {
             Process process = spawn(c, "echo out; echo err >&2; echo more; sleep 60");
             until([&] {
                 const CommandResult logs = process.logs();
                 return logs.out == "out\nmore\n" && logs.err == "err\n";
             });
         }},
        {"spawn.logs.tail",
         [](Context &c) {
             Process process = spawn(c, "for i in 1 2 3 4; do echo $i; done");
             process.wait();
             REQUIRE(process.logs(2).out == "3\n4\n");
         }},
        {"spawn.logs.none",
         [](Context &c) {
             Process process = spawn(c, "echo 1");
             process.wait();
             REQUIRE(process.logs(0).out.isEmpty());
         }},
    };
}

std::vector<Check> signalChecks()
{
    return {
        {"spawn.terminate",
         [](Context &c) {
             Process process = spawn(c, "sleep 60");
             process.terminate();
             REQUIRE(ended(process) == 143);
         }},
        {"spawn.kill",
         [](Context &c) {
             Process process = spawn(c, "trap '' TERM; echo ready; while true; do sleep 0.1; done");
             until([&] { return said(process, "ready\n"); });
             process.kill();
             REQUIRE(ended(process) == 137);
         }},
        {"spawn.signal.name",
         [](Context &c) {
             signalled(c, "HUP", text("HUP"));
         }},
        {"spawn.signal.number",
         [](Context &c) {
             signalled(c, "USR1", QString::number(SIGUSR1));
         }},
        {"spawn.signal.bad",
         [](Context &c) {
             Process process = spawn(c, "true");
             c.requireNothingSent([&] { process.sendSignal(text("hup")); });
             c.requireNothingSent([&] { process.sendSignal(text("0")); });
         }},
        {"spawn.group",
         [](Context &c) {
             Process process = spawn(c, "sleep 65.25 & sleep 65.25");
             until([&] { return c.isAlive(c.vm().name(), "65.25"); });
             process.terminate();
             until([&] { return !c.isAlive(c.vm().name(), "65.25"); });
         }},
    };
}

std::vector<Check> startChecks()
{
    return {
        {"spawn.name",
         [](Context &c) {
             const QString name = unique(text("named"));
             REQUIRE(spawn(c, "true", named(name)).name() == name);
         }},
        {"spawn.name.taken",
         [](Context &c) {
             const QString name = unique(text("taken"));
             Process process = spawn(c, "sleep 60", named(name));
             raises<Error>([&] { spawn(c, "true", named(name)); });
             REQUIRE(!process.poll());
         }},
        {"spawn.name.again",
         [](Context &c) {
             const QString name = unique(text("again"));
             spawn(c, "echo one", named(name)).wait();
             REQUIRE(spawn(c, "echo two", named(name)).wait().out == "two\n");
         }},
        {"spawn.name.bad",
         [](Context &c) {
             c.vm();
             c.requireNothingSent([&] { spawn(c, "true", named(text(".."))); });
         }},
        {"spawn.cwd",
         [](Context &c) {
             SpawnOptions options;
             options.cwd = text("/usr/bin");
             REQUIRE(spawn(c, "pwd", options).wait().out == "/usr/bin\n");
         }},
        {"spawn.env",
         [](Context &c) {
             SpawnOptions options;
             options.env = {{text("A"), text(hard)}};
             REQUIRE(spawn(c, "printf %s \"$A\"", options).wait().out == hard);
         }},
        {"spawn.arguments",
         [](Context &c) {
             Process process = c.vm().spawn(
                 QStringList{text("printf"), text("[%s]"), text("a b"), {}, text(hard)});
             REQUIRE(process.wait().out == "[a b][][" + QByteArray(hard) + ']');
         }},
        {"spawn.login",
         [](Context &c) {
             c.vm().run(text("printf 'export SPAWN_MARK=here\\n' >> ~/.profile"));
             REQUIRE(spawn(c, "echo $SPAWN_MARK").wait().out == "here\n");
         }},
        {"spawn.stdin",
         [](Context &c) {
             REQUIRE(spawn(c, "wc -c").wait().out.trimmed() == "0");
         }},
        {"spawn.long",
         [](Context &c) {
             Process process = c.vm().spawn(
                 text("printf %s '") + QString(text("abcde")).repeated(20000) + text("' | wc -c"));
             REQUIRE(process.wait().out.trimmed() == "100000");
         }},
    };
}

std::vector<Check> findChecks()
{
    return {
        {"spawn.find",
         [](Context &c) {
             const QString name = unique(text("find"));
             const Process process = spawn(c, "sleep 60", named(name));
             const Process found = c.vm().process(name);
             REQUIRE(found.name() == name && found.pid() == process.pid() && !found.exitCode());
         }},
        {"spawn.find.missing",
         [](Context &c) {
             raises<ProcessLookupError>([&] { c.vm().process(unique(text("missing"))); });
         }},
        {"spawn.list", list},
        {"spawn.scope",
         [](Context &c) {
             const QString name = unique(text("scope"));
             spawn(c, "sleep 60", named(name));
             Process found = c.vm().process(name);
             REQUIRE(ended(found) == 137);
         }},
        {"spawn.stays",
         [](Context &c) {
             const QString name = unique(text("stays"));
             {
                 Client client = c.clientFor(c.token());
                 client.vm(c.vm().name()).spawn(text("sleep 60"), named(name)).release();
             }
             Process process = c.vm().process(name);
             REQUIRE(!process.poll());
             process.kill();
         }},
        {"spawn.record", record},
        {"spawn.paused",
         [](Context &c) {
             Vm vm = c.fresh();
             const Process process = vm.spawn(text("sleep 60"), named(text("p")));
             vm.pause(false);
             vm.resume();
             Process found = vm.process(text("p"));
             REQUIRE(found.pid() == process.pid() && !found.poll());
         }},
        {"spawn.restarted",
         [](Context &c) {
             Vm vm = c.fresh();
             Process process = vm.spawn(text("sleep 60"));
             vm.restart(false);
             REQUIRE(isLost(process));
             raises<ProcessLostError>([&] { process.wait(); });
         }},
        {"spawn.copied",
         [](Context &c) {
             const auto [lost, status] = copied(c, "sleep 60", false);
             REQUIRE(lost && !status);
         }},
        {"spawn.copied.ended",
         [](Context &c) {
             const auto [lost, status] = copied(c, "exit 4", true);
             REQUIRE(!lost && status == 4);
         }},
        {"spawn.removed",
         [](Context &c) {
             const QString name = unique(text("removed"));
             Process process = spawn(c, "true", named(name));
             until([&] { return c.vm().process(name).exitCode().has_value(); });
             c.vm().run(text("rm -r ~/.local/state/exedev/processes/") + name);
             raises<ProcessLookupError>([&] { process.poll(); });
         }},
    };
}

} // namespace

std::vector<Check> processes()
{
    std::vector<Check> all;
    for (const auto &group : {waitingChecks(), signalChecks(), startChecks(), findChecks()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace exedev::conformance
