// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/keychain.h"

#include <QSet>

#include <map>

namespace sandglass {

/// The keys of model servers for this run: from the environment, typed, or found in the keychain. A
/// key belongs to the origin of its server and goes to no other. Nothing here waits for a keychain;
/// what one can't do is told once. GUI thread.
class ModelKeys : public QObject
{
    Q_OBJECT

public:
    explicit ModelKeys(std::chrono::milliseconds timeLimit = std::chrono::seconds(3),
                       QObject *parent = nullptr);

    /// The key of the server's origin; empty where none is known (yet).
    Secret key(const QUrl &baseUrl) const;
    /// For this run only, e.g. from the environment.
    void use(const QUrl &baseUrl, const Secret &key);
    /// For this run, and for later ones where there is a keychain.
    void keep(const QUrl &baseUrl, const Secret &key);
    /// Removes it here and in the keychain.
    void forget(const QUrl &baseUrl);
    /// Asks the keychain once for each origin; `isExpected`: one was given before, so that not
    /// finding it is worth telling.
    void lookUp(const QUrl &baseUrl, bool isExpected);
    /// True once the keychain kept or gave a key.
    bool isKeychainGood() const { return m_isGood; }

Q_SIGNALS:
    /// key() of this origin changed, or the keychain took it.
    void changed(const QUrl &baseUrl);
    /// What the keychain can't do and what that means, in sentences. Each kind once in a run.
    void trouble(const QString &text);

private:
    void tell(Keychain::Result::Kind kind, const QString &text);

    Keychain m_keychain;
    std::map<QString, Secret> m_keys; ///< by Keychain::modelKey()
    QSet<QString> m_asked;
    QSet<int> m_told;
    bool m_isGood = false;
};

} // namespace sandglass
