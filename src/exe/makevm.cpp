// SPDX-License-Identifier: MIT
#include "exe/makevm.h"

#include "exe/error.h"
#include "exe/find.h"
#include "exe/names.h"
#include "exe/pause.h"
#include "exe/readiness.h"

#include <atomic>

namespace exedev {

namespace {

/// True where the VM is gone.
bool hasRemoved(Transport &transport, const QString &name, const Call &call)
{
    Call cleaning;
    cleaning.stop = call.giveUp;
    try {
        removeVm(transport, name, within(cleaning, std::chrono::seconds(60)));
        return true;
    } catch (const NotFoundError &) {
        return true;
    } catch (const Error &) {
        return false; // the caller hears what is left
    }
}

nlohmann::json ask(Transport &transport, const CommandLine &line, const MakeWish &wish,
                   const Call &call)
{
    try {
        return transport.call(line, call, Transport::Ending::Finished);
    } catch (const CancelledError &) {
        if (!call.giveUp.stop_requested())
            throw; // it was stopped before anything was sent
        throw CancelledError(
            QStringLiteral("Cleaning up was stopped while exe.dev was making a VM, which may be "
                           "left: look for %1")
                .arg(wish.leftover),
            wish.leftover);
    }
}

void addText(CommandLine &line, const char *name, const QString &value)
{
    if (!value.isEmpty())
        line.flag(name, value);
}

/// The name in an answer of which nothing else need make sense; empty where there is none.
QString nameOf(const nlohmann::json &answer)
{
    for (const char *key : {"vm_name", "name"}) {
        const auto found = answer.is_object() ? answer.find(key) : answer.end();
        if (found == answer.end() || !found->is_string())
            continue;
        const QString name = QString::fromStdString(found->get_ref<const std::string &>());
        if (isVmName(name))
            return name;
    }
    return {};
}

} // namespace

void addSizes(CommandLine &line, const std::optional<int> &cpu, const QString &memory,
              const QString &disk)
{
    if (cpu)
        line.flag("--cpu", QString::number(*cpu));
    addText(line, "--memory", memory);
    addText(line, "--disk", disk);
}

VmInfo makeVm(Transport &transport, const CommandLine &line, VmInfo (*read)(const nlohmann::json &),
              const MakeWish &wish, const Call &call)
{
    std::atomic<bool> isTold = false;
    const auto tell = [&] {
        if (!isTold.exchange(true) && call.onCleaningUp)
            call.onCleaningUp();
    };
    nlohmann::json answer;
    {
        const std::stop_callback onStop(call.stop, tell);
        answer = ask(transport, line, wish, call);
    }
    VmInfo vm;
    vm.name = nameOf(answer);
    try {
        vm = read(answer);
        requireGoingOn(call);
        waitUntilReady(transport, vm, wish.until, wish.time, call);
        return vm;
    } catch (VmReadyError &error) {
        if (!wish.keepOnFailure) {
            tell();
            error.kept = !hasRemoved(transport, vm.name, call);
        }
        throw;
    } catch (const CancelledError &) {
        tell();
        if (hasRemoved(transport, vm.name, call))
            throw;
        throw CancelledError(
            QStringLiteral("The call was stopped, and its VM %1 could not be removed").arg(vm.name),
            vm.name);
    } catch (const TimeoutError &) {
        tell();
        if (hasRemoved(transport, vm.name, call))
            throw;
        throw TimeoutError(
            QStringLiteral("The time allowed is over, and the VM %1 could not be removed")
                .arg(vm.name),
            vm.name);
    } catch (const Error &) { // an answer that isn't understood
        tell();
        if (!vm.name.isEmpty())
            hasRemoved(transport, vm.name, call);
        throw;
    }
}

CommandLine newLine(const CreateOptions &options)
{
    if (!options.name.isEmpty())
        requireVmName(options.name);
    CommandLine line("new");
    addText(line, "--comment", options.comment);
    addSizes(line, options.cpu, options.memory, options.disk);
    addText(line, "--egress", options.egress);
    for (const auto &[name, value] : options.env) {
        requireVariableName(name);
        line.flag("--env", name + u'=' + value);
    }
    addText(line, "--image", options.image);
    line.each("--integration", options.integrations);
    addText(line, "--name", options.name);
    if (options.noPool)
        line.flag("--no-pool");
    addText(line, "--pool", options.pool);
    addText(line, "--prompt", options.prompt);
    addText(line, "--registry-auth", options.registryAuth);
    // The server reads \n as a newline and two backslashes as one.
    addText(line, "--setup-script",
            QString(options.setupScript).replace(u'\\', QLatin1String("\\\\")));
    if (options.standalone)
        line.flag("--standalone");
    line.each("--tag", options.tags);
    if (!options.email)
        line.flag("--no-email");
    return line;
}

CommandLine copyLine(const QString &source, const CopyOptions &options)
{
    CommandLine line("cp");
    if (!options.copyTags)
        line.flag("--copy-tags", false);
    addSizes(line, options.cpu, options.memory, options.disk);
    addText(line, "--egress", options.egress);
    addText(line, "--pool", options.pool);
    if (options.standalone)
        line.flag("--standalone");
    line.word(source);
    if (!options.name.isEmpty()) {
        requireVmName(options.name);
        line.word(options.name);
    }
    return line;
}

} // namespace exedev
