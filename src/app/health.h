// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checks.h"
#include "app/keychain.h"
#include "app/modelcheck.h"

namespace sandglass {

/// Whether a question could be answered now: each check does the real thing once. GUI thread.
class Health : public QObject
{
    Q_OBJECT

public:
    struct Needs
    {
        Settings settings;
        Secret exeToken;
        Secret modelKey;
        ModelCheck::MakeModel makeModel;
        std::function<std::unique_ptr<Sandbox>(const QString &folder)> sandbox;
    };

    explicit Health(Needs needs, QObject *parent = nullptr);

    const Settings &settings() const { return m_needs.settings; }

    // Each tells its result once: what was found, in sentences, and what to do where it failed.

    void checkExe(const Checks::OnResult &onResult);
    /// Behind the gateway a VM may have to be made for it.
    void checkModel(const Checks::OnResult &onResult);
    void checkKeychain(const Checks::OnResult &onResult);
    void checkSandbox(const Checks::OnResult &onResult);

private:
    Needs m_needs;
    Keychain m_keychain;
    Checks m_checks;
};

} // namespace sandglass
