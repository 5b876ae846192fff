// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include <QFile>

#include <condition_variable>
#include <mutex>

namespace exedev::conformance {

namespace {

using nlohmann::json;

CreateOptions with(const std::function<void(CreateOptions &)> &change)
{
    CreateOptions options;
    change(options);
    return options;
}

ApiError refused(const std::function<void()> &call, int status = 422)
{
    const ApiError error = raises<ApiError>(call);
    REQUIRE(error.status == status);
    return error;
}

VmInfo listed(Context &c, const Vm &vm)
{
    return c.client().vm(vm.name()).info();
}

QStringList sorted(QStringList names)
{
    names.sort();
    return names;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

void frozen(Context &c)
{
    Vm vm = c.fresh();
    vm.spawn(text("i=0; while true; do i=$((i+1)); echo $i > count; sleep 0.02; done")).release();
    until([&] {
        const QByteArray count = vm.run(text("cat count")).out.trimmed();
        return !count.isEmpty() && count != "1";
    });
    vm.pause();
    const QString path =
        QString::fromStdString(c.stateOf(vm.name())["home"].get<std::string>()) + text("/count");
    const QByteArray before = contentOf(path);
    QElapsedTimer timer;
    timer.start();
    until([&] { return timer.elapsed() > 200; });
    REQUIRE(contentOf(path) == before);
}

void flushing(Context &c)
{
    Vm vm = c.fresh();
    c.clear();
    vm.pause(false);
    REQUIRE(c.log().size() == 1 && c.log().at(0)["op"] == "pause");
    vm.resume(Ready::Created);
    c.clear();
    vm.pause();
    const std::vector<json> log = c.log();
    REQUIRE(log.size() == 2 && log[0]["op"] == "ssh" && log[1]["op"] == "pause");
    REQUIRE(log[0]["command"].get<std::string>().find("sync") != std::string::npos);
}

/// A copy of a VM made so: what it says itself, what ls says, and the server's state.
struct Copied
{
    VmInfo own;
    VmInfo row;
    json state;
};

Copied copied(Context &c, const CreateOptions &made, CopyOptions options = {})
{
    const Vm source = c.created(made);
    options.flush = false;
    options.waitUntil = Ready::Created;
    const Vm copy = c.client().vm(source.name()).copy(options);
    return {copy.info(), listed(c, copy), c.stateOf(copy.name())};
}

CopyOptions copying(const std::function<void(CopyOptions &)> &change)
{
    CopyOptions options;
    change(options);
    return options;
}

std::vector<Check> states()
{
    return {
        {"pause.status",
         [](Context &c) {
             Vm vm = c.fresh();
             vm.pause();
             REQUIRE(vm.status() == text("paused") && listed(c, vm).status == text("paused"));
         }},
        {"pause.frozen", frozen},
        {"pause.twice",
         [](Context &c) {
             Vm vm = c.created();
             vm.pause(false);
             raises<ApiError>([&] { vm.pause(false); });
         }},
        {"pause.flush", flushing},
        {"resume.status",
         [](Context &c) {
             Vm vm = c.fresh();
             vm.pause(false);
             vm.resume();
             REQUIRE(vm.status() == text("running") && listed(c, vm).status == text("running"));
         }},
        {"resume.memory",
         [](Context &c) {
             Vm vm = c.fresh();
             Process process =
                 vm.spawn(text("x=5; while [ ! -e go ]; do sleep 0.05; done; echo $x"));
             vm.pause(false);
             vm.resume();
             vm.writeFile(text("go"), {});
             REQUIRE(process.wait().out == "5\n");
         }},
        {"resume.cold",
         [](Context &c) {
             Vm vm = c.fresh();
             vm.pause(false);
             REQUIRE(!vm.resume());
         }},
        {"resume.running",
         [](Context &c) {
             Vm vm = c.created();
             raises<ApiError>([&] { vm.resume(); });
         }},
        {"restart.files",
         [](Context &c) {
             Vm vm = c.fresh();
             vm.writeFile(text("kept"), "kept");
             vm.restart();
             REQUIRE(vm.readFile(text("kept")) == "kept");
         }},
        {"restart.status",
         [](Context &c) {
             Vm vm = c.fresh();
             vm.restart();
             REQUIRE(vm.status() == text("running"));
         }},
        {"restart.processes",
         [](Context &c) {
             Vm vm = c.fresh();
             vm.spawn(text("sleep 60")).release();
             REQUIRE(!c.stateOf(vm.name())["pids"].empty());
             vm.restart(false, Ready::Created);
             REQUIRE(c.stateOf(vm.name())["pids"].empty());
         }},
    };
}

std::vector<Check> copies()
{
    return {
        {"copy.files",
         [](Context &c) {
             Vm vm = c.fresh();
             vm.writeFile(text("a/b"), "there", 0600);
             Vm copy = vm.copy();
             REQUIRE(copy.readFile(text("a/b")) == "there");
             REQUIRE(copy.run(text("stat -c %a a/b")).out == "600\n");
         }},
        {"copy.apart",
         [](Context &c) {
             Vm vm = c.fresh();
             vm.writeFile(text("f"), "before");
             Vm copy = vm.copy();
             vm.writeFile(text("f"), "after");
             copy.writeFile(text("g"), "x");
             REQUIRE(copy.readFile(text("f")) == "before");
             raises<FileNotFoundError>([&] { vm.readFile(text("g")); });
         }},
        {"copy.name",
         [](Context &c) {
             const QString name = unique(text("copy"));
             const Copied made = copied(c, {}, copying([&](CopyOptions &o) { o.name = name; }));
             REQUIRE(made.own.name == name && made.row.name == name);
             REQUIRE(made.own.status == text("starting"));
         }},
        {"copy.comment",
         [](Context &c) {
             const Copied made =
                 copied(c, with([](CreateOptions &o) { o.comment = text("of the source"); }));
             REQUIRE(made.own.comment == text("of the source"));
             REQUIRE(made.row.comment == text("of the source"));
         }},
        {"copy.tags",
         [](Context &c) {
             const QStringList tags{text("a"), text("b")};
             const Copied made = copied(c, with([&](CreateOptions &o) { o.tags = tags; }));
             REQUIRE(sorted(made.own.tags) == tags && sorted(made.row.tags) == tags);
         }},
        {"copy.tags.off",
         [](Context &c) {
             const Copied made = copied(c, with([](CreateOptions &o) { o.tags = {text("a")}; }),
                                        copying([](CopyOptions &o) { o.copyTags = false; }));
             REQUIRE(made.own.tags.isEmpty() && made.row.tags.isEmpty());
         }},
        {"copy.egress",
         [](Context &c) {
             const Copied made =
                 copied(c, with([](CreateOptions &o) { o.egress = text("integrations"); }));
             REQUIRE(made.own.egress == text("integrations"));
             REQUIRE(made.row.egress == text("integrations"));
         }},
        {"copy.egress.given",
         [](Context &c) {
             const Copied made =
                 copied(c, {}, copying([](CopyOptions &o) { o.egress = text("integrations"); }));
             REQUIRE(made.own.egress == text("integrations"));
             REQUIRE(made.row.egress == text("integrations"));
         }},
        {"copy.sizes",
         [](Context &c) {
             const Copied made = copied(c, {}, copying([](CopyOptions &o) {
                                            o.cpu = 6;
                                            o.memory = text("12GB");
                                        }));
             REQUIRE(made.state["cpu"] == 6 && made.state["memory"] == (12LL << 30));
         }},
        {"copy.paused",
         [](Context &c) {
             Vm vm = c.fresh();
             vm.writeFile(text("f"), "x");
             vm.pause();
             REQUIRE(vm.copy().readFile(text("f")) == "x");
             REQUIRE(listed(c, vm).status == text("paused"));
         }},
        {"copy.scope",
         [](Context &c) {
             REQUIRE(!c.names().contains(copied(c, {}).own.name));
         }},
        {"copy.missing",
         [](Context &c) {
             Vm vm = c.created();
             c.client().remove({vm.name()});
             raises<ApiError>([&] { vm.copy(copying([](CopyOptions &o) { o.flush = false; })); });
         }},
        {"copy.name.taken",
         [](Context &c) {
             Vm vm = c.created();
             refused([&] {
                 vm.copy(copying([&](CopyOptions &o) {
                     o.flush = false;
                     o.name = vm.name();
                 }));
             });
             REQUIRE(c.names().count(vm.name()) == 1);
         }},
    };
}

std::vector<Check> sizesAndNames()
{
    return {
        {"resize.memory",
         [](Context &c) {
             Vm vm = c.created(with([](CreateOptions &o) { o.memory = text("4"); }));
             ResizeOptions size;
             size.memory = text("16GB");
             const ResizeResult result = vm.resize(size);
             REQUIRE(result.oldMemory == double(4LL << 30));
             REQUIRE(result.newMemory == double(16LL << 30));
         }},
        {"resize.cpu",
         [](Context &c) {
             Vm vm = c.client().create(with([](CreateOptions &o) { o.cpu = 2; }));
             ResizeOptions size;
             size.cpu = 6;
             size.restart = true;
             vm.resize(size);
             REQUIRE(vm.status() == text("running") && c.stateOf(vm.name())["cpu"] == 6);
         }},
        {"resize.disk",
         [](Context &c) {
             Vm vm = c.created(with([](CreateOptions &o) { o.disk = text("20"); }));
             ResizeOptions size;
             size.disk = text("40");
             const ResizeResult result = vm.resize(size);
             REQUIRE(result.oldDisk == double(20LL << 30));
             REQUIRE(result.newDisk == double(40LL << 30));
         }},
        {"resize.disk.smaller",
         [](Context &c) {
             Vm vm = c.created(with([](CreateOptions &o) { o.disk = text("20"); }));
             ResizeOptions size;
             size.disk = text("10");
             refused([&] { vm.resize(size); });
         }},
        {"rename",
         [](Context &c) {
             Vm vm = c.created();
             const QString name = unique(text("renamed"));
             vm.rename(name);
             REQUIRE(vm.name() == name && vm.info().sshDest.contains(name));
             REQUIRE(vm.info().httpsUrl.contains(name));
         }},
        {"rename.listed",
         [](Context &c) {
             Vm vm = c.fresh();
             const QString old = vm.name();
             vm.rename(unique(text("renamed")));
             REQUIRE(!c.names().contains(old) && c.names().contains(vm.name()));
             REQUIRE(vm.run(text("echo works")).out == "works\n");
         }},
        {"rename.taken",
         [](Context &c) {
             Vm one = c.created();
             const Vm two = c.created();
             const QString name = one.name();
             refused([&] { one.rename(two.name()); });
             REQUIRE(one.name() == name && c.names().contains(name));
         }},
    };
}

void recommented(Context &c, const char *comment)
{
    Vm vm = c.created(with([](CreateOptions &o) { o.comment = text("first"); }));
    vm.setComment(text(comment));
    REQUIRE(vm.comment() == text(comment) && listed(c, vm).comment == text(comment));
}

std::vector<Check> marks()
{
    return {
        {"comment.set",
         [](Context &c) {
             recommented(c, "it's new");
         }},
        {"comment.clear",
         [](Context &c) {
             recommented(c, "");
         }},
        {"comment.dash",
         [](Context &c) {
             recommented(c, "--dash");
         }},
        {"egress.set",
         [](Context &c) {
             Vm vm = c.created();
             vm.setEgress(text("integrations"));
             REQUIRE(vm.info().egress == text("integrations"));
             REQUIRE(listed(c, vm).egress == text("integrations"));
         }},
        {"tag.add",
         [](Context &c) {
             Vm vm = c.created(with([](CreateOptions &o) { o.tags = {text("a")}; }));
             vm.tag({text("b"), text("c")});
             const QStringList expected{text("a"), text("b"), text("c")};
             REQUIRE(sorted(vm.info().tags) == expected);
             REQUIRE(sorted(listed(c, vm).tags) == expected);
         }},
        {"tag.remove",
         [](Context &c) {
             Vm vm = c.created(with([](CreateOptions &o) { o.tags = {text("a"), text("b")}; }));
             vm.untag({text("a")});
             REQUIRE(vm.info().tags == QStringList{text("b")});
             REQUIRE(listed(c, vm).tags == QStringList{text("b")});
         }},
        {"tag.bad",
         [](Context &c) {
             Vm vm = c.created();
             refused([&] { vm.tag({text("Not A Tag")}); });
             REQUIRE(vm.info().tags.isEmpty());
         }},
        {"stat",
         [](Context &c) {
             const Stats stats = c.vm().stats();
             REQUIRE(stats.status == text("running") && stats.range == text("24h"));
             for (const StatPoint &point : stats.points)
                 REQUIRE(point.time.isValid() && point.memoryTotal > 0 && point.cpuNominal > 0);
         }},
        {"stat.range",
         [](Context &c) {
             REQUIRE(c.vm().stats(text("7d")).range == text("7d"));
         }},
        {"stat.range.bad",
         [](Context &c) {
             refused([&] { c.vm().stats(text("1s")); });
         }},
    };
}

std::vector<Check> sharing()
{
    return {
        {"share.show",
         [](Context &c) {
             const ShareInfo share = c.created().shareShow();
             REQUIRE(!share.isPublic && share.port == 8000 && share.users.isEmpty());
             REQUIRE(!share.teamAccess);
         }},
        {"share.public",
         [](Context &c) {
             Vm vm = c.created();
             REQUIRE(vm.sharePublic().isPublic && vm.shareShow().isPublic);
             REQUIRE(vm.status() == text("starting"));
         }},
        {"share.private",
         [](Context &c) {
             Vm vm = c.created();
             vm.sharePublic();
             REQUIRE(!vm.sharePrivate().isPublic && !vm.shareShow().isPublic);
         }},
        {"share.port",
         [](Context &c) {
             Vm vm = c.created();
             REQUIRE(vm.sharePort(3000).port == 3000 && vm.sharePort().port == 3000);
         }},
        {"share.port.bad",
         [](Context &c) {
             Vm vm = c.created();
             c.requireNothingSent([&] { vm.sharePort(0); });
         }},
        {"url",
         [](Context &c) {
             const Vm &vm = c.vm();
             QString base = vm.info().httpsUrl;
             while (base.endsWith(u'/'))
                 base.chop(1);
             REQUIRE(vm.url() == vm.info().httpsUrl);
             REQUIRE(vm.url(3000, text("/api?x=1")) == base + text(":3000/api?x=1"));
         }},
        {"url.bad",
         [](Context &c) {
             const Vm &vm = c.vm();
             raises<InvalidArgumentError>([&] { vm.url(70000); });
             raises<InvalidArgumentError>([&] { vm.url(3000, text("no-slash")); });
         }},
    };
}

} // namespace

std::vector<Check> lifecycle()
{
    std::vector<Check> all;
    for (const auto &group : {states(), copies(), sizesAndNames(), marks(), sharing()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace exedev::conformance
