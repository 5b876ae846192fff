// SPDX-License-Identifier: MIT
#include "exe/error.h"
#include "exe/shapes.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace exedev {
namespace {

using nlohmann::json;

QString text(const char *bytes)
{
    return QString::fromUtf8(bytes);
}

const json row = {{"vm_name", "web-1"},
                  {"status", "running"},
                  {"ssh_dest", "web-1.exe.xyz"},
                  {"https_url", "https://web-1.exe.xyz"},
                  {"comment", "mine"},
                  {"tags", {"a", "b"}},
                  {"created_at", "2026-01-02T03:04:05.123456789Z"},
                  {"egress_policy", "all"},
                  {"region", "lon"},
                  {"region_display", "London"},
                  {"unknown", {1, 2}}};
const json made = {{"vm_name", "web-1"},
                   {"ssh_dest", "d"},
                   {"https_url", "u"},
                   {"created_at", "2026-01-02T03:04:05+01:00"},
                   {"error", "the prompt failed"}};
const json copied = {{"name", "web-1"}, {"state", "starting"}, {"ssh", "d"}, {"https_url", "u"}};

json changed(json value, const char *key, const json &other)
{
    if (other.is_discarded())
        value.erase(key);
    else
        value[key] = other;
    return value;
}

const json absent = json(json::value_t::discarded);

TEST(ShapesTest, ReadTheThreeNamingsOfAVm)
{
    const VmInfo listed = vmOfList(row);
    EXPECT_EQ(listed.name, text("web-1"));
    EXPECT_EQ(listed.status, text("running"));
    EXPECT_EQ(listed.tags, QStringList({text("a"), text("b")}));
    EXPECT_EQ(listed.regionName, text("London"));
    EXPECT_EQ(listed.createdAt->toString(Qt::ISODateWithMs), text("2026-01-02T03:04:05.123Z"));
    const VmInfo fresh = vmOfNew(made);
    EXPECT_EQ(fresh.status, text("starting"));
    EXPECT_EQ(fresh.warning, text("the prompt failed"));
    EXPECT_EQ(fresh.createdAt->toString(Qt::ISODate), text("2026-01-02T02:04:05Z"));
    EXPECT_EQ(fresh.comment, QString());
    const VmInfo copy = vmOfCopy(copied);
    EXPECT_EQ(copy.name, text("web-1"));
    EXPECT_EQ(copy.status, text("starting"));
    EXPECT_FALSE(copy.createdAt.has_value());
    EXPECT_EQ(vmsOf({{"vms", {row, row}}}).size(), 2U);
}

TEST(ShapesTest, TakeAbsentAndNullAsEmpty)
{
    for (const char *key : {"comment", "tags", "created_at", "egress_policy", "region"}) {
        EXPECT_NO_THROW(vmOfList(changed(row, key, absent))) << key;
        EXPECT_NO_THROW(vmOfList(changed(row, key, nullptr))) << key;
    }
}

TEST(ShapesTest, RefuseWrongTypesAndMissingFields)
{
    for (const char *key : {"vm_name", "status", "ssh_dest", "https_url"}) {
        for (const json &bad : {absent, json(nullptr), json(""), json(1)})
            EXPECT_THROW(vmOfList(changed(row, key, bad)), ProtocolError) << key << bad;
    }
    EXPECT_THROW(vmOfList(changed(row, "vm_name", "../x")), ProtocolError);
    EXPECT_THROW(vmOfList(changed(row, "vm_name", "x\n")), ProtocolError);
    EXPECT_THROW(vmOfList(changed(row, "tags", "a")), ProtocolError);
    EXPECT_THROW(vmOfList(changed(row, "tags", {1})), ProtocolError);
    EXPECT_THROW(vmOfList(changed(row, "created_at", "yesterday")), ProtocolError);
    EXPECT_THROW(vmOfList(json::array()), ProtocolError);
    EXPECT_THROW(vmsOf(json{{"vms", "none"}}), ProtocolError);
    EXPECT_THROW(vmsOf(json::array()), ProtocolError);
    EXPECT_THROW(vmOfNew(copied), ProtocolError);
    EXPECT_THROW(vmOfCopy(made), ProtocolError);
}

TEST(ShapesTest, TakeOverOnlyWhatIsOfThisVm)
{
    VmInfo vm = vmOfList(row);
    takeOver(vm, text("pause"), {{"vm_name", "other"}, {"status", "paused"}});
    EXPECT_EQ(vm.status, text("running"));
    takeOver(vm, text("pause"), {{"vm_name", "web-1"}, {"status", "paused"}});
    EXPECT_EQ(vm.status, text("paused"));
    takeOver(vm, text("comment"), {{"vm_name", "web-1"}, {"comment", ""}});
    EXPECT_EQ(vm.comment, QString());
    takeOver(vm, text("tag"), {{"vm_name", "web-1"}, {"tags", {"z"}}});
    EXPECT_EQ(vm.tags, QStringList{text("z")});
    EXPECT_TRUE(wasColdBoot({{"cold_booted", "true"}}));
    EXPECT_FALSE(wasColdBoot({{"cold_booted", "false"}}));
    EXPECT_FALSE(wasColdBoot(json::object()));
}

TEST(ShapesTest, ReadTheSummaryOfARemoval)
{
    const RemoveResult result = removeResult({{{"error", "no b"}},
                                              {{"deleted", {"a"}},
                                               {"failed", {"b"}},
                                               {"not_found", {"b"}},
                                               {"errors", {{"b", "not found"}}}}});
    EXPECT_EQ(result.deleted, QStringList{text("a")});
    EXPECT_EQ(result.failed, QStringList{text("b")});
    EXPECT_EQ(result.notFound, QStringList{text("b")});
    EXPECT_EQ(result.errors.value(text("b")), text("not found"));
    EXPECT_THROW(removeResult({}), ProtocolError);
    EXPECT_THROW(removeResult({{{"error", "x"}}}), ProtocolError);
    EXPECT_THROW(removeResult({{{"deleted", {"a"}}}, {{"deleted", {"b"}}}}), ProtocolError);
    EXPECT_THROW(removeResult({{{"deleted", "a"}}}), ProtocolError);
    EXPECT_THROW(removeResult({{{"errors", {{"a", 1}}}}}), ProtocolError);
}

TEST(ShapesTest, ReadTheOtherAnswers)
{
    const ResizeResult size = resizeResult(
        {{"vm_name", "a"}, {"old_cpus", 2.0}, {"new_cpus", 4}, {"disk_new_bytes", 5e9}});
    EXPECT_EQ(size.oldCpus, 2);
    EXPECT_EQ(size.newDisk, 5e9);
    EXPECT_FALSE(size.newMemory.has_value());
    EXPECT_THROW(resizeResult({{"new_cpus", "4"}}), ProtocolError);

    const Stats usage =
        stats({{"name", "a"},
               {"status", "running"},
               {"range", "24h"},
               {"points", {{{"timestamp", "2026-01-01T00:00:00Z"}, {"cpu_cores", 1}}}}});
    ASSERT_EQ(usage.points.size(), 1U);
    EXPECT_EQ(usage.points[0].cpuCores, 1);
    EXPECT_TRUE(stats({{"points", nullptr}}).points.empty());
    EXPECT_THROW(stats({{"points", 5}}), ProtocolError);

    const ShareInfo shown = shareShown(
        {{"vm_name", "a"}, {"status", "public"}, {"port", 8000}, {"url", "u"}, {"users", {"x"}}});
    EXPECT_TRUE(shown.isPublic);
    EXPECT_EQ(shown.port, 8000);
    EXPECT_EQ(shown.users, QStringList{text("x")});
    EXPECT_FALSE(shareChanged({{"share", "private"}, {"port", 1}, {"status", "updated"}}).isPublic);
    EXPECT_THROW(shareChanged({{"share", "maybe"}}), ProtocolError);

    const Account who =
        account({{"email", "a@b"}, {"ssh_keys", {{{"name", "k"}, {"current", true}}}}});
    EXPECT_EQ(who.email, text("a@b"));
    EXPECT_TRUE(who.sshKeys.at(0).isCurrent);
    const ApiKey key = apiKey({{"label", "l"}, {"token", "exe1.x"}, {"namespace", "v0@exe.dev"}});
    EXPECT_EQ(key.token, "exe1.x");
    EXPECT_FALSE(key.expiresAt.has_value());
    EXPECT_THROW(apiKey({{"label", "l"}}), ProtocolError);
}

} // namespace
} // namespace exedev
