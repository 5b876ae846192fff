// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QByteArray>
#include <QString>

#include <exception>
#include <optional>

namespace exedev {

/// Everything that this library throws. Statuses and their meaning are those of exe.dev's page
/// https://exe.dev/docs/https-api; which error of which answer, and the texts by which `ssh` tells
/// a missing VM and one that doesn't run, are as in the official SDK (exedev 0.4.0). The message is
/// one line and holds neither the token nor a command line nor a command's output. What may hold
/// secrets (`body`, `reason`, `out`, `err`, `output`) stands in fields of its own.
class Error : public std::exception
{
public:
    explicit Error(const QString &text);

    const QString &text() const noexcept { return m_text; }
    const char *what() const noexcept override { return m_what.constData(); }

private:
    QString m_text;
    QByteArray m_what;
};

/// An argument that can't be right. Nothing was sent.
class InvalidArgumentError : public Error
{
public:
    using Error::Error;
};

/// The server refused the request, or the command failed there: 422 and whatever has no class of
/// its own. After a 500 or 504 (30 s; not `ssh`) its effect is unknown.
class ApiError : public Error
{
public:
    ApiError(const QString &operation, int status, const QByteArray &body);

    QString operation; ///< "new", "share show", …
    int status = 0;    ///< the HTTP status; 404 also for a VM that doesn't exist
    QByteArray body;   ///< all that the server said

protected:
    ApiError(const QString &operation, int status, const QByteArray &body, const QString &text);
};

/// 401: the token is malformed, unknown, expired or revoked. Nothing ran.
class AuthenticationError : public ApiError
{
public:
    using ApiError::ApiError;
};

/// 403: the token may not run this command. Nothing ran.
class PermissionDeniedError : public ApiError
{
public:
    using ApiError::ApiError;
};

/// There is no such VM, or none that the token can see; or no such command. Nothing ran.
class NotFoundError : public ApiError
{
public:
    using ApiError::ApiError;
};

/// 429 after all retries. Nothing ran.
class RateLimitError : public ApiError
{
public:
    using ApiError::ApiError;
};

/// The VM is paused (resume() it) or stopped (restart() it). Nothing ran.
class VmNotRunningError : public ApiError
{
public:
    VmNotRunningError(const QString &vm, const QByteArray &body);

    QString vm;
};

/// No complete answer came.
class NetworkError : public Error
{
public:
    NetworkError(const QString &operation, const QString &reason, bool sent);

    QString operation;
    bool sent = true; ///< true: whether the command took effect is unknown; false: it didn't
};

/// An answer that makes no sense. Whether the command took effect is unknown.
class ProtocolError : public Error
{
public:
    ProtocolError(const QString &operation, const QString &reason);

    QString operation;
};

/// `check` was asked for and the command exited with another status than 0. The message ends with
/// the last line of its standard error.
class CommandError : public Error
{
public:
    explicit CommandError(const CommandResult &result);

    CommandResult result;
};

/// The exit status of a command is unknown: the connection ended before it came.
class CommandInterruptedError : public Error
{
public:
    CommandInterruptedError(const QString &text, const CommandResult &soFar, bool sent = true,
                            const QString &reason = {});

    QByteArray out;   ///< what was captured: a beginning
    QByteArray err;   ///< likewise
    bool sent = true; ///< false: no connection could be made, so nothing ran
    QString reason;   ///< the server's words, if it sent any
};

/// More output than `maxOutput`; closing the connection stopped the command.
class OutputLimitError : public CommandInterruptedError
{
public:
    OutputLimitError(const CommandResult &soFar, qint64 limit);

    qint64 limit = 0; ///< bytes
};

/// A command's time was up; it and all that it started were stopped.
class CommandTimeoutError : public CommandInterruptedError
{
public:
    explicit CommandTimeoutError(const CommandResult &soFar);
};

/// A spawned process ended without a status: the VM restarted, or its monitor was killed.
class ProcessLostError : public Error
{
public:
    ProcessLostError(const QString &process, const QString &vm);

    QString process;
    QString vm;
};

/// A VM didn't become ready to run commands.
class VmReadyError : public Error
{
public:
    VmReadyError(const QString &vm, const QString &failure, std::exception_ptr cause = {});

    QString vm;               ///< its name
    std::exception_ptr cause; ///< what the last attempt met; may be null
    bool kept = true;         ///< false: create() or copy() has deleted the VM
};

/// A VM's setup script failed or didn't run.
class VmSetupError : public VmReadyError
{
public:
    VmSetupError(const QString &vm, const QString &result, std::optional<int> exitCode,
                 std::optional<int> signal, const QByteArray &output);

    QString result; ///< systemd's word, "unsupported" or "not-run"
    std::optional<int> exitCode;
    std::optional<int> signal;
    QByteArray output; ///< the end of what the script printed
};

/// The call's deadline passed. Where a command was under way its effect is unknown; a process that
/// was waited for runs on.
class TimeoutError : public Error
{
public:
    explicit TimeoutError(const QString &text, const QString &leftover = {});

    QString leftover; ///< name of a VM that was made and could not be removed, or empty
};

/// The caller's stop request ended the call.
class CancelledError : public Error
{
public:
    explicit CancelledError(const QString &text, const QString &leftover = {});

    QString leftover; ///< name of a VM that could not be removed, or empty
};

/// A file or folder on the VM that doesn't exist.
class FileNotFoundError : public Error
{
public:
    explicit FileNotFoundError(const QString &path);

    QString path;
};

/// A folder on the VM where a file was expected.
class IsADirectoryError : public Error
{
public:
    explicit IsADirectoryError(const QString &path);

    QString path;
};

/// No process of that name was spawned.
class ProcessLookupError : public Error
{
public:
    ProcessLookupError(const QString &process, const QString &vm);

    QString process;
};

/// A file on this machine couldn't be read or written.
class LocalFileError : public Error
{
public:
    LocalFileError(const QString &path, const QString &reason);

    QString path;
};

/// An archive from a VM that would write outside its target, or isn't plain files and folders, or
/// is too large. What came before the bad entry stays inside the target.
class UnsafeArchiveError : public Error
{
public:
    UnsafeArchiveError(const QByteArray &entry, const QString &reason);

    QByteArray entry;
};

} // namespace exedev
