// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/health.h"

#include "app/tokenrights.h"
#include "app/trialcell.h"

namespace sandglass {

namespace {

constexpr std::chrono::seconds shortTime(30);
constexpr std::chrono::minutes longTime(3); ///< a VM or a Python environment may be made

} // namespace

Health::Health(Needs needs, QObject *parent)
    : QObject(parent)
    , m_needs(std::move(needs))
{}

void Health::checkExe(const Checks::OnResult &onResult)
{
    if (m_needs.exeToken.isEmpty()) {
        const bool isNeeded = m_needs.settings.sandbox == Settings::SandboxKind::Exe ||
                              m_needs.settings.provider == Settings::Provider::Gateway;
        onResult({{},
                  Failure{isNeeded ? ErrorKind::Auth : ErrorKind::NotFound,
                          tr("No token for exe.dev is set."),
                          tr("It is only needed for VMs and models there: see “exe.dev”.")}});
        return;
    }
    const Failure late{ErrorKind::TimedOut, tr("exe.dev didn't answer in time."),
                       tr("Check the network connection.")};
    m_checks.run(tokenRightsJob(m_needs.settings.exeUrl, m_needs.exeToken), shortTime, late,
                 [onResult](Checks::Result result) {
                     const QStringList losses = TokenRights{result.found}.losses();
                     if (!losses.isEmpty())
                         result.failure = {ErrorKind::Permission, losses.join(u' '),
                                           tr("A new token can do all: see “exe.dev”.")};
                     onResult({{}, result.failure});
                 });
}

void Health::checkModel(const Checks::OnResult &onResult)
{
    if (m_needs.settings.provider == Settings::Provider::Builtin) {
        onResult({{tr("The built-in examples answer; they need nothing.")}, {}});
        return;
    }
    const bool isGateway = m_needs.settings.provider == Settings::Provider::Gateway;
    const Failure late{ErrorKind::TimedOut, tr("The model's server didn't answer in time."),
                       tr("Check that it runs and that the address is right.")};
    m_checks.run(
        [needs = m_needs, isGateway](std::stop_token stop) {
            return needs.makeModel(needs.settings, isGateway ? needs.exeToken : needs.modelKey)
                ->models(stop)
                .mid(0, 5);
        },
        isGateway ? longTime : shortTime, late, onResult);
}

void Health::checkKeychain(const Checks::OnResult &onResult)
{
    m_keychain.read(Keychain::exeTokenKey(), [onResult](const Keychain::Result &result) {
        using Kind = Keychain::Result::Kind;
        if (result.kind == Kind::Done || result.kind == Kind::Absent)
            onResult({});
        else
            onResult({{}, Failure{ErrorKind::NotRunning, result.text, {}}});
    });
}

void Health::checkSandbox(const Checks::OnResult &onResult)
{
    const Failure late{ErrorKind::TimedOut, tr("A cell did not run in time."),
                       tr("Try again; if it stays, look at the log.")};
    m_checks.run(
        [make = m_needs.sandbox](std::stop_token stop) {
            runTrialCell(make, stop);
            return QStringList();
        },
        longTime, late, onResult);
}

} // namespace sandglass
