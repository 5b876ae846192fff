// SPDX-License-Identifier: MIT
#pragma once

#include "base/error.h"
#include "base/httpcall.h"
#include "base/uploadbody.h"

#include <QEventLoop>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QTimer>

#include <exception>
#include <memory>

namespace sandglass {

/// The state of one HttpCall: lives on its stack, in its thread, for one exchange. It has a network
/// manager of its own, since a manager lets the seventh stream to a host wait.
class HttpExchange
{
public:
    HttpExchange(const HttpRequest &request, const HttpCall::OnChunk &onChunk);

    /// As HttpCall::send(). Once only.
    HttpReply run(std::stop_token stop);

private:
    QNetworkRequest prepared() const;
    void start();
    void connectReply();
    void wait(std::stop_token stop);
    void readHead();
    void readBody();
    void take(const QByteArray &bytes);
    void startTimers();
    void fail(std::exception_ptr error);
    void checkEnd();
    Failure failure(QNetworkReply::NetworkError error, const QString &reason) const;

    const HttpRequest &m_request;
    const HttpCall::OnChunk &m_onChunk;
    QEventLoop m_loop; // before the timers: it gives a foreign thread its event dispatcher
    QTimer m_deadline;
    QTimer m_idle;
    QNetworkProxy m_proxy;
    UploadBody m_upload;
    QNetworkAccessManager m_manager;
    std::unique_ptr<QNetworkReply> m_reply;
    QString m_tlsProblem;
    HttpReply m_result;
    qint64 m_received = 0;
    std::exception_ptr m_error;
    bool m_enough = false;
};

} // namespace sandglass
