// SPDX-License-Identifier: MIT
#pragma once

#include <QDeadlineTimer>
#include <QSslSocket>
#include <QString>

#include <memory>
#include <mutex>
#include <vector>

namespace sandglass {

/// Connections that stay open for a few seconds between two calls, so that short calls don't each
/// pay for a handshake. They belong to no thread while they wait; any thread may take and keep.
/// Whoever makes calls owns it and lets HttpRequest point to it.
class HttpConnections
{
public:
    HttpConnections() = default;
    ~HttpConnections();

    HttpConnections(const HttpConnections &) = delete;
    HttpConnections &operator=(const HttpConnections &) = delete;

    /// A waiting connection to `peer` that is still open, now of this thread; or null.
    std::unique_ptr<QSslSocket> take(const QString &peer);

    /// Lets a connection wait on which an answer was read to its end.
    void keep(const QString &peer, std::unique_ptr<QSslSocket> socket);

private:
    struct Idle
    {
        QString peer;
        std::unique_ptr<QSslSocket> socket;
        QDeadlineTimer until;
    };

    std::vector<Idle> takeExpired();

    std::mutex m_mutex;
    std::vector<Idle> m_idle;
};

} // namespace sandglass
