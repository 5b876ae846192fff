// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checks.h"
#include "base/secret.h"
#include "exe/client.h"

#include <QMetaType>
#include <QStringList>

namespace sandglass {

/// What a token for exe.dev may not do, and what that means for the person's work.
struct TokenRights
{
    QStringList missing; ///< commands, in the order of tokenCommands()

    /// True where sandboxes can be made at all.
    bool canMakeSandboxes() const;

    /// A sentence for each missing command: what doesn't work without it.
    QStringList losses() const;

    friend bool operator==(const TokenRights &, const TokenRights &) = default;
};

/// The commands that a token should be allowed to run.
const QStringList &tokenCommands();

/// What a person runs in a terminal to make such a token.
QString newTokenCommand();

/// Tries each command in a way that fails after the permission was checked (on a VM that there is
/// not, with values that make no sense), so that nothing is made or changed. Blocks; any thread.
/// Throws Error: Auth for a token that is wrong or expired, and what else exe.dev refuses.
TokenRights tokenRights(exedev::Client &client, const exedev::Call &call);

/// The same as a check whose result is `missing`.
Checks::Job tokenRightsJob(const QUrl &exeUrl, const Secret &token);

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::TokenRights)
