// SPDX-License-Identifier: MIT
#include "exe/error.h"

#include "exe/errortext.h"

#include <QList>

namespace exedev {

namespace {

QString refusal(const QString &operation, int status, const QByteArray &body)
{
    const QString reason = errorText(body);
    const QString text =
        QStringLiteral("exe.dev refused “%1” with status %2").arg(operation).arg(status);
    return reason.isEmpty() ? text : text + QStringLiteral(": ") + reason;
}

QString commandFailure(const CommandResult &result)
{
    QString text = QStringLiteral("The command exited with status %1").arg(result.exitCode);
    const QList<QByteArray> lines = result.err.split('\n');
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        if (line->trimmed().isEmpty())
            continue;
        const QString last = oneLine(QString::fromUtf8(*line));
        return last.isEmpty() ? text : text + QStringLiteral(": ") + last;
    }
    return text;
}

QString setupFailure(const QString &result, std::optional<int> exitCode, std::optional<int> signal)
{
    if (result == QLatin1String("unsupported"))
        return QStringLiteral("did not run its setup script: its image does not run any");
    if (result == QLatin1String("not-run"))
        return QStringLiteral("did not run its setup script");
    if (exitCode)
        return QStringLiteral("has a setup script that failed with exit status %1").arg(*exitCode);
    if (signal)
        return QStringLiteral("has a setup script that was ended by signal %1").arg(*signal);
    return QStringLiteral("has a setup script that failed (%1)").arg(oneLine(result));
}

} // namespace

Error::Error(const QString &text)
    : m_text(text)
    , m_what(text.toUtf8())
{}

ApiError::ApiError(const QString &operation_, int status_, const QByteArray &body_)
    : ApiError(operation_, status_, body_, refusal(operation_, status_, body_))
{}

ApiError::ApiError(const QString &operation_, int status_, const QByteArray &body_,
                   const QString &text)
    : Error(text)
    , operation(operation_)
    , status(status_)
    , body(body_)
{}

VmNotRunningError::VmNotRunningError(const QString &vm_, const QByteArray &body_)
    : ApiError(QStringLiteral("ssh"), 422, body_,
               QStringLiteral("The VM %1 is not running, so it can't run commands").arg(vm_))
    , vm(vm_)
{}

NetworkError::NetworkError(const QString &operation_, const QString &reason, bool sent_)
    : Error(sent_ ? QStringLiteral("The connection failed during “%1” (%2); whether it took effect "
                                   "is unknown")
                        .arg(operation_, oneLine(reason))
                  : QStringLiteral("No connection for “%1” (%2); nothing was sent")
                        .arg(operation_, oneLine(reason)))
    , operation(operation_)
    , sent(sent_)
{}

ProtocolError::ProtocolError(const QString &operation_, const QString &reason)
    : Error(QStringLiteral("The answer to “%1” makes no sense: %2").arg(operation_, reason))
    , operation(operation_)
{}

CommandError::CommandError(const CommandResult &result_)
    : Error(commandFailure(result_))
    , result(result_)
{}

CommandInterruptedError::CommandInterruptedError(const QString &text, const CommandResult &soFar,
                                                 bool sent_, const QString &reason_)
    : Error(text)
    , out(soFar.out)
    , err(soFar.err)
    , sent(sent_)
    , reason(reason_)
{}

OutputLimitError::OutputLimitError(const CommandResult &soFar, qint64 limit_)
    : CommandInterruptedError(
          QStringLiteral("The command printed more than %1 bytes and was stopped").arg(limit_),
          soFar)
    , limit(limit_)
{}

CommandTimeoutError::CommandTimeoutError(const CommandResult &soFar)
    : CommandInterruptedError(
          QStringLiteral("The command did not end in the time allowed and was stopped"), soFar)
{}

ProcessLostError::ProcessLostError(const QString &process_, const QString &vm_)
    : Error(
          QStringLiteral("The process %1 of VM %2 ended without an exit status").arg(process_, vm_))
    , process(process_)
    , vm(vm_)
{}

VmReadyError::VmReadyError(const QString &vm_, const QString &failure, std::exception_ptr cause_)
    : Error(QStringLiteral("The VM %1 %2").arg(vm_, failure))
    , vm(vm_)
    , cause(std::move(cause_))
{}

VmSetupError::VmSetupError(const QString &vm_, const QString &result_, std::optional<int> exitCode_,
                           std::optional<int> signal_, const QByteArray &output_)
    : VmReadyError(vm_, setupFailure(result_, exitCode_, signal_))
    , result(result_)
    , exitCode(exitCode_)
    , signal(signal_)
    , output(output_)
{}

TimeoutError::TimeoutError(const QString &text, const QString &leftover_)
    : Error(text)
    , leftover(leftover_)
{}

CancelledError::CancelledError(const QString &text, const QString &leftover_)
    : Error(text)
    , leftover(leftover_)
{}

FileNotFoundError::FileNotFoundError(const QString &path_)
    : Error(QStringLiteral("There is no file %1 on the VM").arg(oneLine(path_)))
    , path(path_)
{}

IsADirectoryError::IsADirectoryError(const QString &path_)
    : Error(QStringLiteral("%1 is a folder on the VM, not a file").arg(oneLine(path_)))
    , path(path_)
{}

ProcessLookupError::ProcessLookupError(const QString &process_, const QString &vm)
    : Error(QStringLiteral("There is no process %1 on VM %2").arg(process_, vm))
    , process(process_)
{}

LocalFileError::LocalFileError(const QString &path_, const QString &reason)
    : Error(QStringLiteral("%1: %2").arg(oneLine(path_), oneLine(reason)))
    , path(path_)
{}

UnsafeArchiveError::UnsafeArchiveError(const QByteArray &entry_, const QString &reason)
    : Error(QStringLiteral("The archive from the VM was refused at “%1”: %2")
                .arg(oneLine(QString::fromUtf8(entry_)), reason))
    , entry(entry_)
{}

} // namespace exedev
