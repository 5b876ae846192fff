// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/vmscommand.h"

#include "cli/jsontext.h"
#include "cli/terminaltext.h"

#include <nlohmann/json.hpp>

#include <QDateTime>

namespace sandglass::cli {

namespace {

QByteArray jsonLine(const exedev::VmInfo &vm)
{
    nlohmann::ordered_json json;
    json["name"] = jsonString(vm.name);
    json["status"] = jsonString(vm.status);
    json["comment"] = jsonString(vm.comment);
    json["tags"] = jsonStrings(vm.tags);
    json["created"] =
        vm.createdAt ? nlohmann::ordered_json(jsonString(vm.createdAt->toString(Qt::ISODateWithMs)))
                     : nlohmann::ordered_json();
    json["egress"] = jsonString(vm.egress);
    return terminalSafeLine(json);
}

QByteArray textLine(const exedev::VmInfo &vm)
{
    const QString when = vm.createdAt ? vm.createdAt->toLocalTime().toString(u"yyyy-MM-dd HH:mm")
                                      : QStringLiteral("?");
    const QString line =
        QStringList{vm.name, vm.status, when, vm.comment.simplified()}.join(u"  ") + u'\n';
    return TerminalText::cleaned(line.toUtf8(), false);
}

} // namespace

VmsCommand::VmsCommand(VmsOptions options, ExeAccess access, Console &console,
                       Interrupts &interrupts)
    : m_options(options)
    , m_access(std::move(access))
    , m_console(console)
    , m_interrupts(interrupts)
{}

int VmsCommand::run()
{
    std::vector<exedev::VmInfo> vms;
    onExe(m_access, m_interrupts, [&](exedev::Client &client, const exedev::Call &call) {
        for (const exedev::Vm &vm : client.vms({}, call))
            vms.push_back(vm.info());
    });
    for (const exedev::VmInfo &vm : vms)
        m_console.out(m_options.json ? jsonLine(vm) : textLine(vm));
    if (vms.empty() && !m_options.json)
        m_console.say(QStringLiteral("The token sees no VM at exe.dev."));
    return m_console.isGood() ? Done : Failed;
}

} // namespace sandglass::cli
