// SPDX-License-Identifier: MIT
#include "exe/vm.h"

#include "exe/error.h"
#include "exe/exelog.h"
#include "exe/find.h"
#include "exe/names.h"
#include "exe/outputlines.h"
#include "exe/pause.h"
#include "exe/readiness.h"
#include "exe/scripts.h"
#include "exe/shell.h"

#include <utility>

namespace exedev {

Vm::Vm(std::shared_ptr<Transport> transport, VmInfo info, bool isOwned)
    : m_transport(std::move(transport))
    , m_info(std::move(info))
    , m_isOwned(isOwned)
{}

Vm::~Vm()
{
    end();
}

Vm::Vm(Vm &&other) noexcept
    : m_transport(std::move(other.m_transport))
    , m_info(std::move(other.m_info))
    , m_isOwned(std::exchange(other.m_isOwned, false))
{}

Vm &Vm::operator=(Vm &&other) noexcept
{
    if (this == &other)
        return *this;
    end();
    m_transport = std::move(other.m_transport);
    m_info = std::move(other.m_info);
    m_isOwned = std::exchange(other.m_isOwned, false);
    return *this;
}

void Vm::end() noexcept
{
    if (!std::exchange(m_isOwned, false))
        return;
    try {
        removeVm(*m_transport, m_info.name, within({}, std::chrono::seconds(60)));
    } catch (const NotFoundError &) {
        // Somebody else was first.
    } catch (const std::exception &error) {
        // A destructor can't throw, and the VM goes on costing money.
        qCWarning(lcExe).noquote() << "The VM" << m_info.name << "is left behind:" << error.what();
    }
}

QString Vm::url(std::optional<int> port, const QString &path) const
{
    if ((port && (*port < 1 || *port > 65535)) || !path.startsWith(u'/'))
        throw InvalidArgumentError(
            QStringLiteral("A port is from 1 to 65535, and a path begins with /"));
    if (!port && path == QLatin1String("/"))
        return m_info.httpsUrl;
    QString base = m_info.httpsUrl;
    while (base.endsWith(u'/'))
        base.chop(1);
    if (port) {
        QUrl url(base);
        url.setPort(*port);
        base = url.toString();
    }
    return base + path;
}

void Vm::remove(const Call &call)
{
    removeVm(*m_transport, m_info.name, call);
    m_isOwned = false;
}

void Vm::refresh(const Call &call)
{
    m_info = findVm(*m_transport, m_info.name, call);
}

void Vm::waitUntilReady(Ready until, std::optional<std::chrono::milliseconds> timeout,
                        const Call &call)
{
    exedev::waitUntilReady(*m_transport, m_info, until, readyTime(until, timeout), call);
}

CommandResult Vm::run(const QString &line, const RunOptions &options, const Call &call)
{
    return runCommand(line, options, call);
}

CommandResult Vm::run(const QStringList &words, const RunOptions &options, const Call &call)
{
    return runCommand(words, options, call);
}

CommandResult Vm::runCommand(const Command &command, const RunOptions &options, const Call &call)
{
    if ((options.timeout && options.timeout->count() <= 0) || options.maxOutput < 0)
        throw InvalidArgumentError(
            QStringLiteral("The timeout or the limit of output is negative"));
    const Call limited = options.timeout ? within(call, *options.timeout) : call;
    OutputLines outLines(options.onStdout);
    OutputLines errLines(options.onStderr);
    const auto sink = [](const RunOptions::OnLine &onLine, const RunOptions::OnBytes &onBytes,
                         OutputLines &lines) -> SshRequest::Sink {
        return [&](const QByteArray &bytes) {
            if (onBytes)
                onBytes(bytes);
            if (onLine)
                lines.feed(bytes);
        };
    };
    SshRequest request;
    request.vm = m_info.name;
    request.capture = options.capture;
    request.maxOutput = options.maxOutput;
    request.onOut = sink(options.onStdout, options.onStdoutBytes, outLines);
    request.onErr = sink(options.onStderr, options.onStderrBytes, errLines);
    request.remote =
        Shell(*m_transport, m_info.name)
            .fitted(
                exedev::commandLine(command, options.cwd, options.env),
                [](const QByteArray &line) { return scriptCommand(runScript, {line}); }, limited);
    const CommandResult result = m_transport->ssh(request, limited);
    if (options.onStdout)
        outLines.finish();
    if (options.onStderr)
        errLines.finish();
    if (options.check && !result.ok())
        throw CommandError(result);
    return result;
}

Process Vm::spawn(const QString &line, const SpawnOptions &options, const Call &call)
{
    return spawnCommand(line, options, call);
}

Process Vm::spawn(const QStringList &words, const SpawnOptions &options, const Call &call)
{
    return spawnCommand(words, options, call);
}

Process Vm::spawnCommand(const Command &command, const SpawnOptions &options, const Call &call)
{
    const QString name = options.name.isEmpty() ? uniqueName({}) : options.name;
    requireProcessName(name);
    Shell shell(*m_transport, m_info.name);
    SshRequest request;
    request.vm = m_info.name;
    request.remote = shell.fitted(
        exedev::commandLine(command, options.cwd, options.env),
        [&](const QByteArray &line) { return scriptCommand(spawnScript, {name.toUtf8(), line}); },
        call);
    const CommandResult result = m_transport->ssh(request, call);
    if (result.exitCode == alreadyRuns)
        throw Error(
            QStringLiteral("A process named %1 already runs on VM %2").arg(name, m_info.name));
    if (!result.ok())
        throw CommandError(result);
    return Process(m_transport, m_info.name, name, result.out.trimmed() + " running", true);
}

Process Vm::process(const QString &name, const Call &call)
{
    requireProcessName(name);
    const CommandResult result =
        Shell(*m_transport, m_info.name).script(stateScript, {name.toUtf8()}, call, {missing});
    if (result.exitCode == missing)
        throw ProcessLookupError(name, m_info.name);
    return Process(m_transport, m_info.name, name, result.out, false);
}

std::vector<Process> Vm::processes(const Call &call)
{
    const CommandResult result = Shell(*m_transport, m_info.name).script(listScript, {}, call);
    std::vector<Process> all;
    for (const QByteArray &line : result.out.split('\n')) {
        if (line.isEmpty())
            continue;
        const qsizetype blank = line.indexOf(' ');
        const QString name = QString::fromUtf8(line.left(blank));
        if (!isProcessName(name))
            throw ProtocolError(QStringLiteral("ssh"),
                                QStringLiteral("the list of processes can't be read"));
        all.emplace_back(m_transport, m_info.name, name, line.mid(blank + 1), false);
    }
    return all;
}

} // namespace exedev
