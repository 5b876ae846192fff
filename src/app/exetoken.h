// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/keychain.h"

#include <QSet>

namespace sandglass {

/// The token for exe.dev for this run: from the environment, typed, or found in the keychain. It is
/// held for the run whatever a keychain does; what one can't do is told once. GUI thread.
class ExeToken : public QObject
{
    Q_OBJECT

public:
    explicit ExeToken(std::chrono::milliseconds timeLimit = std::chrono::seconds(3),
                      QObject *parent = nullptr);

    /// Empty where none is known (yet).
    const Secret &token() const { return m_token; }
    /// For this run only, e.g. from the environment.
    void use(const Secret &token);
    /// For this run, and for later ones where there is a keychain.
    void keep(const Secret &token);
    /// Removes it here and in the keychain.
    void forget();
    /// Asks the keychain once; `isExpected`: one was given before, so that not finding it is worth
    /// telling.
    void lookUp(bool isExpected);

Q_SIGNALS:
    void changed();
    /// What the keychain can't do and what that means, in sentences. Each kind once in a run.
    void trouble(const QString &text);

private:
    void tell(Keychain::Result::Kind kind, const QString &text);

    Keychain m_keychain;
    Secret m_token;
    QSet<int> m_told;
    bool m_isAsked = false;
};

} // namespace sandglass
