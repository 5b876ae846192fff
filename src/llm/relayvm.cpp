// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/relayvm.h"

#include "base/error.h"
#include "base/log.h"
#include "exe/error.h"

#include <algorithm>

namespace sandglass {

namespace {

const QLatin1String relayWord("code-interpreter-relay");

/// Of a conversation, or what sandboxes are copied from.
bool isForCode(const exedev::Vm &vm)
{
    const QString word = vm.comment().section(u' ', 0, 0);
    return word.startsWith(QLatin1String("code-interpreter")) && word != relayWord;
}

/// The same one for everybody who looks.
bool isOlder(const exedev::Vm &a, const exedev::Vm &b)
{
    const auto age = [](const exedev::Vm &vm) {
        return std::pair(vm.info().createdAt.value_or(QDateTime()), vm.name());
    };
    return age(a) < age(b);
}

/// Makes it run. Another program may do the same at this moment, and then ours is refused.
void wake(exedev::Vm &vm, const exedev::Call &call)
{
    const QString running = QStringLiteral("running");
    if (vm.status() == running)
        return;
    try {
        if (vm.status() == QLatin1String("paused"))
            vm.resume(exedev::Ready::Ssh, {}, call);
        else if (vm.status() == QLatin1String("stopped"))
            vm.restart(false, exedev::Ready::Ssh, {}, call);
        else
            vm.waitUntilReady(exedev::Ready::Ssh, {}, call);
    } catch (const exedev::ApiError &) {
        vm.refresh(call);
        if (vm.status() != running)
            throw;
    }
}

} // namespace

RelayVm::RelayVm(exedev::Client &client, Choice choice)
    : m_client(client)
    , m_choice(std::move(choice))
{}

QString RelayVm::commentFor(const QString &installId)
{
    return relayWord + QLatin1String(" i=") + installId;
}

exedev::Vm &RelayVm::running(const exedev::Call &call, const OnStep &onStep)
{
    const auto tell = [&](const QString &step) {
        if (onStep)
            onStep(step);
    };
    if (m_vm)
        return *m_vm;
    if (!m_choice.vm.isEmpty()) {
        m_vm = named(call);
    } else if ((m_vm = found(call))) {
        qCInfo(lcModel) << "the relay VM is" << m_vm->name();
    } else {
        tell(QStringLiteral("Making a VM at exe.dev from which the model is asked. This happens "
                            "once and takes about 20 seconds."));
        m_vm = made(call);
    }
    if (m_vm->status() == QLatin1String("paused"))
        tell(QStringLiteral("Waking the VM from which the model is asked."));
    wake(*m_vm, call);
    return *m_vm;
}

exedev::Vm RelayVm::named(const exedev::Call &call)
{
    exedev::Vm vm = m_client.vm(m_choice.vm, call);
    if (isForCode(vm))
        throw Error(ErrorKind::InvalidInput,
                    QStringLiteral("%1 is a sandbox in which a model's code runs, so the LLM "
                                   "gateway is not asked from there: that code could read it.")
                        .arg(vm.name()),
                    QStringLiteral("Name another VM of yours, or none: then one is made for it."));
    return vm;
}

std::optional<exedev::Vm> RelayVm::found(const exedev::Call &call)
{
    std::vector<exedev::Vm> all = m_client.vms({}, call);
    const QString install = QLatin1String("i=") + m_choice.installId;
    const auto isOther = [&](const exedev::Vm &vm) {
        const QStringList words = vm.comment().split(u' ');
        return words.first() != relayWord || !words.contains(install);
    };
    all.erase(std::remove_if(all.begin(), all.end(), isOther), all.end());
    const auto oldest = std::min_element(all.begin(), all.end(), isOlder);
    if (oldest == all.end())
        return std::nullopt;
    return std::move(*oldest);
}

exedev::Vm RelayVm::made(const exedev::Call &call)
{
    qCInfo(lcModel) << "making a relay VM";
    exedev::CreateOptions options;
    options.comment = commentFor(m_choice.installId);
    exedev::Vm vm = m_client.create(options, call);
    // Two programs that begin at once agree on the older one; the other goes with its object.
    std::optional<exedev::Vm> oldest = found(call);
    if (oldest && oldest->name() != vm.name())
        return *std::move(oldest);
    vm.release();
    return vm;
}

} // namespace sandglass
