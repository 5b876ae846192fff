// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include <QDateTime>
#include <QRegularExpression>

#include <cmath>

namespace exedev::conformance {

namespace {

using nlohmann::json;

CreateOptions with(const std::function<void(CreateOptions &)> &change)
{
    CreateOptions options;
    change(options);
    return options;
}

Vm commented(Context &c, const QString &comment)
{
    return c.created(with([&](CreateOptions &o) { o.comment = comment; }));
}

void commentIs(Context &c, const QString &comment)
{
    const Vm vm = commented(c, comment);
    REQUIRE(vm.comment() == comment);
    REQUIRE(c.client().vm(vm.name()).comment() == comment);
    REQUIRE(c.stateOf(vm.name())["comment"] == comment.toStdString());
}

std::vector<int> statuses(Context &c, const char *op)
{
    std::vector<int> all;
    for (const json &entry : c.log(op))
        all.push_back(entry["status"].is_number() ? entry["status"].get<int>() : 0);
    return all;
}

/// VmReadyError whose VM was deleted.
VmReadyError notReady(Context &c, Client &client, const CreateOptions &options = {})
{
    const VmReadyError error = raises<VmReadyError>([&] { client.create(options); });
    REQUIRE(!error.kept && !c.names().contains(error.vm));
    return error;
}

VmSetupError setupFails(Context &c, const char *script)
{
    const VmSetupError error = raises<VmSetupError>([&] {
        c.client().create(with([&](CreateOptions &o) {
            o.setupScript = text(script);
            o.waitUntil = Ready::Setup;
        }));
    });
    REQUIRE(!c.names().contains(error.vm));
    return error;
}

QByteArray setupMakes(Context &c, const char *script, const char *file)
{
    Vm vm = c.client().create(with([&](CreateOptions &o) {
        o.setupScript = text(script);
        o.waitUntil = Ready::Setup;
    }));
    return vm.readFile(text(file));
}

int lost(Context &c, const char *kind)
{
    const QString comment = unique(text("lost"));
    c.fault(kind, "new");
    const NetworkError error = raises<NetworkError>([&] { commented(c, comment); });
    REQUIRE(error.operation == text("new"));
    REQUIRE(c.log("new").size() == 1);
    int found = 0;
    for (Vm &vm : c.client().vms()) {
        if (vm.comment() != comment)
            continue;
        ++found;
        vm.remove();
    }
    return found;
}

std::string newCommand(Context &c)
{
    return c.log("new").at(0)["command"];
}

bool isRecent(const std::optional<QDateTime> &time)
{
    return time && std::abs(time->secsTo(QDateTime::currentDateTimeUtc())) < 3600;
}

bool is(const std::exception_ptr &cause, const std::function<bool(const ApiError &)> &test)
{
    try {
        std::rethrow_exception(cause);
    } catch (const ApiError &error) {
        return test(error);
    }
}

void givenFlags(Context &c)
{
    const Vm vm = c.created(with([](CreateOptions &o) {
        o.pool = text("p1");
        o.noPool = true;
        o.standalone = true;
        o.prompt = text("say hi");
        o.registryAuth = text("u:p w");
        o.integrations = {text("a"), text("b")};
    }));
    const std::string line = newCommand(c) + ' ';
    for (const char *piece :
         {" --pool=p1 ", " --no-pool ", " --standalone ", " --prompt='say hi' ",
          " --registry-auth='u:p w' ", " --integration=a ", " --integration=b "})
        REQUIRE(line.find(piece) != std::string::npos);
}

void warningIsKept(Context &c)
{
    const json body{{"vm_name", "made-up"},
                    {"tags", json::array()},
                    {"ssh_dest", "made-up.exe.xyz"},
                    {"egress_policy", "all"},
                    {"https_url", "https://made-up.exe.xyz/"},
                    {"created_at", "2026-01-02T03:04:05Z"},
                    {"error", "the prompt was not sent"}};
    c.fault(200, "new", {{"body", body.dump()}});
    Vm vm = c.created();
    vm.release();
    REQUIRE(vm.name() == text("made-up") && vm.info().warning == text("the prompt was not sent"));
}

std::vector<Check> making()
{
    return {
        {"new.name.generated",
         [](Context &c) {
             const Vm vm = c.created();
             REQUIRE(c.names().contains(vm.name()));
         }},
        {"new.name.given",
         [](Context &c) {
             const QString name = unique(text("given"));
             const Vm vm = c.created(with([&](CreateOptions &o) { o.name = name; }));
             REQUIRE(vm.name() == name && c.names().contains(name));
         }},
        {"new.name.taken",
         [](Context &c) {
             const Vm vm = c.created();
             const ApiError error = raises<ApiError>(
                 [&] { c.created(with([&](CreateOptions &o) { o.name = vm.name(); })); });
             REQUIRE(error.status == 422 && c.names().contains(vm.name()));
         }},
        {"new.wait.created",
         [](Context &c) {
             const Vm vm = c.created();
             REQUIRE(vm.status() == text("starting") && c.log("ssh").empty());
         }},
        {"new.wait.ssh",
         [](Context &c) {
             Vm vm = c.fresh();
             REQUIRE(vm.status() == text("running") && vm.run(text("echo up")).out == "up\n");
         }},
        {"new.wait.retry",
         [](Context &c) {
             c.fault(422, "ssh",
                     {{"count", 2},
                      {"body", "{\"error\": \"failed to connect to VM: connection refused\"}"}});
             const Vm vm = c.fresh();
             REQUIRE(vm.status() == text("running"));
             REQUIRE(statuses(c, "ssh") == std::vector<int>({422, 422, 200}));
         }},
        {"new.wait.dropped",
         [](Context &c) {
             c.fault("drop_before", "ssh");
             const Vm vm = c.fresh();
             REQUIRE(vm.status() == text("running") && c.log("ssh").size() == 2);
         }},
        {"new.wait.timeout",
         [](Context &c) {
             c.fault(422, "ssh",
                     {{"count", -1}, {"body", "{\"error\": \"failed to dial the VM\"}"}});
             QElapsedTimer timer;
             timer.start();
             notReady(c, c.client(),
                      with([](CreateOptions &o) { o.timeout = std::chrono::milliseconds(600); }));
             const qint64 took = timer.elapsed();
             c.clear();
             REQUIRE(took > 500 && c.isIn(5000, took));
         }},
        {"new.wait.fatal",
         [](Context &c) {
             c.fault(500, "ssh", {{"count", -1}});
             const VmReadyError error = notReady(c, c.client());
             REQUIRE(is(error.cause, [](const ApiError &e) { return e.status == 500; }));
             REQUIRE(c.log("ssh").size() == 1);
         }},
        {"new.wait.denied",
         [](Context &c) {
             Client client = c.tokenFor(":cmds=new,rm,ls");
             const VmReadyError error = notReady(c, client);
             REQUIRE(is(error.cause, [](const ApiError &e) {
                 return dynamic_cast<const PermissionDeniedError *>(&e) != nullptr;
             }));
         }},
        {"new.wait.keep",
         [](Context &c) {
             c.fault(500, "ssh");
             const VmReadyError error = raises<VmReadyError>([&] {
                 c.client().create(with([](CreateOptions &o) { o.keepOnFailure = true; }));
             });
             REQUIRE(error.kept && error.text().contains(error.vm));
             REQUIRE(c.names().contains(error.vm));
             c.client().remove({error.vm});
         }},
        {"new.wait.badtimeout",
         [](Context &c) {
             c.requireNothingSent([&] {
                 c.client().create(
                     with([](CreateOptions &o) { o.timeout = std::chrono::milliseconds(0); }));
             });
         }},
    };
}

std::vector<Check> describing()
{
    return {
        {"new.addresses",
         [](Context &c) {
             const Vm vm = c.created();
             REQUIRE(vm.info().sshDest.contains(vm.name()));
             REQUIRE(vm.info().httpsUrl.startsWith(text("https://")));
             REQUIRE(vm.info().httpsUrl.contains(vm.name()));
         }},
        {"new.comment",
         [](Context &c) {
             commentIs(c, text("code-interpreter c=1 i=2"));
         }},
        {"new.comment.none",
         [](Context &c) {
             commentIs(c, {});
         }},
        {"new.comment.dash",
         [](Context &c) {
             commentIs(c, text("-x --name=y"));
         }},
        {"new.comment.quotes",
         [](Context &c) {
             commentIs(c, text(hard));
         }},
        {"new.comment.long",
         [](Context &c) {
             const ApiError error = raises<ApiError>([&] { commented(c, QString(201, u'x')); });
             REQUIRE(error.status == 422);
         }},
        {"new.tags",
         [](Context &c) {
             const QStringList tags{text("one"), text("two-2")};
             const Vm vm = c.created(with([&](CreateOptions &o) { o.tags = tags; }));
             for (QStringList seen : {vm.info().tags, c.client().vm(vm.name()).info().tags}) {
                 seen.sort();
                 REQUIRE(seen == tags);
             }
         }},
        {"new.env",
         [](Context &c) {
             Vm vm = c.client().create(with([](CreateOptions &o) {
                 o.env = {{text("MODE"), text("ci")}, {text("EMPTY"), QString()}};
             }));
             REQUIRE(vm.run(text("echo \"$MODE[$EMPTY]\"")).out == "ci[]\n");
         }},
        {"new.env.hard",
         [](Context &c) {
             Vm vm = c.client().create(
                 with([](CreateOptions &o) { o.env = {{text("HARD"), text(hard)}}; }));
             REQUIRE(vm.run(text("printf %s \"$HARD\"")).out == hard);
         }},
        {"new.sizes",
         [](Context &c) {
             const Vm vm = c.created(with([](CreateOptions &o) {
                 o.cpu = 4;
                 o.memory = text("16");
                 o.disk = text("50GB");
             }));
             const json state = c.stateOf(vm.name());
             REQUIRE(state["cpu"] == 4 && state["memory"] == (16LL << 30));
             REQUIRE(state["disk"] == (50LL << 30));
         }},
        {"new.image",
         [](Context &c) {
             const Vm vm =
                 c.created(with([](CreateOptions &o) { o.image = text("ghcr.io/me/exeuntu:1"); }));
             REQUIRE(c.stateOf(vm.name())["image"] == "ghcr.io/me/exeuntu:1");
         }},
        {"new.egress.default",
         [](Context &c) {
             const Vm vm = c.created();
             REQUIRE(vm.info().egress == text("all"));
             REQUIRE(c.client().vm(vm.name()).info().egress == text("all"));
         }},
        {"new.egress.integrations",
         [](Context &c) {
             const Vm vm =
                 c.created(with([](CreateOptions &o) { o.egress = text("integrations"); }));
             REQUIRE(vm.info().egress == text("integrations"));
             REQUIRE(c.stateOf(vm.name())["egress"] == "integrations");
         }},
        {"new.created_at",
         [](Context &c) {
             const Vm vm = c.created();
             REQUIRE(isRecent(vm.info().createdAt));
             REQUIRE(isRecent(c.client().vm(vm.name()).info().createdAt));
         }},
        {"new.flags", givenFlags},
        {"new.email.off",
         [](Context &c) {
             const Vm vm = c.created();
             REQUIRE(newCommand(c).find("--no-email") != std::string::npos);
         }},
        {"new.email.on",
         [](Context &c) {
             const Vm vm = c.created(with([](CreateOptions &o) { o.email = true; }));
             REQUIRE(newCommand(c).find("--no-email") == std::string::npos);
         }},
    };
}

std::vector<Check> endings()
{
    return {
        {"new.setup.done",
         [](Context &c) {
             REQUIRE(setupMakes(c, "#!/bin/sh\nsleep 0.3\necho made > made\n", "made") == "made\n");
         }},
        {"new.setup.exact",
         [](Context &c) {
             REQUIRE(setupMakes(c, "#!/bin/sh\nprintf '%s' 'one\\\\two\\nthree\nfour' > out\n",
                                "out") == "one\\\\two\\nthree\nfour");
         }},
        {"new.setup.failed",
         [](Context &c) {
             const VmSetupError error = setupFails(c, "#!/bin/sh\necho boom\nexit 7\n");
             REQUIRE(error.exitCode == 7 && !error.signal && error.output.contains("boom"));
         }},
        {"new.setup.signal",
         [](Context &c) {
             const VmSetupError error = setupFails(c, "#!/bin/sh\nkill -9 $$\n");
             REQUIRE(error.signal == 9 && !error.exitCode);
         }},
        {"new.setup.none",
         [](Context &c) {
             const Vm vm =
                 c.client().create(with([](CreateOptions &o) { o.waitUntil = Ready::Setup; }));
             REQUIRE(vm.status() == text("running"));
         }},
        {"new.scope",
         [](Context &c) {
             const QString name = c.created().name();
             REQUIRE(!c.names().contains(name));
         }},
        {"new.scope.thrown",
         [](Context &c) {
             QString name;
             raises<std::out_of_range>([&] {
                 const Vm vm = c.created();
                 name = vm.name();
                 throw std::out_of_range("on purpose");
             });
             REQUIRE(!name.isEmpty() && !c.names().contains(name));
         }},
        {"new.scope.gone",
         [](Context &c) {
             const Vm vm = c.created();
             REQUIRE(c.client().remove({vm.name()}).deleted.size() == 1);
         }},
        {"new.lost",
         [](Context &c) {
             REQUIRE(lost(c, "drop_after") == 1);
         }},
        {"new.dropped",
         [](Context &c) {
             REQUIRE(lost(c, "drop_before") == 0);
         }},
        {"new.limit",
         [](Context &c) {
             c.fault(422, "new", {{"body", "{\"error\": \"VM limit reached: 50\"}"}});
             const ApiError error = raises<ApiError>([&] { c.fresh(); });
             REQUIRE(error.status == 422 && error.text().contains(text("VM limit reached")));
         }},
        {"new.warning", warningIsKept},
    };
}

std::vector<Check> listing()
{
    return {
        {"ls.empty",
         [](Context &c) {
             c.reset();
             c.forgetVm();
             REQUIRE(c.client().vms().empty());
         }},
        {"ls.all",
         [](Context &c) {
             const Vm one = c.created();
             const Vm two = c.created();
             REQUIRE(c.names().count(one.name()) == 1 && c.names().count(two.name()) == 1);
         }},
        {"ls.pattern",
         [](Context &c) {
             const QString mark = unique(text("web"));
             const auto named = [&](const char *end) {
                 return c.created(with([&](CreateOptions &o) { o.name = mark + text(end); }));
             };
             const Vm one = named("-1");
             const Vm two = named("-2");
             const Vm other = c.created();
             QStringList found;
             for (const Vm &vm : c.client().vms(mark + text("-*")))
                 found.append(vm.name());
             found.sort();
             REQUIRE(found == QStringList({one.name(), two.name()}));
         }},
        {"ls.pattern.none",
         [](Context &c) {
             REQUIRE(c.client().vms(unique(text("none")) + text("-*")).empty());
         }},
        {"ls.find",
         [](Context &c) {
             const Vm vm = c.client().create(with([](CreateOptions &o) {
                 o.comment = text("find me");
                 o.tags = {text("t")};
                 o.egress = text("integrations");
             }));
             const Vm found = c.client().vm(vm.name());
             REQUIRE(!found.isOwned() && found.status() == text("running"));
             REQUIRE(found.comment() == text("find me"));
             REQUIRE(found.info().sshDest == vm.info().sshDest);
             REQUIRE(found.info().httpsUrl == vm.info().httpsUrl);
             REQUIRE(found.info().tags == QStringList{text("t")});
             REQUIRE(found.info().egress == text("integrations"));
             REQUIRE(found.info().createdAt == vm.info().createdAt);
         }},
        {"ls.find.missing",
         [](Context &c) {
             REQUIRE(raises<NotFoundError>([&] {
                         c.client().vm(unique(text("missing")));
                     }).status == 404);
         }},
        {"ls.find.badname",
         [](Context &c) {
             c.requireNothingSent([&] { c.client().vm(text("no/such")); });
         }},
        {"ls.region",
         [](Context &c) {
             REQUIRE(!c.client().vm(c.vm().name()).info().region.isEmpty());
         }},
        {"ls.refresh",
         [](Context &c) {
             Vm vm = c.created();
             c.client().vm(vm.name()).setComment(text("changed elsewhere"));
             REQUIRE(vm.comment().isEmpty());
             vm.refresh();
             REQUIRE(vm.comment() == text("changed elsewhere"));
         }},
        {"ls.refresh.gone",
         [](Context &c) {
             Vm vm = c.created();
             c.client().remove({vm.name()});
             raises<NotFoundError>([&] { vm.refresh(); });
         }},
        {"rm.one",
         [](Context &c) {
             Vm vm = c.created();
             vm.remove();
             REQUIRE(!c.names().contains(vm.name()));
         }},
        {"rm.missing",
         [](Context &c) {
             Vm vm = c.created();
             c.client().remove({vm.name()});
             REQUIRE(raises<NotFoundError>([&] { vm.remove(); }).status == 404);
         }},
        {"rm.many",
         [](Context &c) {
             const Vm one = c.created();
             const Vm two = c.created();
             const QString missing = unique(text("missing"));
             const RemoveResult result = c.client().remove({one.name(), two.name(), missing});
             REQUIRE(result.deleted.size() == 2 && result.failed == QStringList{missing});
             REQUIRE(result.notFound == QStringList{missing});
             REQUIRE(!result.errors.value(missing).isEmpty() && c.log("rm").size() == 1);
         }},
        {"rm.none",
         [](Context &c) {
             REQUIRE(c.client().remove({}).deleted.isEmpty() && c.log().empty());
         }},
        {"rm.badname",
         [](Context &c) {
             c.requireNothingSent([&] { c.client().remove({text("a b")}); });
         }},
    };
}

} // namespace

std::vector<Check> creation()
{
    std::vector<Check> all;
    for (const auto &group : {making(), describing(), endings(), listing()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace exedev::conformance
