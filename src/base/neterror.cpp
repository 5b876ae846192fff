// SPDX-License-Identifier: MIT
#include "base/neterror.h"

#include "base/log.h"

namespace sandglass {

namespace {

Failure proxyFailure(const QString &server, const QString &proxy, const QString &reason)
{
    return {ErrorKind::NotRunning,
            QStringLiteral("%1 can't be reached: the proxy %2 did not pass the request on (%3).")
                .arg(server, proxy, reason),
            QStringLiteral("Check the proxy settings (http_proxy, https_proxy, no_proxy).")};
}

Failure tlsFailure(const QString &server, const QString &problem)
{
    return {ErrorKind::NotRunning,
            QStringLiteral("No safe connection to %1: %2. Nothing was sent.").arg(server, problem),
            QStringLiteral("If your network or server uses an authority of its own, name its "
                           "certificate file in SSL_CERT_FILE.")};
}

Failure lostFailure(const QString &server, const QString &reason)
{
    return {
        ErrorKind::NetworkEffectUnknown,
        QStringLiteral("The connection to %1 broke off (%2). The request may have had its effect.")
            .arg(server, reason),
        QStringLiteral("Look whether it took effect, then try again.")};
}

} // namespace

QString serverName(const QUrl &url)
{
    const QString host = url.host();
    return url.port() < 0 ? host : QStringLiteral("%1:%2").arg(host).arg(url.port());
}

Failure networkFailure(QNetworkReply::NetworkError error, const QString &reason, const QUrl &url,
                       const QString &tls, const QString &proxy)
{
    const QString server = serverName(url);
    const QString why = redacted(reason, 300);
    switch (error) {
    case QNetworkReply::ConnectionRefusedError:
        return {ErrorKind::NotRunning,
                QStringLiteral("Nothing answers at %1: the connection was refused.").arg(server),
                QStringLiteral("Check that the server runs and that the address is right.")};
    case QNetworkReply::HostNotFoundError:
        return {ErrorKind::NotRunning, QStringLiteral("There is no server named %1.").arg(server),
                QStringLiteral("Check the address and the network connection.")};
    case QNetworkReply::SslHandshakeFailedError:
        return tlsFailure(server, tls.isEmpty() ? why : tls);
    case QNetworkReply::ProxyConnectionRefusedError:
    case QNetworkReply::ProxyConnectionClosedError:
    case QNetworkReply::ProxyNotFoundError:
    case QNetworkReply::ProxyTimeoutError:
    case QNetworkReply::ProxyAuthenticationRequiredError:
    case QNetworkReply::UnknownProxyError:
        return proxyFailure(server, proxy, why);
    case QNetworkReply::ProtocolUnknownError:
    case QNetworkReply::ProtocolInvalidOperationError:
    case QNetworkReply::ProtocolFailure:
        return {ErrorKind::Protocol,
                QStringLiteral("%1 did not answer in HTTP (%2).").arg(server, why),
                QStringLiteral("Check the address and its port.")};
    case QNetworkReply::ContentReSendError:
        return lostFailure(server, QStringLiteral("it was closed before an answer came"));
    default:
        return lostFailure(server, why);
    }
}

} // namespace sandglass
