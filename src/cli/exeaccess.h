// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"
#include "base/error.h"
#include "base/secret.h"
#include "cli/interrupts.h"
#include "exe/client.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace exedev {
class Error;
}

namespace sandglass::cli {

/// Where exe.dev is and as whom it is asked.
struct ExeAccess
{
    QUrl url;
    Secret token;                   ///< empty: the person has set none, or `trouble`
    std::optional<Failure> trouble; ///< why exe.dev can't be asked, whatever the token
};

/// The address of the settings, and the token of the environment or else the keychain's, which
/// belongs to exe.dev itself and is given to no other address. Main thread; a keychain that doesn't
/// answer takes three seconds. Never throws: what is wrong is the trouble of it.
ExeAccess exeAccess(const Settings &settings, const Secret &environmentToken);

/// Throws its trouble, Error(Auth) where there is no token.
void requireToken(const ExeAccess &access);

/// A client for it. Throws its trouble, Error(Auth) where there is no token, Error(InvalidInput).
/// Any thread.
exedev::Client exeClient(const ExeAccess &access);

/// Does `job` beside the main thread and waits for it; Ctrl-C stops it. Main thread. Throws Error.
void onExe(const ExeAccess &access, Interrupts &interrupts,
           const std::function<void(exedev::Client &, const exedev::Call &)> &job);

/// What doesn't work with this token and how to make another; empty where all does. Any thread.
/// Throws Error.
QStringList tokenLosses(const ExeAccess &access, std::stop_token stop);

/// The number of sandboxes at exe.dev. Any thread. Throws Error.
int countSandboxes(const ExeAccess &access, std::stop_token stop);

/// What happened and what to do about it, in plain words. Pure.
Failure exeFailure(const exedev::Error &error);

/// True for a VM that an interpreter made for a conversation, by the first word of its comment.
bool isSandbox(const exedev::Vm &vm);

} // namespace sandglass::cli
