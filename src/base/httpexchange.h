// SPDX-License-Identifier: MIT
#pragma once

#include "base/error.h"
#include "base/httpbody.h"
#include "base/httpcall.h"
#include "base/httphead.h"

#include <QEventLoop>
#include <QNetworkProxy>
#include <QSslSocket>
#include <QTimer>

#include <exception>
#include <memory>
#include <optional>

namespace sandglass {

/// The state of one HttpCall: lives on its stack, in its thread, for one exchange.
class HttpExchange
{
public:
    HttpExchange(const HttpRequest &request, const HttpCall::OnChunk &onChunk);

    /// As HttpCall::send(). Once only.
    HttpReply run(std::stop_token stop);

private:
    void connectSignals();
    void startTimers();
    void startDeadline();
    void deadlinePassed();
    void restartIdle();
    void start();
    void connectToServer();
    void writeRequest();
    void readAvailable();
    void takeBytes(const QByteArray &bytes);
    void takeBody(const QByteArray &bytes);
    void closed();
    void failed(QAbstractSocket::SocketError error);
    void wait(std::stop_token stop);
    void finish();
    bool isPatient() const;
    QDeadlineTimer deadline() const; ///< the one in force
    bool mayKeep() const;
    QString peer() const;
    void end();
    void fail(std::exception_ptr error);

    const HttpRequest &m_request;
    const HttpCall::OnChunk &m_onChunk;
    const bool m_secure;
    QEventLoop m_loop; // before the timers: it gives a foreign thread its event dispatcher
    QTimer m_deadline;
    QTimer m_idle;
    QNetworkProxy m_proxy;
    bool m_viaPlainProxy = false;
    std::unique_ptr<QSslSocket> m_socket;
    QString m_tlsProblem;
    HttpHeadReader m_head;
    std::optional<HttpBodyReader> m_body;
    HttpReply m_result;
    std::exception_ptr m_error;
    bool m_sent = false;
    bool m_enough = false;
    bool m_ended = false;
};

} // namespace sandglass
