// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/exeaccess.h"

#include "app/modelendpoint.h"
#include "base/worker.h"
#include "cli/keychainread.h"
#include "exe/error.h"

#include <QEventLoop>

#include <algorithm>
#include <exception>

namespace sandglass::cli {

namespace {

QString newTokenRemedy()
{
    return QStringLiteral(
        "Make a token with: ssh exe.dev ssh-key generate-api-key --label=code-interpreter "
        "--tag=code-sandbox --cmds=new,ls,rm,ssh,cp,pause,resume,comment --exp=1y. Then set "
        "EXE_TOKEN to it.");
}

} // namespace

ExeAccess exeAccess(const Settings &settings, const Secret &environmentToken)
{
    const QString named = qEnvironmentVariable("SANDGLASS_EXE_URL").trimmed();
    // The settings said so and kept another address, to which this token must not go.
    if (!named.isEmpty() && settings.exeUrl != QUrl(named, QUrl::StrictMode))
        throw Error(ErrorKind::InvalidInput,
                    QStringLiteral("SANDGLASS_EXE_URL is no address that may be used, so exe.dev "
                                   "was not asked."),
                    QStringLiteral("It must begin with https://, or with http:// where it is this "
                                   "machine."));
    if (!environmentToken.isEmpty() || !isSameOrigin(settings.exeUrl, Settings().exeUrl))
        return {settings.exeUrl, environmentToken, {}};
    using Kind = Keychain::Result::Kind;
    const Keychain::Result read = readKeychain(Keychain::exeTokenKey());
    const bool isShut = read.kind == Kind::Denied || read.kind == Kind::TimedOut;
    return {settings.exeUrl, read.value, isShut ? read.text : QString()};
}

exedev::Client exeClient(const ExeAccess &access)
{
    if (!access.trouble.isEmpty())
        throw Error(ErrorKind::Auth,
                    QStringLiteral("The token for exe.dev could not be read. ") + access.trouble,
                    QStringLiteral("Unlock the keychain, or set EXE_TOKEN for this time."));
    if (access.token.isEmpty())
        throw Error(ErrorKind::Auth, QStringLiteral("No token for exe.dev is set."),
                    newTokenRemedy());
    exedev::ClientOptions options;
    options.token = access.token.exposed();
    options.baseUrl = access.url;
    try {
        return exedev::Client(options);
    } catch (const exedev::Error &error) {
        throw Error(exeFailure(error));
    }
}

void onExe(const ExeAccess &access, Interrupts &interrupts,
           const std::function<void(exedev::Client &, const exedev::Call &)> &job)
{
    exedev::Client client = exeClient(access);
    std::exception_ptr failure;
    QEventLoop loop;
    Worker worker(QStringLiteral("exe.dev"));
    QObject::connect(&interrupts, &Interrupts::interrupted, &loop, [&] { worker.stop(); });
    worker.post([&](std::stop_token stop) {
        exedev::Call call;
        call.stop = stop;
        try {
            job(client, call);
        } catch (const exedev::Error &error) {
            failure = std::make_exception_ptr(Error(exeFailure(error)));
        }
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit);
    });
    loop.exec();
    if (failure)
        std::rethrow_exception(failure);
}

int countSandboxes(const ExeAccess &access, std::stop_token stop)
{
    exedev::Call call;
    call.stop = std::move(stop);
    exedev::Client client = exeClient(access);
    try {
        const std::vector<exedev::Vm> all = client.vms({}, call);
        return static_cast<int>(std::count_if(all.begin(), all.end(), isSandbox));
    } catch (const exedev::Error &error) {
        throw Error(exeFailure(error));
    }
}

Failure exeFailure(const exedev::Error &error)
{
    if (dynamic_cast<const exedev::AuthenticationError *>(&error))
        return {ErrorKind::Auth,
                QStringLiteral("exe.dev refused the token: it is wrong, expired or revoked."),
                newTokenRemedy()};
    if (const auto *denied = dynamic_cast<const exedev::PermissionDeniedError *>(&error))
        return {ErrorKind::Permission,
                QStringLiteral("The token for exe.dev may not run “%1”.").arg(denied->operation),
                newTokenRemedy()};
    if (dynamic_cast<const exedev::RateLimitError *>(&error))
        return {ErrorKind::RateLimited, QStringLiteral("exe.dev gets too many requests."),
                QStringLiteral("Wait a minute and try again.")};
    if (const auto *lost = dynamic_cast<const exedev::NetworkError *>(&error))
        return {lost->sent ? ErrorKind::NetworkEffectUnknown : ErrorKind::NotRunning,
                error.text() + u'.',
                QStringLiteral("Check the network connection and the address of exe.dev.")};
    if (dynamic_cast<const exedev::CancelledError *>(&error))
        return {ErrorKind::Cancelled, error.text() + u'.', {}};
    if (dynamic_cast<const exedev::InvalidArgumentError *>(&error))
        return {ErrorKind::InvalidInput, error.text() + u'.', {}};
    return {ErrorKind::Protocol, error.text() + u'.',
            QStringLiteral("Try again; if it stays, look at https://exe.dev for news.")};
}

bool isSandbox(const exedev::Vm &vm)
{
    return vm.comment().section(u' ', 0, 0) == QLatin1String("code-interpreter");
}

} // namespace sandglass::cli
