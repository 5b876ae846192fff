// SPDX-License-Identifier: MIT
#include "exe/failure.h"

#include "exe/error.h"

namespace exedev {

using sandglass::ErrorKind;
using sandglass::Failure;

namespace {

const QString checkNetwork =
    QStringLiteral("Check the network connection and the address of exe.dev, then try again.");

Failure lost(const Error &error, bool sent)
{
    return {sent ? ErrorKind::NetworkEffectUnknown : ErrorKind::NotRunning, error.text() + u'.',
            checkNetwork};
}

std::optional<Failure> refusal(const Error &error)
{
    const QString newToken = QStringLiteral("Give Sandglass a new token for exe.dev.");
    if (dynamic_cast<const AuthenticationError *>(&error))
        return Failure{
            ErrorKind::Auth,
            QStringLiteral("exe.dev refused the token: it is wrong, expired or revoked."),
            newToken};
    if (const auto *denied = dynamic_cast<const PermissionDeniedError *>(&error))
        return Failure{
            ErrorKind::Permission,
            QStringLiteral("The token for exe.dev may not run “%1”.").arg(denied->operation),
            newToken};
    if (dynamic_cast<const RateLimitError *>(&error))
        return Failure{ErrorKind::RateLimited, QStringLiteral("exe.dev gets too many requests."),
                       QStringLiteral("Wait a minute and try again.")};
    if (dynamic_cast<const NotFoundError *>(&error))
        return Failure{ErrorKind::NotFound, error.text() + u'.',
                       QStringLiteral("It was deleted, or the token doesn't see it.")};
    const auto *refused = dynamic_cast<const ApiError *>(&error);
    if (refused && refused->status == 422 && refused->body.toLower().contains("limit") &&
        (refused->operation == QLatin1String("new") || refused->operation == QLatin1String("cp")))
        return Failure{ErrorKind::OutputLimit,
                       QStringLiteral("exe.dev makes no more VMs for this account: its limit is "
                                      "reached."),
                       QStringLiteral("Delete sandboxes that aren't needed any more (paused ones "
                                      "count, too), then try again.")};
    if (dynamic_cast<const VmNotRunningError *>(&error))
        return Failure{ErrorKind::NotRunning, error.text() + u'.', QStringLiteral("Try again.")};
    return std::nullopt;
}

std::optional<Failure> end(const Error &error)
{
    if (const auto *network = dynamic_cast<const NetworkError *>(&error))
        return lost(error, network->sent);
    if (dynamic_cast<const CancelledError *>(&error))
        return Failure{ErrorKind::Cancelled, error.text() + u'.', {}};
    if (dynamic_cast<const TimeoutError *>(&error) ||
        dynamic_cast<const CommandTimeoutError *>(&error))
        return Failure{ErrorKind::TimedOut, error.text() + u'.', QStringLiteral("Try again.")};
    if (dynamic_cast<const OutputLimitError *>(&error))
        return Failure{ErrorKind::OutputLimit, error.text() + u'.', {}};
    if (const auto *broken = dynamic_cast<const CommandInterruptedError *>(&error))
        return lost(error, broken->sent);
    return std::nullopt;
}

} // namespace

Failure failureOf(const Error &error)
{
    if (const auto failure = refusal(error))
        return *failure;
    if (const auto failure = end(error))
        return *failure;
    if (dynamic_cast<const InvalidArgumentError *>(&error))
        return {ErrorKind::InvalidInput, error.text() + u'.', {}};
    if (dynamic_cast<const VmReadyError *>(&error))
        return {ErrorKind::SetupFailed, error.text() + u'.', QStringLiteral("Try again.")};
    if (dynamic_cast<const LocalFileError *>(&error))
        return {ErrorKind::File, error.text() + u'.',
                QStringLiteral("Check that the disk has room and that the folder may be written.")};
    return {ErrorKind::Protocol, error.text() + u'.',
            QStringLiteral("Try again; if it stays, look at https://exe.dev for news.")};
}

} // namespace exedev
