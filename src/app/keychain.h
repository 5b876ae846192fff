// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/secret.h"

#include <QObject>
#include <QUrl>

#include <chrono>
#include <functional>

namespace sandglass {

/// Keys and tokens in the system's keychain, service "sandglass". GUI (main) thread only: the
/// library below has one queue without a lock. Each call ends exactly once, at its time limit at
/// the latest: a keyring that waits for a password nobody types never answers. A call that outlives
/// this object isn't told.
class Keychain : public QObject
{
    Q_OBJECT

public:
    struct Result
    {
        enum class Kind {
            Done,      ///< found, written or removed
            Absent,    ///< no such entry; a locked keyring without a display says this as well, so
                       ///< a key that is known to be configured must not be forgotten for it
            NoService, ///< there is no keychain on this machine or session
            Denied,    ///< locked, or the person said no
            TimedOut,  ///< it may still wait for the person to unlock it
        };

        Kind kind = Kind::NoService;
        Secret value; ///< of a read that is Done
        QString text; ///< a sentence for people; empty for Done
    };

    using OnResult = std::function<void(const Result &)>;

    explicit Keychain(std::chrono::milliseconds timeLimit = std::chrono::seconds(3),
                      QObject *parent = nullptr);

    void read(const QString &key, const OnResult &onResult);
    void write(const QString &key, const Secret &value, const OnResult &onResult);
    /// Removing what isn't there is Done.
    void remove(const QString &key, const OnResult &onResult);

    /// "exe-token".
    static QString exeTokenKey();
    /// "model:https://host:port": a key belongs to its endpoint's origin.
    static QString modelKey(const QUrl &baseUrl);

private:
    template <class Job>
    void start(Job *job, const OnResult &onResult);

    std::chrono::milliseconds m_timeLimit;
};

} // namespace sandglass
