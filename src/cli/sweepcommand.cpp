// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/sweepcommand.h"

#include "cli/jsontext.h"
#include "cli/terminaltext.h"

#include <nlohmann/json.hpp>

#include <QDateTime>

namespace sandglass::cli {

SweepCommand::SweepCommand(SweepOptions options, ExeAccess access, Console &console,
                           Interrupts &interrupts)
    : m_options(options)
    , m_access(std::move(access))
    , m_console(console)
    , m_interrupts(interrupts)
{}

int SweepCommand::run()
{
    QStringList stale;
    exedev::RemoveResult result;
    onExe(m_access, m_interrupts, [&](exedev::Client &client, const exedev::Call &call) {
        const std::vector<exedev::Vm> vms = client.vms({}, call);
        // By exe.dev's clock: this machine's may be off, and sandboxes that are gone stay so.
        const QDateTime cutoff = client.serverTime()
                                     .value_or(QDateTime::currentDateTimeUtc())
                                     .addSecs(-qint64(m_options.hours * 3600));
        for (const exedev::Vm &vm : vms) {
            const auto created = vm.info().createdAt;
            if (isSandbox(vm) && created && *created < cutoff)
                stale.append(vm.name());
        }
        if (!m_options.dryRun)
            result = client.remove(stale, call);
    });
    if (m_options.dryRun) {
        for (const QString &name : stale)
            tell(name, QStringLiteral("would be removed"), "stale");
    }
    for (const QString &name : result.deleted)
        tell(name, QStringLiteral("removed"), "removed");
    for (const QString &name : result.failed)
        tell(name, QStringLiteral("not removed: ") + result.errors.value(name), "failed");
    if (stale.isEmpty() && !m_options.json)
        m_console.say(QStringLiteral("No sandbox at exe.dev is that old."));
    return result.failed.isEmpty() && m_console.isGood() ? Done : Failed;
}

void SweepCommand::tell(const QString &name, const QString &text, const char *state)
{
    if (!m_options.json) {
        const QString line = name + QStringLiteral("  ") + text.simplified() + u'\n';
        m_console.out(TerminalText::cleaned(line.toUtf8(), false));
        return;
    }
    nlohmann::ordered_json json;
    json["name"] = jsonString(name);
    json["state"] = state;
    if (QByteArrayView(state) == "failed")
        json["reason"] = jsonString(text);
    m_console.out(terminalSafeLine(json));
}

} // namespace sandglass::cli
