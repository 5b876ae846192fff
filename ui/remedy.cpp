// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/remedy.h"

#include <QCoreApplication>

namespace sandglass {

Remedy remedyFor(const Failure &failure)
{
    switch (failure.kind) {
    case ErrorKind::Auth:
    case ErrorKind::Permission:
        return Remedy::ModelSettings;
    case ErrorKind::NotFound:
        // A model or a server that isn't there; a missing file can't be set up.
        return failure.remedy.contains(QLatin1String("Settings")) ? Remedy::ModelSettings
                                                                  : Remedy::None;
    case ErrorKind::NotRunning:
        return Remedy::ModelSettings;
    case ErrorKind::SetupFailed:
    case ErrorKind::Unsupported:
        return Remedy::SandboxSettings;
    case ErrorKind::Protocol:
    case ErrorKind::NetworkEffectUnknown:
        return Remedy::ShowLog;
    case ErrorKind::RateLimited:
    case ErrorKind::TimedOut:
    case ErrorKind::Interrupted:
    case ErrorKind::OutputLimit:
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
    case Remedy::ShowLog:
        return tr("Show log");
    case Remedy::None:
        break;
    }
    return {};
}

} // namespace sandglass
