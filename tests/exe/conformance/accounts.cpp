// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include <QDateTime>

#include <set>

namespace exedev::conformance {

namespace {

ApiKey key(Context &c, const std::function<void(ApiKeyOptions &)> &change)
{
    ApiKeyOptions options;
    change(options);
    return c.client().sshKey().generateApiKey(options);
}

Vm createdBy(Client &client, const QStringList &tags = {})
{
    CreateOptions options;
    options.tags = tags;
    options.waitUntil = Ready::Created;
    return client.create(options);
}

/// A VM of a scoped client that left its scope.
Vm untagged(Context &c, Client &client, const char *tag)
{
    Vm vm = client.create();
    vm.release();
    c.client().vm(vm.name()).untag({text(tag)});
    return vm;
}

std::vector<Check> keys()
{
    return {
        {"account.whoami",
         [](Context &c) {
             const Account account = c.client().whoami();
             REQUIRE(account.email.contains(u'@') && !account.region.isEmpty());
             REQUIRE(!account.sshKeys.empty());
         }},
        {"account.key",
         [](Context &c) {
             const ApiKey made = key(c, [](ApiKeyOptions &o) { o.label = text("a label"); });
             REQUIRE(made.label == text("a label") && made.nameSpace == text("v0@exe.dev"));
             REQUIRE(!c.clientFor(made.token).whoami().email.isEmpty());
         }},
        {"account.key.cmds",
         [](Context &c) {
             const ApiKey made = key(
                 c, [](ApiKeyOptions &o) { o.cmds = QStringList{text("ls"), text("share show")}; });
             Client client = c.clientFor(made.token);
             Vm vm = client.vm(c.vm().name());
             REQUIRE(vm.shareShow().port > 0);
             raises<PermissionDeniedError>([&] { vm.sharePublic(); });
         }},
        {"account.key.tag",
         [](Context &c) {
             const ApiKey made = key(c, [](ApiKeyOptions &o) {
                 o.tag = text("scoped");
                 o.cmds = QStringList{text("new"), text("ls"), text("rm")};
             });
             Client client = c.clientFor(made.token);
             const Vm vm = createdBy(client);
             REQUIRE(vm.info().tags == QStringList{text("scoped")});
             const std::vector<Vm> seen = client.vms();
             REQUIRE(seen.size() == 1 && seen[0].name() == vm.name());
         }},
        {"account.key.expiry",
         [](Context &c) {
             const ApiKey made = key(c, [](ApiKeyOptions &o) { o.exp = text("30d"); });
             REQUIRE(made.expiresAt.has_value());
             const qint64 seconds = QDateTime::currentDateTimeUtc().secsTo(*made.expiresAt);
             REQUIRE(seconds > 29 * 86400 && seconds < 31 * 86400);
         }},
        {"account.key.vm",
         [](Context &c) {
             const QString name = c.vm().name();
             const ApiKey made = key(c, [&](ApiKeyOptions &o) { o.vm = name; });
             REQUIRE(made.nameSpace == QStringLiteral("v0@%1.exe.xyz").arg(name));
             raises<AuthenticationError>([&] { c.clientFor(made.token).vms(); });
         }},
        {"account.key.badlist",
         [](Context &c) {
             for (const QStringList &cmds :
                  {QStringList(), QStringList{text("ls,rm")}, QStringList{QString()}})
                 c.requireNothingSent([&] { key(c, [&](ApiKeyOptions &o) { o.cmds = cmds; }); });
         }},
        {"account.closed",
         [](Context &c) {
             Client other = c.tokenFor(":cmds=ls");
             other.vms();
             c.client().whoami();
             std::set<std::string> tokens;
             for (const auto &entry : c.log())
                 tokens.insert(entry["token"].dump());
             REQUIRE(tokens.size() == 2);
             raises<PermissionDeniedError>([&] { other.whoami(); });
         }},
    };
}

std::vector<Check> tokens()
{
    return {
        {"token.unknown",
         [](Context &c) {
             const auto error =
                 raises<AuthenticationError>([&] { c.clientFor("nobody-knows-it").vms(); });
             REQUIRE(error.status == 401 && !error.text().contains(text("nobody-knows-it")));
         }},
        {"token.expired",
         [](Context &c) {
             raises<AuthenticationError>([&] { c.tokenFor(":expired").vms(); });
         }},
        {"token.bad",
         [](Context &c) {
             qunsetenv("EXE_TOKEN");
             c.requireNothingSent([&] { c.clientFor(""); });
             c.requireNothingSent([&] { c.clientFor("with a blank"); });
         }},
        {"token.cmds",
         [](Context &c) {
             Client client = c.tokenFor(":cmds=ls,new");
             client.vms();
             REQUIRE(raises<PermissionDeniedError>([&] {
                         client.remove({text("some-vm")});
                     }).status == 403);
         }},
        {"token.default",
         [](Context &c) {
             Client client = c.tokenFor(":cmds=default");
             Vm vm = client.vm(c.vm().name());
             vm.shareShow();
             raises<PermissionDeniedError>([&] { vm.run(text("true")); });
         }},
        {"token.onevm",
         [](Context &c) {
             const QString name = c.vm().name();
             const Vm other = c.created();
             Client client = c.tokenFor(":cmds=ls,ssh " + name.toLatin1());
             REQUIRE(client.vm(name).run(text("echo yes")).out == "yes\n");
             raises<PermissionDeniedError>([&] { client.vm(other.name()).run(text("true")); });
         }},
        {"token.tag.new",
         [](Context &c) {
             Client client = c.tokenFor(":tag=scope1");
             const Vm vm = createdBy(client, {text("more")});
             QStringList tags = vm.info().tags;
             tags.sort();
             REQUIRE(tags == QStringList({text("more"), text("scope1")}));
         }},
        {"token.tag.ls",
         [](Context &c) {
             const QString name = c.vm().name();
             Client client = c.tokenFor(":tag=" + unique(text("scope")).toLatin1());
             REQUIRE(client.vms().empty());
             raises<NotFoundError>([&] { client.vm(name); });
         }},
        {"token.tag.ssh",
         [](Context &c) {
             Client client = c.tokenFor(":tag=scope2");
             Vm vm = untagged(c, client, "scope2");
             raises<NotFoundError>([&] { vm.run(text("true")); });
             c.client().remove({vm.name()});
         }},
        {"token.tag.rm",
         [](Context &c) {
             Client client = c.tokenFor(":tag=scope2");
             Vm vm = untagged(c, client, "scope2");
             REQUIRE(client.remove({vm.name()}).notFound == QStringList{vm.name()});
             raises<NotFoundError>([&] { vm.remove(); });
             REQUIRE(c.names().contains(vm.name()));
             c.client().remove({vm.name()});
         }},
        {"token.tag.tag",
         [](Context &c) {
             Client client = c.tokenFor(":tag=scope3");
             Vm vm = createdBy(client);
             raises<PermissionDeniedError>([&] { vm.tag({text("another")}); });
         }},
        {"token.tag.copy",
         [](Context &c) {
             Client client = c.tokenFor(":tag=scope4");
             Vm vm = createdBy(client, {text("x")});
             CopyOptions options;
             options.copyTags = false;
             options.flush = false;
             REQUIRE(vm.copy(options).info().tags == QStringList{text("scope4")});
         }},
    };
}

} // namespace

std::vector<Check> accounts()
{
    std::vector<Check> all = keys();
    const std::vector<Check> more = tokens();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace exedev::conformance
