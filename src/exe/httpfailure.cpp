// SPDX-License-Identifier: MIT
#include "exe/httpfailure.h"

#include "exe/errortext.h"

namespace exedev {

void throwRefusal(const QString &operation, int status, const QByteArray &body)
{
    switch (status) {
    case 401:
        throw AuthenticationError(operation, status, body);
    case 403:
        throw PermissionDeniedError(operation, status, body);
    case 404:
        throw NotFoundError(operation, status, body);
    case 429:
        throw RateLimitError(operation, status, body);
    default:
        throw ApiError(operation, status, body);
    }
}

void throwSshRefusal(const QString &vm, const ApiError &error)
{
    if (error.status == 422) {
        const QString reason = errorText(error.body);
        if (reason == QStringLiteral("VM \"%1\" not found").arg(vm))
            throw NotFoundError(error.operation, 404, error.body);
        if (reason.startsWith(QStringLiteral("VM \"%1\" is not running").arg(vm)))
            throw VmNotRunningError(vm, error.body);
    }
    throwRefusal(error.operation, error.status, error.body);
}

void throwHttpFailure(const QString &operation, const sandglass::Failure &failure, const Call &call)
{
    using sandglass::ErrorKind;
    switch (failure.kind) {
    case ErrorKind::Cancelled:
        throw CancelledError(QStringLiteral("“%1” was stopped").arg(operation));
    case ErrorKind::TimedOut:
        if (call.deadline.hasExpired())
            throw TimeoutError(
                QStringLiteral("“%1” got no answer in the time allowed").arg(operation));
        throw NetworkError(operation, failure.text, true);
    case ErrorKind::NetworkEffectUnknown:
        throw NetworkError(operation, failure.text, true);
    case ErrorKind::NotRunning:
        throw NetworkError(operation, failure.text, false);
    case ErrorKind::Protocol:
    case ErrorKind::OutputLimit:
        throw ProtocolError(operation, oneLine(failure.text));
    default:
        throw InvalidArgumentError(oneLine(failure.text));
    }
}

} // namespace exedev
