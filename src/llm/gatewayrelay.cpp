// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/gatewayrelay.h"

#include "base/error.h"
#include "base/log.h"
#include "base/neterror.h"
#include "exe/error.h"
#include "exe/failure.h"
#include "exe/names.h"
#include "llm/gatewayanswer.h"
#include "llm/gatewayscripts.h"

namespace sandglass {

namespace {

constexpr qsizetype mostErrorText = 4096;

struct Enough
{};

/// "curl: (7) Failed to connect …", made fit for a sentence.
QString lastLine(const QByteArray &text)
{
    const QString line = redacted(QString::fromUtf8(text.trimmed().split('\n').last()), 200);
    return line.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(line);
}

/// How curl ended, but for 0.
Failure curlFailure(int status, const QByteArray &text, const QUrl &url, const QString &vm)
{
    const QString said = lastLine(text);
    const QString server = serverName(url);
    switch (status) {
    case noMemoryFile:
        return {ErrorKind::File,
                QStringLiteral("The request to the model could not be kept in the memory of the "
                               "relay VM %1%2.")
                    .arg(vm, said),
                QStringLiteral("Restart that VM, or delete it: another is made.")};
    case noSuchCommand:
        return {ErrorKind::SetupFailed,
                QStringLiteral("The relay VM %1 has no curl, by which the model is asked.").arg(vm),
                QStringLiteral("Install curl there, or name another VM.")};
    case 28:
        return {
            ErrorKind::TimedOut,
            QStringLiteral("The LLM gateway at %1 was silent for too long%2.").arg(server, said),
            QStringLiteral("Ask again; if it stays, choose another model.")};
    case 1: // no such scheme, host, connection or certificate: nothing was sent
    case 3:
    case 5:
    case 6:
    case 7:
    case 35:
    case 60:
        return {ErrorKind::NotRunning,
                QStringLiteral("The LLM gateway at %1 can't be reached from the relay VM %2%3.")
                    .arg(server, vm, said),
                QStringLiteral("Look at https://exe.dev whether the integration “llm” is attached "
                               "to that VM, and check the gateway's address.")};
    default:
        return lostFailure(url,
                           QStringLiteral("curl ended with status %1%2").arg(status).arg(said));
    }
}

} // namespace

GatewayRelay::GatewayRelay(const exedev::ClientOptions &options, const RelayVm::Choice &choice)
    : m_client(options)
    , m_vm(m_client, choice)
{}

void GatewayRelay::prepare(std::stop_token stop, const RelayVm::OnStep &onStep)
{
    exedev::Call call;
    call.stop = std::move(stop);
    try {
        m_vm.running(call, onStep);
    } catch (const exedev::Error &error) {
        m_vm.forget();
        throw Error(exedev::failureOf(error));
    }
}

HttpReply GatewayRelay::send(const HttpRequest &request, std::stop_token stop,
                             const HttpCall::OnChunk &onChunk)
{
    exedev::Call call;
    call.stop = std::move(stop);
    const qint64 time = request.deadline.isForever() ? -1 : request.deadline.remainingTime();
    try {
        for (bool isSecond = false;; isSecond = true) {
            call.deadline = QDeadlineTimer(QDeadlineTimer::Forever);
            exedev::Vm &vm = m_vm.running(call);
            if (time >= 0)
                call.deadline = QDeadlineTimer(time);
            try {
                return exchange(vm, request, call, onChunk);
            } catch (const exedev::ApiError &error) {
                // It was paused or deleted since we looked, so nothing was asked.
                const bool isAway = dynamic_cast<const exedev::VmNotRunningError *>(&error) ||
                                    dynamic_cast<const exedev::NotFoundError *>(&error);
                m_vm.forget();
                if (!isAway || isSecond)
                    throw;
            }
        }
    } catch (const exedev::Error &error) {
        throw Error(exedev::failureOf(error));
    }
}

HttpReply GatewayRelay::exchange(exedev::Vm &vm, const HttpRequest &request,
                                 const exedev::Call &call, const HttpCall::OnChunk &onChunk)
{
    const GatewayCommands commands =
        gatewayCommands(request, exedev::uniqueName(QStringLiteral("/dev/shm/sandglass-")));
    runParts(vm, commands, call);
    GatewayAnswer answer(request, onChunk);
    QByteArray errorText;
    exedev::RunOptions options;
    options.capture = false;
    options.onStdoutBytes = [&](const QByteArray &bytes) {
        if (!answer.feed(bytes))
            throw Enough();
    };
    options.onStderrBytes = [&](const QByteArray &bytes) {
        errorText = (errorText + bytes).right(mostErrorText);
    };
    try {
        const int status = vm.run(commands.send, options, call).exitCode;
        if (status != 0)
            throw Error(curlFailure(status, errorText, request.url, vm.name()));
    } catch (const Enough &) {
        return answer.reply(); // closing the connection has ended curl
    }
    if (!answer.hasHead())
        throw Error(ErrorKind::Protocol, QStringLiteral("The LLM gateway's answer was empty."),
                    QStringLiteral("Ask again."));
    return answer.reply();
}

void GatewayRelay::runParts(exedev::Vm &vm, const GatewayCommands &commands,
                            const exedev::Call &call)
{
    try {
        for (const QStringList &part : commands.parts) {
            const exedev::CommandResult result = vm.run(part, {}, call);
            if (!result.ok())
                throw Error(curlFailure(noMemoryFile, result.err, {}, vm.name()));
        }
    } catch (...) {
        exedev::Call cleaning;
        cleaning.deadline = QDeadlineTimer(5000);
        try {
            vm.run(commands.remove, {}, cleaning);
        } catch (const exedev::Error &error) {
            qCInfo(lcModel).noquote() << "a request was left in the relay VM:" << error.text();
        }
        throw;
    }
}

} // namespace sandglass
