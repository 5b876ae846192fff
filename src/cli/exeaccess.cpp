// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/exeaccess.h"

#include "app/modelendpoint.h"
#include "app/tokenrights.h"
#include "base/worker.h"
#include "cli/keychainread.h"
#include "exe/error.h"
#include "exe/failure.h"

#include <QEventLoop>

#include <algorithm>
#include <exception>

namespace sandglass::cli {

namespace {

QString newTokenRemedy()
{
    return QStringLiteral("Make a token with: %1. Then set EXE_TOKEN to it.")
        .arg(newTokenCommand());
}

} // namespace

ExeAccess exeAccess(const Settings &settings, const Secret &environmentToken)
{
    const QString named = qEnvironmentVariable("SANDGLASS_EXE_URL").trimmed();
    // The settings said so and kept another address, to which this token must not go.
    if (!named.isEmpty() && settings.exeUrl != QUrl(named, QUrl::StrictMode))
        return {settings.exeUrl,
                {},
                Failure{ErrorKind::InvalidInput,
                        QStringLiteral("SANDGLASS_EXE_URL is no address that may be used, so "
                                       "exe.dev was not asked."),
                        QStringLiteral("It must begin with https://, or with http:// where it is "
                                       "this machine.")}};
    if (!environmentToken.isEmpty() || !isSameOrigin(settings.exeUrl, Settings().exeUrl))
        return {settings.exeUrl, environmentToken, {}};
    using Kind = Keychain::Result::Kind;
    const Keychain::Result read = readKeychain(Keychain::exeTokenKey());
    if (read.kind != Kind::Denied && read.kind != Kind::TimedOut)
        return {settings.exeUrl, read.value, {}};
    return {settings.exeUrl,
            {},
            Failure{ErrorKind::Auth,
                    QStringLiteral("The token for exe.dev could not be read. ") + read.text,
                    QStringLiteral("Unlock the keychain, or set EXE_TOKEN for this time.")}};
}

void requireToken(const ExeAccess &access)
{
    if (access.trouble)
        throw Error(*access.trouble);
    if (access.token.isEmpty())
        throw Error(ErrorKind::Auth, QStringLiteral("No token for exe.dev is set."),
                    newTokenRemedy());
}

exedev::Client exeClient(const ExeAccess &access)
{
    requireToken(access);
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

QStringList tokenLosses(const ExeAccess &access, std::stop_token stop)
{
    exedev::Call call;
    call.stop = std::move(stop);
    exedev::Client client = exeClient(access);
    QStringList losses = tokenRights(client, call).losses();
    if (!losses.isEmpty())
        losses << newTokenRemedy();
    return losses;
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
    Failure failure = exedev::failureOf(error);
    if (failure.kind == ErrorKind::Auth || failure.kind == ErrorKind::Permission)
        failure.remedy = newTokenRemedy();
    return failure;
}

bool isSandbox(const exedev::Vm &vm)
{
    return vm.comment().section(u' ', 0, 0) == QLatin1String("code-interpreter");
}

} // namespace sandglass::cli
