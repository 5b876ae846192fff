// SPDX-License-Identifier: MIT
#include "exe/vm.h"

#include "exe/error.h"
#include "exe/makevm.h"
#include "exe/names.h"
#include "exe/pause.h"
#include "exe/readiness.h"
#include "exe/scripts.h"
#include "exe/shapes.h"
#include "exe/transport.h"

namespace exedev {

namespace {

using nlohmann::json;

/// A command about one VM.
CommandLine about(const char *path, const QString &vm)
{
    return CommandLine(path).word(vm);
}

} // namespace

void Vm::flushDisk(const Call &call)
{
    SshRequest request;
    request.vm = m_info.name;
    request.remote = scriptCommand(flushScript);
    request.capture = false;
    try {
        m_transport->ssh(request, within(call, std::chrono::seconds(60)));
    } catch (const CancelledError &) {
        throw;
    } catch (const Error &) {
        // Best effort: the VM may be paused, or the token may not run ssh.
    }
    requireGoingOn(call);
}

Vm Vm::copy(const CopyOptions &options, const Call &call)
{
    const CommandLine line = copyLine(m_info.name, options);
    const MakeWish wish{
        options.waitUntil, readyTime(options.waitUntil, options.timeout), options.keepOnFailure,
        options.name.isEmpty() ? QStringLiteral("a copy of %1, which has its comment “%2”")
                                     .arg(m_info.name, m_info.comment)
                               : options.name};
    if (options.flush)
        flushDisk(call);
    return Vm(m_transport, makeVm(*m_transport, line, vmOfCopy, wish, call), true);
}

void Vm::pause(bool flush, const Call &call)
{
    if (flush)
        flushDisk(call);
    takeOver(m_info, QStringLiteral("pause"), m_transport->call(about("pause", m_info.name), call));
}

bool Vm::resume(Ready until, std::optional<std::chrono::milliseconds> timeout, const Call &call)
{
    const auto time = readyTime(until, timeout);
    const json answer = m_transport->call(about("resume", m_info.name), call);
    takeOver(m_info, QStringLiteral("resume"), answer);
    exedev::waitUntilReady(*m_transport, m_info, until, time, call);
    return wasColdBoot(answer);
}

void Vm::restart(bool flush, Ready until, std::optional<std::chrono::milliseconds> timeout,
                 const Call &call)
{
    const auto time = readyTime(until, timeout);
    if (flush)
        flushDisk(call);
    m_transport->call(about("restart", m_info.name), call);
    exedev::waitUntilReady(*m_transport, m_info, until, time, call);
}

ResizeResult Vm::resize(const ResizeOptions &options, const Call &call)
{
    CommandLine line = about("resize", m_info.name);
    addSizes(line, options.cpu, options.memory, options.disk);
    const ResizeResult result = resizeResult(m_transport->call(line, call));
    if (options.restart)
        restart(true, Ready::Ssh, {}, call);
    return result;
}

void Vm::rename(const QString &name, const Call &call)
{
    requireVmName(name);
    const json answer = m_transport->call(about("rename", m_info.name).word(name), call);
    VmInfo renamed = m_info;
    takeNewName(renamed, answer);
    if (renamed.name != name)
        throw ProtocolError(QStringLiteral("rename"), QStringLiteral("it names another VM"));
    m_info = std::move(renamed);
}

void Vm::setComment(const QString &text, const Call &call)
{
    takeOver(m_info, QStringLiteral("comment"),
             m_transport->call(about("comment", m_info.name).word(text), call));
}

void Vm::setEgress(const QString &policy, const Call &call)
{
    takeOver(m_info, QStringLiteral("egress"),
             m_transport->call(about("egress", m_info.name).word(policy), call));
}

void Vm::tag(const QStringList &tags, const Call &call)
{
    changeTags(false, tags, call);
}

void Vm::untag(const QStringList &tags, const Call &call)
{
    changeTags(true, tags, call);
}

void Vm::changeTags(bool remove, const QStringList &tags, const Call &call)
{
    if (tags.isEmpty())
        throw InvalidArgumentError(QStringLiteral("No tag is named"));
    CommandLine line = about("tag", m_info.name);
    if (remove)
        line.flag("--d");
    for (const QString &tag : tags)
        line.word(tag);
    takeOver(m_info, QStringLiteral("tag"), m_transport->call(line, call));
}

Stats Vm::stats(const QString &range, const Call &call)
{
    CommandLine line = about("stat", m_info.name);
    if (!range.isEmpty())
        line.flag("--range", range);
    return exedev::stats(m_transport->call(line, call));
}

ShareInfo Vm::shareShow(const Call &call)
{
    return shareShown(m_transport->call(about("share show", m_info.name), call));
}

ShareInfo Vm::sharePublic(const Call &call)
{
    return shareChanged(m_transport->call(about("share set-public", m_info.name), call));
}

ShareInfo Vm::sharePrivate(const Call &call)
{
    return shareChanged(m_transport->call(about("share set-private", m_info.name), call));
}

ShareInfo Vm::sharePort(const Call &call)
{
    return shareChanged(m_transport->call(about("share port", m_info.name), call));
}

ShareInfo Vm::sharePort(int port, const Call &call)
{
    if (port < 1 || port > 65535)
        throw InvalidArgumentError(QStringLiteral("A port is from 1 to 65535"));
    return shareChanged(
        m_transport->call(about("share port", m_info.name).word(QString::number(port)), call));
}

} // namespace exedev
