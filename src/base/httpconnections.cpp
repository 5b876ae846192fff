// SPDX-License-Identifier: MIT
#include "base/httpconnections.h"

#include <QThread>

#include <algorithm>
#include <chrono>
#include <iterator>

namespace sandglass {

namespace {

// Servers close idle connections after 5 s and more; a request into a closing one would be lost.
constexpr std::chrono::milliseconds idleTime{4000};
constexpr size_t mostIdle = 16;

/// False where the server has closed it, or sent what nobody asked for.
bool isUsable(QSslSocket &socket)
{
    socket.waitForReadyRead(0);
    return socket.state() == QAbstractSocket::ConnectedState && socket.bytesAvailable() == 0;
}

} // namespace

HttpConnections::~HttpConnections()
{
    // A socket may only be closed in a thread it belongs to.
    for (Idle &idle : m_idle)
        idle.socket->moveToThread(QThread::currentThread());
}

std::unique_ptr<QSslSocket> HttpConnections::take(const QString &peer)
{
    std::vector<Idle> expired = takeExpired();
    for (Idle &idle : expired)
        idle.socket->moveToThread(QThread::currentThread());
    for (;;) {
        std::unique_ptr<QSslSocket> socket;
        {
            const std::lock_guard lock(m_mutex);
            // The last one kept has waited least.
            const auto found = std::find_if(m_idle.rbegin(), m_idle.rend(),
                                            [&](const Idle &idle) { return idle.peer == peer; });
            if (found == m_idle.rend())
                return nullptr;
            socket = std::move(found->socket);
            m_idle.erase(std::next(found).base());
        }
        socket->moveToThread(QThread::currentThread());
        if (isUsable(*socket))
            return socket;
    }
}

void HttpConnections::keep(const QString &peer, std::unique_ptr<QSslSocket> socket)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_idle.size() < mostIdle) {
            socket->moveToThread(nullptr);
            m_idle.push_back({peer, std::move(socket), QDeadlineTimer(idleTime)});
        }
    }
    // One too many closes here, outside of the lock.
}

std::vector<HttpConnections::Idle> HttpConnections::takeExpired()
{
    const std::lock_guard lock(m_mutex);
    const auto rest = std::stable_partition(
        m_idle.begin(), m_idle.end(), [](const Idle &idle) { return !idle.until.hasExpired(); });
    std::vector<Idle> expired(std::make_move_iterator(rest), std::make_move_iterator(m_idle.end()));
    m_idle.erase(rest, m_idle.end());
    return expired;
}

} // namespace sandglass
