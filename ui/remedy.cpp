// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/remedy.h"

#include <QCoreApplication>

namespace sandglass {

namespace {

/// The token for exe.dev, or the way to the model there.
bool isAboutExe(const Failure &failure)
{
    const bool isAboutAccess =
        failure.kind == ErrorKind::Auth || failure.kind == ErrorKind::Permission;
    return (isAboutAccess && failure.text.contains(QLatin1String("exe.dev"))) ||
           failure.text.contains(QLatin1String("LLM gateway"));
}

} // namespace

Remedy remedyFor(const Failure &failure)
{
    if (isAboutExe(failure))
        return Remedy::ExeSettings;
    switch (failure.kind) {
    case ErrorKind::Auth:
    case ErrorKind::Permission:
    case ErrorKind::NotRunning:
    case ErrorKind::SetupFailed:
    case ErrorKind::Unsupported:
        return Remedy::SandboxSettings;
    case ErrorKind::Protocol:
    case ErrorKind::NetworkEffectUnknown:
        return Remedy::ShowLog;
    case ErrorKind::NotFound: // a file: there is nothing to set up
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

Remedy remedyForAnswer(const Failure &failure)
{
    if (isAboutExe(failure))
        return Remedy::ExeSettings;
    switch (failure.kind) {
    case ErrorKind::Auth:
    case ErrorKind::Permission:
    case ErrorKind::NotFound: // the model, or the server's address
    case ErrorKind::NotRunning:
        return Remedy::ModelSettings;
    default:
        return remedyFor(failure); // a cell of the answer could not be run
    }
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
    case Remedy::ShowLog:
        return tr("Show log");
    case Remedy::None:
        break;
    }
    return {};
}

} // namespace sandglass
