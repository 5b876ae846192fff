// SPDX-License-Identifier: MIT
#include "exe/shapes.h"

#include "exe/documents.h"
#include "exe/error.h"
#include "exe/names.h"
#include "exe/reader.h"

namespace exedev {

namespace {

VmInfo common(const Reader &reader)
{
    VmInfo vm;
    vm.httpsUrl = reader.required("https_url");
    vm.comment = reader.text("comment");
    vm.tags = reader.texts("tags");
    vm.createdAt = reader.time("created_at");
    vm.egress = reader.text("egress_policy");
    return vm;
}

ShareInfo shareCommon(const Reader &reader)
{
    ShareInfo share;
    const std::optional<double> port = reader.number("port");
    share.port = port && *port > 0 && *port < 65536 ? int(*port) : 0;
    share.url = reader.text("url");
    share.teamAccess = reader.truth("team_access");
    share.teamSsh = reader.truth("team_ssh");
    share.teamShelley = reader.truth("team_shelley");
    return share;
}

bool isPublicWord(const Reader &reader, const char *key)
{
    const QString word = reader.required(key);
    if (word != QLatin1String("public") && word != QLatin1String("private"))
        reader.refuse(key);
    return word == QLatin1String("public");
}

} // namespace

VmInfo vmOfList(const nlohmann::json &row)
{
    const Reader reader(QStringLiteral("ls"), row);
    VmInfo vm = common(reader);
    vm.name = reader.requiredVmName("vm_name");
    vm.status = reader.required("status");
    vm.sshDest = reader.required("ssh_dest");
    vm.region = reader.text("region");
    vm.regionName = reader.text("region_display");
    return vm;
}

VmInfo vmOfNew(const nlohmann::json &answer)
{
    const Reader reader(QStringLiteral("new"), answer);
    VmInfo vm = common(reader);
    vm.name = reader.requiredVmName("vm_name");
    vm.status = QStringLiteral("starting");
    vm.sshDest = reader.required("ssh_dest");
    vm.warning = reader.text("error");
    return vm;
}

VmInfo vmOfCopy(const nlohmann::json &answer)
{
    const Reader reader(QStringLiteral("cp"), answer);
    VmInfo vm = common(reader);
    vm.name = reader.requiredVmName("name");
    vm.status = reader.text("state");
    if (vm.status.isEmpty())
        vm.status = QStringLiteral("starting");
    vm.sshDest = reader.required("ssh");
    return vm;
}

std::vector<VmInfo> vmsOf(const nlohmann::json &answer)
{
    if (!answer.is_object() || !answer.contains("vms") || !answer["vms"].is_array())
        throw ProtocolError(QStringLiteral("ls"), QStringLiteral("it has no list of VMs"));
    std::vector<VmInfo> all;
    for (const nlohmann::json &row : answer["vms"])
        all.push_back(vmOfList(row));
    return all;
}

void takeOver(VmInfo &vm, const QString &operation, const nlohmann::json &answer)
{
    const Reader reader(operation, answer);
    if (reader.text("vm_name") != vm.name)
        return;
    if (const QString status = reader.text("status"); !status.isEmpty())
        vm.status = status;
    if (answer.contains("comment"))
        vm.comment = reader.text("comment");
    if (answer.contains("egress_policy"))
        vm.egress = reader.text("egress_policy");
    if (answer.contains("tags"))
        vm.tags = reader.texts("tags");
}

void takeNewName(VmInfo &vm, const nlohmann::json &answer)
{
    const Reader reader(QStringLiteral("rename"), answer);
    vm.name = reader.requiredVmName("new_name");
    vm.sshDest = reader.required("ssh_dest");
    vm.httpsUrl = reader.required("https_url");
}

bool wasColdBoot(const nlohmann::json &answer)
{
    const auto found = answer.find("cold_booted");
    return found != answer.end() && (*found == "true" || *found == true);
}

RemoveResult removeResult(const std::vector<nlohmann::json> &documents)
{
    const nlohmann::json *summary = nullptr;
    for (const nlohmann::json &document : documents) {
        if (isErrorDocument(document))
            continue;
        if (summary)
            throw ProtocolError(QStringLiteral("rm"), QStringLiteral("it has two summaries"));
        summary = &document;
    }
    if (!summary)
        throw ProtocolError(QStringLiteral("rm"), QStringLiteral("it has no summary"));
    const Reader reader(QStringLiteral("rm"), *summary);
    RemoveResult result{
        reader.texts("deleted"), reader.texts("failed"), reader.texts("not_found"), {}};
    const auto errors = summary->find("errors");
    if (errors == summary->end() || errors->is_null())
        return result;
    if (!errors->is_object())
        reader.refuse("errors");
    for (const auto &[name, reason] : errors->items()) {
        if (!reason.is_string())
            reader.refuse("errors");
        result.errors.insert(QString::fromStdString(name),
                             QString::fromStdString(reason.get_ref<const std::string &>()));
    }
    return result;
}

ResizeResult resizeResult(const nlohmann::json &answer)
{
    const Reader reader(QStringLiteral("resize"), answer);
    ResizeResult result;
    result.oldMemory = reader.number("old_memory");
    result.newMemory = reader.number("new_memory");
    result.oldCpus = reader.number("old_cpus");
    result.newCpus = reader.number("new_cpus");
    result.oldDisk = reader.number("disk_old_bytes");
    result.newDisk = reader.number("disk_new_bytes");
    result.pendingApproval = reader.truth("disk_resize_pending_approval");
    result.requestedDisk = reader.number("requested_disk_bytes");
    result.selfServeMaxDisk = reader.number("self_serve_max_disk_bytes");
    if (const auto found = answer.find("approval_reasons"); found != answer.end())
        result.approvalReasons = found->is_array()
                                     ? reader.written("approval_reasons").join(QLatin1String(", "))
                                     : reader.text("approval_reasons");
    return result;
}

Stats stats(const nlohmann::json &answer)
{
    const Reader reader(QStringLiteral("stat"), answer);
    Stats result{reader.text("status"), reader.text("range"), {}};
    for (const Reader &row : reader.objects("points")) {
        StatPoint point;
        const auto time = row.time("timestamp");
        if (!time)
            row.refuse("timestamp");
        point.time = *time;
        const std::pair<const char *, double *> fields[] = {
            {"cpu_cores", &point.cpuCores},
            {"cpu_nominal", &point.cpuNominal},
            {"mem_used_bytes", &point.memoryUsed},
            {"mem_total_bytes", &point.memoryTotal},
            {"disk_size_gb", &point.diskSizeGb},
            {"disk_used_gb", &point.diskUsedGb},
            {"disk_logical_used_gb", &point.diskLogicalUsedGb},
            {"fs_used_gb", &point.fsUsedGb},
            {"fs_total_gb", &point.fsTotalGb},
            {"fs_free_gb", &point.fsFreeGb},
            {"fs_available_gb", &point.fsAvailableGb},
            {"network_tx_mbps", &point.networkTxMbps},
            {"network_rx_mbps", &point.networkRxMbps},
            {"io_read_mbps", &point.ioReadMbps},
            {"io_write_mbps", &point.ioWriteMbps}};
        for (const auto &[key, value] : fields)
            *value = row.number(key).value_or(0);
        result.points.push_back(point);
    }
    return result;
}

ShareInfo shareShown(const nlohmann::json &answer)
{
    const Reader reader(QStringLiteral("share show"), answer);
    ShareInfo share = shareCommon(reader);
    share.isPublic = isPublicWord(reader, "status");
    share.users = reader.written("users");
    share.links = reader.written("links");
    share.teams = reader.written("teams");
    return share;
}

ShareInfo shareChanged(const nlohmann::json &answer)
{
    const Reader reader(QStringLiteral("share"), answer);
    ShareInfo share = shareCommon(reader);
    share.isPublic = isPublicWord(reader, "share");
    return share;
}

Account account(const nlohmann::json &answer)
{
    const Reader reader(QStringLiteral("whoami"), answer);
    Account result{
        reader.required("email"), reader.text("region"), reader.text("region_display"), {}};
    for (const Reader &key : reader.objects("ssh_keys"))
        result.sshKeys.push_back({key.text("name"), key.text("public_key"), key.text("fingerprint"),
                                  key.truth("current")});
    return result;
}

ApiKey apiKey(const nlohmann::json &answer)
{
    const Reader reader(QStringLiteral("ssh-key generate-api-key"), answer);
    return {reader.text("label"), reader.required("token").toUtf8(), reader.text("namespace"),
            reader.text("fingerprint"), reader.time("expires_at")};
}

} // namespace exedev
