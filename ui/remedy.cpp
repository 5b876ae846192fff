// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/remedy.h"

#include <QCoreApplication>

namespace sandglass {

namespace {

Remedy settingsOf(FailedAt where)
{
    switch (where) {
    case FailedAt::ThisComputer:
        return Remedy::SandboxSettings;
    case FailedAt::ExeDev:
    case FailedAt::Gateway:
        return Remedy::ExeSettings;
    case FailedAt::ModelServer:
        return Remedy::ModelSettings;
    }
    return Remedy::None;
}

} // namespace

Remedy remedyFor(const Failure &failure, FailedAt where)
{
    switch (failure.kind) {
    case ErrorKind::Auth:
    case ErrorKind::Permission:
    case ErrorKind::NotRunning:
    case ErrorKind::SetupFailed:
    case ErrorKind::Unsupported:
        return settingsOf(where);
    case ErrorKind::NotFound: // a model, or a server's address; else a file
        return where == FailedAt::ModelServer ? Remedy::ModelSettings : Remedy::None;
    case ErrorKind::Protocol:
    case ErrorKind::NetworkEffectUnknown:
        return Remedy::ShowLog;
    case ErrorKind::OutputLimit: // no more VMs for this account
        return where == FailedAt::ExeDev ? Remedy::Sandboxes : Remedy::None;
    case ErrorKind::RateLimited:
    case ErrorKind::TimedOut:
    case ErrorKind::Interrupted:
    case ErrorKind::File:
    case ErrorKind::InvalidInput:
    case ErrorKind::Cancelled:
        break;
    }
    return Remedy::None;
}

QString remedyText(Remedy remedy)
{
    const auto tr = [](const char *text) {
        return QCoreApplication::translate("remedy", text);
    };
    switch (remedy) {
    case Remedy::ModelSettings:
        return tr("Model settings…");
    case Remedy::SandboxSettings:
        return tr("Sandbox settings…");
    case Remedy::ExeSettings:
        return tr("exe.dev settings…");
    case Remedy::Sandboxes:
        return tr("Sandboxes…");
    case Remedy::ShowLog:
        return tr("Show log");
    case Remedy::None:
        break;
    }
    return {};
}

} // namespace sandglass
