// SPDX-License-Identifier: MIT
#pragma once

#include "base/httpcall.h"
#include "base/httpconnections.h"
#include "base/secret.h"
#include "exe/call.h"
#include "exe/commandline.h"
#include "exe/result.h"

#include <nlohmann/json.hpp>

#include <QDateTime>
#include <QElapsedTimer>
#include <QUrl>

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace exedev {

/// What a client is told once: whom to ask, and as whom.
struct TransportOptions
{
    sandglass::Secret token;
    QUrl baseUrl;
    int maxRetries = 5;
    std::chrono::milliseconds idle{};
};

/// One command for a VM's shell, and where its output goes.
struct SshRequest
{
    using Sink = std::function<void(const QByteArray &)>;

    QString vm;
    QByteArray remote;
    bool capture = true;
    qint64 maxOutput = 8 * 1024 * 1024; ///< bytes of both outputs together, where they are captured
    Sink onOut;
    Sink onErr;
};

/// Carries commands to exe.dev and makes errors of what goes wrong. Nothing that may have run is
/// sent again; only a 429 is, which was refused before it was read. Any thread, several at once.
class Transport
{
public:
    /// `Finished` waits for the end of a command that was sent though a stop is requested or the
    /// deadline passes, until the call gives up or the server can't be at it any more.
    enum class Ending { Stoppable, Finished };

    explicit Transport(TransportOptions options);

    /// The documents of a command that isn't ssh, none of which tells an error.
    std::vector<nlohmann::json> documents(const CommandLine &line, const Call &call,
                                          Ending ending = Ending::Stoppable);

    /// As documents(), for a command that answers with exactly one.
    nlohmann::json call(const CommandLine &line, const Call &call,
                        Ending ending = Ending::Stoppable);

    /// The body of a 2xx answer, whatever it is.
    QByteArray body(const CommandLine &line, const Call &call, Ending ending = Ending::Stoppable);

    /// Runs a command on a VM to its end.
    CommandResult ssh(const SshRequest &request, const Call &call);

    /// The server's clock, as its last answer told it; nothing before the first that did.
    std::optional<QDateTime> serverTime() const;

private:
    using OnHead = std::function<void(const sandglass::HttpReply &)>;

    sandglass::HttpReply send(const QByteArray &operation, const QByteArray &line, const Call &call,
                              Ending ending, const sandglass::HttpCall::OnChunk &onChunk,
                              const OnHead &onHead);
    sandglass::HttpRequest request(const QByteArray &line, const Call &call, Ending ending) const;
    std::chrono::milliseconds retryPause(int attempt, const QByteArray &retryAfter) const;

    void noteTime(const sandglass::HttpReply &head);

    const TransportOptions m_options;
    sandglass::HttpConnections m_connections;
    mutable std::mutex m_timeMutex;
    QDateTime m_toldTime;
    QElapsedTimer m_sinceTold;
};

} // namespace exedev
