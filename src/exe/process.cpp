// SPDX-License-Identifier: MIT
#include "exe/process.h"

#include "exe/error.h"
#include "exe/exelog.h"
#include "exe/names.h"
#include "exe/pause.h"
#include "exe/scripts.h"
#include "exe/shell.h"

#include <utility>

namespace exedev {

namespace {

/// One attempt to wait; nothing where the connection was lost, so that it can be made again.
std::optional<CommandResult> attempt(Transport &transport, const SshRequest &request,
                                     const Call &call)
{
    try {
        return transport.ssh(request, call);
    } catch (const OutputLimitError &) {
        throw;
    } catch (const CommandTimeoutError &) {
        throw TimeoutError(QStringLiteral("The process still runs"));
    } catch (const CommandInterruptedError &) {
        return std::nullopt;
    } catch (const NetworkError &) {
        return std::nullopt;
    }
}

} // namespace

Process::Process(std::shared_ptr<Transport> transport, const QString &vm, const QString &name,
                 const QByteArray &state, bool isOwned)
    : m_transport(std::move(transport))
    , m_vm(vm)
    , m_name(name)
    , m_isOwned(isOwned)
{
    takeState(state);
}

Process::~Process()
{
    end();
}

Process::Process(Process &&other) noexcept
    : m_transport(std::move(other.m_transport))
    , m_vm(std::move(other.m_vm))
    , m_name(std::move(other.m_name))
    , m_pid(other.m_pid)
    , m_exitCode(other.m_exitCode)
    , m_isLost(other.m_isLost)
    , m_isOwned(std::exchange(other.m_isOwned, false))
{}

Process &Process::operator=(Process &&other) noexcept
{
    if (this == &other)
        return *this;
    end();
    m_transport = std::move(other.m_transport);
    m_vm = std::move(other.m_vm);
    m_name = std::move(other.m_name);
    m_pid = other.m_pid;
    m_exitCode = other.m_exitCode;
    m_isLost = other.m_isLost;
    m_isOwned = std::exchange(other.m_isOwned, false);
    return *this;
}

void Process::end() noexcept
{
    if (!std::exchange(m_isOwned, false) || m_exitCode || m_isLost)
        return;
    try {
        sendSignal(QStringLiteral("KILL"), within({}, std::chrono::seconds(30)));
    } catch (const std::exception &error) {
        // A destructor can't throw. That the VM is gone or paused is no news to its owner.
        qCInfo(lcExe).noquote() << "The process" << m_name << "was not ended:" << error.what();
    }
}

void Process::takeState(const QByteArray &state)
{
    const QByteArrayList words = state.trimmed().split(' ');
    bool isPid = false;
    bool isCode = false;
    m_pid = words.first().toLongLong(&isPid);
    const QByteArray word = words.value(1);
    if (word == "exited")
        m_exitCode = words.value(2).toInt(&isCode);
    m_isLost = word == "lost";
    if (!isPid || m_pid < 0 || (word == "exited" && !isCode) ||
        (word != "exited" && word != "lost" && word != "running"))
        throw ProtocolError(QStringLiteral("ssh"),
                            QStringLiteral("the state of a process can't be read"));
}

std::optional<int> Process::poll(const Call &call)
{
    if (m_exitCode)
        return m_exitCode;
    const CommandResult result =
        Shell(*m_transport, m_vm).script(stateScript, {m_name.toUtf8()}, call, {missing});
    if (result.exitCode == missing)
        throw ProcessLookupError(m_name, m_vm);
    takeState(result.out);
    if (m_isLost)
        throw ProcessLostError(m_name, m_vm);
    return m_exitCode;
}

CommandResult Process::wait(const WaitOptions &options, const Call &call)
{
    if (options.timeout && options.timeout->count() < 0)
        throw InvalidArgumentError(QStringLiteral("The time to wait is negative"));
    const Call waiting = options.timeout ? within(call, *options.timeout) : call;
    const QByteArray nonce = uniqueName({}).toLatin1();
    SshRequest request;
    request.vm = m_vm;
    request.remote =
        scriptCommand(waitScript, {m_name.toUtf8(), nonce, options.capture ? "yes" : "no"});
    request.maxOutput = options.maxOutput;
    Backoff backoff;
    std::optional<CommandResult> result;
    while (!(result = attempt(*m_transport, request, waiting)))
        pauseFor(backoff.next(), waiting);
    if (result->out == nonce + " missing\n")
        throw ProcessLookupError(m_name, m_vm);
    if (result->out == nonce + " lost\n") {
        m_isLost = true;
        throw ProcessLostError(m_name, m_vm);
    }
    m_exitCode = result->exitCode;
    if (options.check && !result->ok())
        throw CommandError(*result);
    return *std::move(result);
}

CommandResult Process::logs(std::optional<int> tail, const Call &call)
{
    if (tail && *tail < 0)
        throw InvalidArgumentError(QStringLiteral("The number of lines is negative"));
    const QByteArray lines = tail ? QByteArray::number(*tail) : QByteArray();
    CommandResult result =
        Shell(*m_transport, m_vm).script(logsScript, {m_name.toUtf8(), lines}, call, {missing});
    if (result.exitCode == missing)
        throw ProcessLookupError(m_name, m_vm);
    return result;
}

void Process::terminate(const Call &call)
{
    sendSignal(QStringLiteral("TERM"), call);
}

void Process::kill(const Call &call)
{
    sendSignal(QStringLiteral("KILL"), call);
}

void Process::sendSignal(const QString &signal, const Call &call)
{
    if (!isSignal(signal))
        throw InvalidArgumentError(QStringLiteral("“%1” is no signal").arg(signal));
    // Some shells know the names only without SIG.
    const QString name = signal.startsWith(QLatin1String("SIG")) ? signal.mid(3) : signal;
    const CommandResult result =
        Shell(*m_transport, m_vm)
            .script(signalScript, {m_name.toUtf8(), name.toUtf8()}, call, {missing});
    if (result.exitCode == missing)
        throw ProcessLookupError(m_name, m_vm);
}

} // namespace exedev
