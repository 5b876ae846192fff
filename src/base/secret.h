// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

namespace sandglass {

/// A key or token. It can't be printed, compared, streamed or put into a QVariant; the one way out
/// is exposed(), so that a search for that word finds every use. Overwritten when it dies.
class Secret
{
public:
    Secret() = default;
    explicit Secret(QByteArray value);
    Secret(const Secret &) = default;
    Secret(Secret &&other) noexcept;
    Secret &operator=(const Secret &other);
    Secret &operator=(Secret &&other) noexcept;
    ~Secret();

    bool isEmpty() const { return m_value.isEmpty(); }

    /// The bytes themselves: for an Authorization header or the keychain, nowhere else.
    const QByteArray &exposed() const { return m_value; }

    /// Reads `name` from the environment, overwrites its bytes in place and unsets it (unsetting
    /// alone leaves them in /proc/PID/environ). Only before the first thread or child starts.
    static Secret takeFromEnvironment(const char *name);

private:
    void wipe() noexcept;

    QByteArray m_value;
};

} // namespace sandglass
