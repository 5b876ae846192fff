// SPDX-License-Identifier: MIT
#pragma once

#include <QMetaType>
#include <QString>

#include <exception>

namespace sandglass {

/// What a caller may act on. The text beside it is for people.
enum class ErrorKind {
    Auth,                 ///< the credential was refused
    Permission,           ///< the credential is good, the act isn't allowed
    NotFound,             ///< the named thing doesn't exist
    RateLimited,          ///< come back later
    NotRunning,           ///< the sandbox or server isn't there
    NetworkEffectUnknown, ///< the connection broke; the request may have had its effect
    Protocol,             ///< an answer that makes no sense
    TimedOut,
    Interrupted,
    OutputLimit,
    SetupFailed, ///< something that is needed first couldn't be made
    Unsupported, ///< can't be done on this machine
    File,        ///< a local file couldn't be read or written
    InvalidInput,
    Cancelled, ///< the person said stop
};

/// An error as a value, as it crosses threads: what happened, and what to do about it.
/// Both texts are whole plain-text sentences without secrets; `remedy` may be empty.
struct Failure
{
    ErrorKind kind = ErrorKind::Protocol;
    QString text;
    QString remedy;

    friend bool operator==(const Failure &, const Failure &) = default;
};

/// The exception of `src` but for `src/exe`, which has a hierarchy of its own. It carries a Failure
/// and stops at the job boundary of a worker.
class Error : public std::exception
{
public:
    explicit Error(Failure failure);
    Error(ErrorKind kind, const QString &text, const QString &remedy = {});

    const Failure &failure() const noexcept { return m_failure; }
    ErrorKind kind() const noexcept { return m_failure.kind; }
    const char *what() const noexcept override;

private:
    Failure m_failure;
    QByteArray m_what;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::Failure)
