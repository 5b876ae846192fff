// SPDX-License-Identifier: MIT
#include "base/httpexchange.h"

#include "base/neterror.h"
#include "base/proxy.h"
#include "base/tls.h"

#include <QMetaObject>

#include <algorithm>
#include <limits>

namespace sandglass {

namespace {

/// The longest that one QTimer can run; a later deadline is as good as none.
constexpr qint64 longestTimer = std::numeric_limits<int>::max();

/// Errors of the connection. The rest repeat the status of the answer, which isn't a failure here;
/// ContentReSendError beside a status only says that a 307 wasn't followed.
bool isTransportError(QNetworkReply::NetworkError error)
{
    return (error > QNetworkReply::NoError && error < QNetworkReply::ContentAccessDenied) ||
           error == QNetworkReply::ProtocolFailure;
}

bool isProxyError(QNetworkReply::NetworkError error)
{
    return error >= QNetworkReply::ProxyConnectionRefusedError &&
           error <= QNetworkReply::UnknownProxyError;
}

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
    , m_proxy(proxyFor(request.url))
    , m_upload(request.body)
{}

HttpReply HttpExchange::run(std::stop_token stop)
{
    start();
    wait(stop);
    // First disconnect: abort() calls slots before it returns.
    m_reply->disconnect();
    const bool finished = m_reply->isFinished();
    if (!finished)
        m_reply->abort();
    if (m_error)
        std::rethrow_exception(m_error);
    if (m_enough)
        return m_result;
    if (!finished)
        throw Error(ErrorKind::Cancelled, QStringLiteral("The request was stopped."));
    checkEnd();
    return m_result;
}

QNetworkRequest HttpExchange::prepared() const
{
    QNetworkRequest request(m_request.url);
    if (m_request.url.scheme() == QLatin1String("https"))
        request.setSslConfiguration(tlsConfiguration());
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    // Else Qt asks for compression, and a stream's small pieces arrive late.
    request.setRawHeader("Accept-Encoding", "identity");
    for (const auto &[name, value] : m_request.headers)
        request.setRawHeader(name, value);
    if (!m_request.secretHeader.isEmpty() && !m_request.secret.isEmpty())
        request.setRawHeader(m_request.secretHeader,
                             m_request.secretPrefix + m_request.secret.exposed());
    return request;
}

void HttpExchange::start()
{
    m_manager.setProxy(m_proxy);
    QNetworkRequest request = prepared();
    if (m_request.verb == "GET" || m_request.verb == "HEAD") {
        m_reply.reset(m_manager.sendCustomRequest(request, m_request.verb));
    } else {
        // Also without a body: only a body that can't be rewound keeps Qt from sending again.
        request.setHeader(QNetworkRequest::ContentLengthHeader, m_request.body.size());
        m_reply.reset(m_manager.sendCustomRequest(request, m_request.verb, &m_upload));
    }
    connectReply();
    startTimers();
}

void HttpExchange::connectReply()
{
    QNetworkReply *reply = m_reply.get();
    const auto restartIdle = [this] {
        if (m_request.idle.count() > 0)
            m_idle.start();
    };
    QObject::connect(reply, &QNetworkReply::uploadProgress, &m_loop, restartIdle);
    QObject::connect(reply, &QNetworkReply::metaDataChanged, &m_loop, restartIdle);
    QObject::connect(reply, &QNetworkReply::readyRead, &m_loop, [this, restartIdle] {
        restartIdle();
        readBody();
    });
    QObject::connect(reply, &QNetworkReply::sslErrors, &m_loop,
                     [this](const QList<QSslError> &errors) { m_tlsProblem = describe(errors); });
    QObject::connect(reply, &QNetworkReply::finished, &m_loop, [this] {
        readBody();
        m_loop.quit();
    });
}

void HttpExchange::startTimers()
{
    m_deadline.setSingleShot(true);
    m_idle.setSingleShot(true);
    QObject::connect(&m_deadline, &QTimer::timeout, &m_loop, [this] {
        fail(timedOut(QStringLiteral("%1 did not finish its answer in the time allowed.")
                          .arg(serverName(m_request.url))));
    });
    QObject::connect(&m_idle, &QTimer::timeout, &m_loop, [this] {
        fail(timedOut(QStringLiteral("%1 was silent for %2 seconds.")
                          .arg(serverName(m_request.url), seconds(m_request.idle.count()))));
    });
    if (!m_request.deadline.isForever())
        m_deadline.start(
            static_cast<int>(std::min(m_request.deadline.remainingTime(), longestTimer)));
    if (m_request.idle.count() > 0) {
        m_idle.setInterval(
            static_cast<int>(std::min<qint64>(m_request.idle.count(), longestTimer)));
        m_idle.start();
    }
}

void HttpExchange::wait(std::stop_token stop)
{
    const std::stop_callback onStop(stop, [this] {
        QMetaObject::invokeMethod(&m_loop, &QEventLoop::quit, Qt::QueuedConnection);
    });
    if (!stop.stop_requested() && !m_reply->isFinished())
        m_loop.exec();
    if (m_reply->isFinished())
        readBody();
}

void HttpExchange::readHead()
{
    if (m_result.status != 0)
        return;
    m_result.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (m_result.status == 0)
        return;
    const auto pairs = m_reply->rawHeaderPairs();
    for (const auto &[name, value] : pairs)
        m_result.headers.append({name.toLower(), value});
}

void HttpExchange::readBody()
{
    readHead();
    if (m_error || m_enough || m_result.status == 0)
        return;
    const QByteArray bytes = m_reply->readAll();
    if (bytes.isEmpty())
        return;
    m_received += bytes.size();
    try {
        take(bytes);
    } catch (...) {
        // An exception must not pass through Qt's event loop.
        fail(std::current_exception());
    }
}

void HttpExchange::take(const QByteArray &bytes)
{
    const bool success = m_result.status >= 200 && m_result.status < 300;
    if (m_onChunk && success) {
        if (!m_onChunk(bytes)) {
            m_enough = true;
            m_loop.quit();
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

void HttpExchange::fail(std::exception_ptr error)
{
    if (m_error || m_enough)
        return;
    m_error = std::move(error);
    m_loop.quit();
}

void HttpExchange::checkEnd()
{
    const QNetworkReply::NetworkError error = m_reply->error();
    if (m_result.status == 0 || isProxyError(error) || isTransportError(error))
        throw Error(failure(error, m_reply->errorString()));
    // Qt reports a body shorter than promised not in every case.
    const QByteArray promised = m_result.header("content-length");
    const bool hasBody =
        m_request.verb != "HEAD" && m_result.status != 204 && m_result.status != 304;
    if (hasBody && !promised.isEmpty() && m_received < promised.toLongLong())
        throw Error(failure(QNetworkReply::RemoteHostClosedError,
                            QStringLiteral("%1 of %2 bytes came")
                                .arg(m_received)
                                .arg(QString::fromLatin1(promised.left(20)))));
}

Failure HttpExchange::failure(QNetworkReply::NetworkError error, const QString &reason) const
{
    return networkFailure(error, reason, m_request.url, m_tlsProblem, m_proxy.hostName());
}

} // namespace sandglass
