// SPDX-License-Identifier: MIT
#pragma once

#include "base/secret.h"

#include <QByteArray>
#include <QDeadlineTimer>
#include <QList>
#include <QPair>
#include <QUrl>

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

namespace sandglass {

class HttpConnections;
struct HttpReply;

using HttpHeaders = QList<QPair<QByteArray, QByteArray>>;

/// What counts once a request is on its way whose act must be known to have ended.
struct HttpPatience
{
    std::stop_token stop;
    QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever);
};

/// What to send. The secret goes only to `url`'s own origin: redirects are never followed.
struct HttpRequest
{
    QByteArray verb = "GET";
    QUrl url;
    HttpHeaders headers;     ///< without the credential
    QByteArray secretHeader; ///< "Authorization" or "x-api-key"; empty for none
    QByteArray secretPrefix; ///< "Bearer " or empty
    Secret secret;
    QByteArray body;
    QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever); ///< for the whole call
    std::chrono::milliseconds idle{0}; ///< longest silence between bytes; 0: no limit
    qint64 maxBody = 16 * 1024 * 1024; ///< bytes kept of a body that no callback takes

    /// Where a connection may come from and go to afterwards; null: one of its own, closed after.
    HttpConnections *connections = nullptr;

    /// Where set, stop requests and `deadline` are obeyed only until anything was sent, and then
    /// these are. Its deadline ends the call with NetworkEffectUnknown.
    std::optional<HttpPatience> afterSending;

    /// Told status and headers before any of the body. What it throws ends the call.
    std::function<void(const HttpReply &)> onHead;
};

/// What came back: any status is an answer, a 3xx too.
struct HttpReply
{
    int status = 0;
    HttpHeaders headers; ///< names in lower case
    QByteArray body;     ///< empty where onChunk took it

    QByteArray header(const QByteArray &lowerCaseName) const;
};

/// One blocking HTTP/1.1 exchange over a connection of its own, or one that the request's
/// HttpConnections kept open. QNetworkAccessManager is not used:
/// it sends a POST again by itself, follows redirects with the credential, and (Qt 6.4) reads a
/// head that never ends in a thread that can't be stopped. Here nothing is sent twice and a
/// redirect is an answer like any other. Any thread; it runs a nested event loop in which no other
/// object receives events, and needs a QCoreApplication in the process.
class HttpCall
{
public:
    /// Bytes of a 2xx body as they arrive, in this thread. Returning false ends the call quietly.
    using OnChunk = std::function<bool(const QByteArray &)>;

    /// Sends and waits. Other statuses than 2xx come back whole even with `onChunk`.
    /// Throws Error: Cancelled (within 100 ms of the stop request), TimedOut (deadline or idle),
    /// NetworkEffectUnknown (sent, then lost), NotRunning (no connection within 30 s, no such
    /// host, TLS failed),
    /// OutputLimit (more than maxBody).
    static HttpReply send(const HttpRequest &request, std::stop_token stop,
                          const OnChunk &onChunk = {});
};

} // namespace sandglass
