// SPDX-License-Identifier: MIT
#pragma once

#include "exe/client.h"
#include "exe/control.h"
#include "exe/error.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <functional>
#include <future>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace exedev::conformance {

/// Thrown where a check doesn't hold.
class Wrong : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

#define REQUIRE(...)                                                                               \
    do {                                                                                           \
        if (!(__VA_ARGS__))                                                                        \
            throw ::exedev::conformance::Wrong(std::string(__FILE__ ":") +                         \
                                               std::to_string(__LINE__) + ": " #__VA_ARGS__);      \
    } while (false)

/// `call` must throw exactly an `Expected`, which is given back.
template <class Expected, class Function>
Expected raises(const Function &call)
{
    try {
        call();
    } catch (const Expected &error) {
        if (typeid(error) != typeid(Expected))
            throw Wrong(std::string("another kind of error: ") + typeid(error).name());
        return error;
    }
    throw Wrong("no error was thrown");
}

using test::text;

QString unique(const QString &word);

/// Waits until the condition holds; throws after a minute.
void until(const std::function<bool()> &condition);

/// Runs `function` in a thread of its own.
template <class Function>
auto inThread(Function function)
{
    return std::async(std::launch::async, std::move(function));
}

extern const char *const hard; ///< every character that quoting may stumble over
QByteArray allBytes();         ///< all 256
QByteArray randomBytes(int count);

/// What a check gets: clients, a VM to use, and the server's control calls.
class Context : public test::Control
{
public:
    using Options = nlohmann::json;

    Context(QUrl baseUrl, QByteArray token);

    Client &client() { return m_client; }
    Client clientFor(const QByteArray &token, int maxRetries = 5) const;

    /// A client with a new token; `options` such as ":cmds=ls".
    Client tokenFor(const QByteArray &options);

    const QByteArray &token() const { return m_token; }

    /// A running VM that checks share.
    Vm &vm();
    void forgetVm();

    /// A VM of one's own that no command was run on.
    Vm created(CreateOptions options = {});
    Vm fresh() { return m_client.create(); }
    QStringList names();

    nlohmann::json stateOf(const QString &vm);

    /// Milliseconds to add to a limit: ten times what the shortest command takes here and now, so
    /// that a machine with other work isn't taken for a client that is late.
    int slack();

    /// `took` is within the limit, or it is with slack().
    bool isIn(qint64 limit, qint64 took) { return took < limit || took < limit + slack(); }

    /// `call` must throw InvalidArgumentError without a request.
    void requireNothingSent(const std::function<void()> &call);

    /// True where a process of the VM has `mark` in its command line.
    bool isAlive(const QString &vm, const QByteArray &mark);

    /// What logged commands named below /tmp and is still there; /tmp may be shared.
    QByteArray leftInTmp();

    /// A path that is free, in a folder of its own; with content where given.
    QString path(const QString &name, const std::optional<QByteArray> &data = {});

private:
    QByteArray m_token;
    Client m_client;
    std::optional<Vm> m_vm;
    QTemporaryDir m_folder;
};

using Check = std::pair<const char *, void (*)(Context &)>;

std::vector<Check> creation();
std::vector<Check> running();
std::vector<Check> files();
std::vector<Check> processes();
std::vector<Check> lifecycle();
std::vector<Check> accounts();
std::vector<Check> errors();
std::vector<Check> many();

} // namespace exedev::conformance
