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

} // namespace

QString serverName(const QUrl &url)
{
    const QString host = url.host();
    return url.port() < 0 ? host : QStringLiteral("%1:%2").arg(host).arg(url.port());
}

Failure lostFailure(const QUrl &url, const QString &reason)
{
    return {
        ErrorKind::NetworkEffectUnknown,
        QStringLiteral("The connection to %1 broke off (%2). The request may have had its effect.")
            .arg(serverName(url), reason),
        QStringLiteral("Look whether it took effect, then try again.")};
}

Failure networkFailure(QAbstractSocket::SocketError error, const QString &reason, const QUrl &url,
                       bool sent, const QString &tls, const QString &proxy)
{
    const QString server = serverName(url);
    const QString why = redacted(reason, 300);
    const bool byProxy = !proxy.isEmpty() && !sent;
    switch (error) {
    case QAbstractSocket::ProxyAuthenticationRequiredError:
    case QAbstractSocket::ProxyConnectionRefusedError:
    case QAbstractSocket::ProxyConnectionClosedError:
    case QAbstractSocket::ProxyConnectionTimeoutError:
    case QAbstractSocket::ProxyNotFoundError:
    case QAbstractSocket::ProxyProtocolError:
        return proxyFailure(server, proxy, why);
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError:
        return tlsFailure(server, tls.isEmpty() ? why : tls);
    default:
        break;
    }
    if (sent)
        return lostFailure(url, why);
    if (byProxy)
        return proxyFailure(server, proxy, why);
    if (error == QAbstractSocket::ConnectionRefusedError)
        return {ErrorKind::NotRunning,
                QStringLiteral("Nothing answers at %1: the connection was refused.").arg(server),
                QStringLiteral("Check that the server runs and that the address is right.")};
    if (error == QAbstractSocket::HostNotFoundError)
        return {ErrorKind::NotRunning, QStringLiteral("There is no server named %1.").arg(server),
                QStringLiteral("Check the address and the network connection.")};
    return {ErrorKind::NotRunning,
            QStringLiteral("%1 can't be reached (%2). Nothing was sent.").arg(server, why),
            QStringLiteral("Check the address and the network connection.")};
}

} // namespace sandglass
