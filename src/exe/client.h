// SPDX-License-Identifier: MIT
#pragma once

#include "vm.h"

#include <QDateTime>
#include <QUrl>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace exedev {

struct ClientOptions
{
    /// The key that `ssh exe.dev ssh-key generate-api-key` printed; empty for that in EXE_TOKEN.
    QByteArray token;

    QUrl baseUrl{QStringLiteral("https://exe.dev")}; ///< http only where it is this machine
    int maxRetries = 5;                              ///< of requests over the rate limit
    std::chrono::milliseconds idleTimeout{600'000};  ///< without a byte: 90 s at least, a quiet
                                                     ///< stream beats every 30 s
};

/// Makes further tokens, as https://exe.dev/docs/cli-ssh-key tells. A token that may do so is worth
/// more than any of them: keep it apart.
class SshKey
{
public:
    explicit SshKey(std::shared_ptr<Transport> transport);

    /// [ssh-key generate-api-key]
    ApiKey generateApiKey(const ApiKeyOptions &options, const Call &call = {});

private:
    std::shared_ptr<Transport> m_transport;
};

/// exe.dev as one token sees it: `POST /exec` with a command line, as
/// https://exe.dev/docs/https-api tells; what a token may do, and that over the rate limit nothing
/// ran, stands there, too. Pauses between attempts, timeouts, and that `ls` without the name and a
/// `rm` with `not_found` mean NotFoundError, are as in the official SDK (exedev 0.4.0). Calls block
/// and throw as Vm describes; they need a QCoreApplication in the process, which needn't run. Any
/// thread, several at once.
class Client
{
public:
    /// Throws InvalidArgumentError for a token or address that can't be right.
    explicit Client(const ClientOptions &options = {});
    ~Client();

    Client(Client &&) noexcept;
    Client &operator=(Client &&) noexcept;

    /// Makes a VM that is removed when the object dies. Throws VmReadyError, VmSetupError. After a
    /// NetworkError that was sent a VM may exist: find it by its comment. [new, ssh, rm]
    Vm create(const CreateOptions &options = {}, const Call &call = {});

    /// All VMs, or those whose name matches `pattern` ("web-*"). They aren't owned. [ls]
    std::vector<Vm> vms(const QString &pattern = {}, const Call &call = {});

    /// One VM by its name; it isn't owned. Throws NotFoundError. [ls]
    Vm vm(const QString &name, const Call &call = {});

    /// A VM by what is known of it, which isn't asked for or checked; it isn't owned.
    Vm known(const VmInfo &info);

    /// Removes VMs in one request. Those that couldn't be are in the result. Without names nothing
    /// is sent. [rm]
    RemoveResult remove(const QStringList &names, const Call &call = {});

    Account whoami(const Call &call = {}); ///< [whoami]

    SshKey sshKey() const;

    /// exe.dev's clock as its last answer told it, to compare VmInfo::createdAt with: this
    /// machine's may be off. Nothing where no answer told. Sends nothing.
    std::optional<QDateTime> serverTime() const;

private:
    std::shared_ptr<Transport> m_transport;
};

} // namespace exedev
