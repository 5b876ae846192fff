// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"
#include "base/secret.h"

namespace sandglass::cli {

/// What the command line says of the model; empty where it says nothing.
struct ModelFlags
{
    QString provider;
    QUrl baseUrl;
    QString model;
};

/// What answers, and the key for it.
struct ModelChoice
{
    Settings settings;
    Secret key;
    QStringList complaints;
};

/// Flags over settings over the environment. The environment's key goes to the server that the
/// environment names, or to the one that the flag names where it names none; never to another. Any
/// other server's key is looked up in the keychain. The gateway's is the token for exe.dev, which
/// isn't looked up here. Main thread.
ModelChoice chooseModel(Settings settings, const ModelFlags &flags, const Secret &environmentKey);

} // namespace sandglass::cli
