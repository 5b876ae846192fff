// SPDX-License-Identifier: MIT
#include "base/httpexchange.h"

#include "base/httpconnections.h"
#include "base/neterror.h"
#include "base/proxy.h"
#include "base/tls.h"

#include <QMetaObject>

#include <algorithm>
#include <limits>

namespace sandglass {

namespace {

/// The longest that one QTimer can run.
constexpr qint64 longestTimer = std::numeric_limits<int>::max();

/// Bytes that wait in the socket. When they are not taken the server has to wait, too.
constexpr qint64 readBuffer = 512 * 1024;

/// The longest that making a connection may take.
constexpr int connectTime = 30000;

std::exception_ptr timedOut(const QString &text)
{
    return std::make_exception_ptr(
        Error(ErrorKind::TimedOut, text,
              QStringLiteral("Try again; if it happens often, check the server and the network.")));
}

QString seconds(qint64 milliseconds)
{
    return QString::number(static_cast<double>(milliseconds) / 1000, 'g', 3);
}

} // namespace

HttpExchange::HttpExchange(const HttpRequest &request, const HttpCall::OnChunk &onChunk)
    : m_request(request)
    , m_onChunk(onChunk)
    , m_secure(request.url.scheme() == QLatin1String("https"))
    , m_proxy(proxyFor(request.url))
    , m_viaPlainProxy(!m_secure && m_proxy.type() == QNetworkProxy::HttpProxy)
{}

HttpReply HttpExchange::run(std::stop_token stop)
{
    startTimers();
    start();
    wait(stop);
    finish();
    if (m_error)
        std::rethrow_exception(m_error);
    if (!m_ended)
        throw Error(ErrorKind::Cancelled, QStringLiteral("The request was stopped."));
    return m_result;
}

void HttpExchange::connectSignals()
{
    if (m_secure)
        QObject::connect(m_socket.get(), &QSslSocket::encrypted, &m_loop,
                         [this] { writeRequest(); });
    else
        QObject::connect(m_socket.get(), &QSslSocket::connected, &m_loop,
                         [this] { writeRequest(); });
    QObject::connect(m_socket.get(), &QSslSocket::bytesWritten, &m_loop, [this] { restartIdle(); });
    QObject::connect(m_socket.get(), &QSslSocket::readyRead, &m_loop, [this] {
        restartIdle();
        readAvailable();
    });
    // Not ignored, so the socket gives up by itself.
    QObject::connect(m_socket.get(), &QSslSocket::sslErrors, &m_loop,
                     [this](const QList<QSslError> &errors) { m_tlsProblem = describe(errors); });
    QObject::connect(m_socket.get(), &QSslSocket::errorOccurred, &m_loop,
                     [this](QAbstractSocket::SocketError error) { failed(error); });
    QObject::connect(m_socket.get(), &QSslSocket::disconnected, &m_loop, [this] { closed(); });
}

void HttpExchange::startTimers()
{
    m_deadline.setSingleShot(true);
    m_idle.setSingleShot(true);
    QObject::connect(&m_deadline, &QTimer::timeout, &m_loop, [this] { deadlinePassed(); });
    QObject::connect(&m_idle, &QTimer::timeout, &m_loop, [this] {
        if (!m_sent)
            fail(std::make_exception_ptr(Error(networkFailure(
                QAbstractSocket::SocketTimeoutError,
                QStringLiteral("no connection within %1 seconds").arg(seconds(m_idle.interval())),
                m_request.url, false, {}, m_proxy.hostName()))));
        else
            fail(timedOut(QStringLiteral("%1 was silent for %2 seconds.")
                              .arg(serverName(m_request.url), seconds(m_request.idle.count()))));
    });
    startDeadline();
    m_idle.start(m_request.idle.count() > 0
                     ? static_cast<int>(std::min<qint64>(m_request.idle.count(), connectTime))
                     : connectTime);
}

void HttpExchange::startDeadline()
{
    const QDeadlineTimer deadline = this->deadline();
    if (deadline.isForever())
        m_deadline.stop();
    else
        m_deadline.start(static_cast<int>(std::min(deadline.remainingTime(), longestTimer)));
}

void HttpExchange::deadlinePassed()
{
    if (!deadline().hasExpired()) {
        startDeadline(); // timers may be early, and none runs as long as a deadline may be off
        return;
    }
    if (isPatient())
        fail(std::make_exception_ptr(
            Error(lostFailure(m_request.url, QStringLiteral("no answer came in time")))));
    else
        fail(timedOut(QStringLiteral("%1 did not finish its answer in the time allowed.")
                          .arg(serverName(m_request.url))));
}

void HttpExchange::restartIdle()
{
    if (m_request.idle.count() > 0)
        m_idle.start(static_cast<int>(std::min<qint64>(m_request.idle.count(), longestTimer)));
    else
        m_idle.stop();
}

void HttpExchange::start()
{
    if (m_request.connections)
        m_socket = m_request.connections->take(peer());
    if (m_socket) {
        connectSignals();
        writeRequest();
        return;
    }
    m_socket = std::make_unique<QSslSocket>();
    connectSignals();
    connectToServer();
}

void HttpExchange::connectToServer()
{
    m_socket->setReadBufferSize(readBuffer);
    const QString host = m_request.url.host(QUrl::FullyEncoded);
    const auto port = static_cast<quint16>(m_request.url.port(m_secure ? 443 : 80));
    if (m_viaPlainProxy) {
        // Proxies often tunnel to port 443 only, so plain requests are handed to them.
        m_socket->setProxy(QNetworkProxy::NoProxy);
        m_socket->connectToHost(m_proxy.hostName(), m_proxy.port());
        return;
    }
    m_socket->setProxy(m_proxy);
    if (m_secure) {
        m_socket->setSslConfiguration(tlsConfiguration());
        m_socket->connectToHostEncrypted(host, port);
    } else {
        m_socket->connectToHost(host, port);
    }
}

void HttpExchange::writeRequest()
{
    HttpHeaders extra;
    if (m_viaPlainProxy && !m_proxy.user().isEmpty())
        extra.emplaceBack(
            "Proxy-Authorization",
            "Basic " + QString(m_proxy.user() + u':' + m_proxy.password()).toUtf8().toBase64());
    m_sent = true;
    if (isPatient())
        startDeadline();
    restartIdle();
    // Else a body may wait until the server has acknowledged the head.
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->write(requestHead(m_request, m_viaPlainProxy, extra));
    m_socket->write(m_request.body);
}

void HttpExchange::readAvailable()
{
    while (!m_ended && m_socket->bytesAvailable() > 0) {
        const QByteArray bytes = m_socket->read(std::min(m_socket->bytesAvailable(), readBuffer));
        if (bytes.isEmpty())
            return;
        try {
            takeBytes(bytes);
        } catch (...) {
            // An exception must not pass through Qt's event loop.
            fail(std::current_exception());
        }
    }
}

void HttpExchange::takeBytes(const QByteArray &bytes)
{
    QByteArray rest = bytes;
    if (!m_body) {
        auto head = m_head.feed(bytes);
        if (!head)
            return;
        m_result = *std::move(head);
        m_body.emplace(m_result, m_request.verb);
        if (m_request.onHead)
            m_request.onHead(m_result);
        rest = m_head.rest();
    }
    m_body->feed(rest, [this](const QByteArray &piece) { takeBody(piece); });
    if (m_body->isWhole())
        end();
}

void HttpExchange::takeBody(const QByteArray &bytes)
{
    const bool success = m_result.status >= 200 && m_result.status < 300;
    if (m_onChunk && success) {
        if (!m_enough && !m_onChunk(bytes)) {
            m_enough = true;
            end();
        }
        return;
    }
    if (bytes.size() > m_request.maxBody - m_result.body.size())
        throw Error(
            ErrorKind::OutputLimit,
            QStringLiteral("%1 sent more than the %2 bytes that are accepted; the rest was not "
                           "read.")
                .arg(serverName(m_request.url))
                .arg(m_request.maxBody));
    m_result.body += bytes;
}

void HttpExchange::closed()
{
    readAvailable();
    if (m_ended)
        return;
    if (m_body && m_body->mayEnd())
        end();
    else
        fail(std::make_exception_ptr(Error(lostFailure(
            m_request.url, m_body ? QStringLiteral("in the middle of the answer")
                                  : QStringLiteral("it was closed before an answer came")))));
}

void HttpExchange::failed(QAbstractSocket::SocketError error)
{
    if (error == QAbstractSocket::RemoteHostClosedError && m_sent) {
        closed();
        return;
    }
    readAvailable();
    if (!m_ended)
        fail(std::make_exception_ptr(
            Error(networkFailure(error, m_socket->errorString(), m_request.url, m_sent,
                                 m_tlsProblem, m_proxy.hostName()))));
}

void HttpExchange::wait(std::stop_token stop)
{
    const auto leave = [this] {
        if (!isPatient())
            m_loop.quit();
    };
    const std::stop_callback onStop(
        stop, [&] { QMetaObject::invokeMethod(&m_loop, leave, Qt::QueuedConnection); });
    const std::stop_callback onSecondStop(
        m_request.afterSending.value_or(HttpPatience()).stop,
        [this] { QMetaObject::invokeMethod(&m_loop, &QEventLoop::quit, Qt::QueuedConnection); });
    const bool isStopped = stop.stop_requested() && !isPatient();
    if (!isStopped && !m_ended)
        m_loop.exec();
}

void HttpExchange::finish()
{
    // First disconnect: abort() calls slots before it returns.
    m_socket->disconnect(&m_loop);
    if (mayKeep())
        m_request.connections->keep(peer(), std::move(m_socket));
    else
        m_socket->abort();
}

bool HttpExchange::isPatient() const
{
    return m_sent && m_request.afterSending;
}

QDeadlineTimer HttpExchange::deadline() const
{
    return isPatient() ? m_request.afterSending->deadline : m_request.deadline;
}

bool HttpExchange::mayKeep() const
{
    return m_request.connections && m_ended && !m_error && m_body && m_body->isWhole() &&
           !m_body->hasSurplus() && m_head.keepsOpen() && m_socket->bytesAvailable() == 0 &&
           m_socket->bytesToWrite() == 0 && m_socket->state() == QAbstractSocket::ConnectedState;
}

QString HttpExchange::peer() const
{
    return QStringLiteral("%1://%2:%3 %4:%5")
        .arg(m_request.url.scheme(), m_request.url.host())
        .arg(m_request.url.port(m_secure ? 443 : 80))
        .arg(m_proxy.hostName())
        .arg(m_proxy.port());
}

void HttpExchange::end()
{
    m_ended = true;
    m_loop.quit();
}

void HttpExchange::fail(std::exception_ptr error)
{
    if (m_ended)
        return;
    m_error = std::move(error);
    end();
}

} // namespace sandglass
