// SPDX-License-Identifier: MIT
#include "base/proxy.h"

#include "base/error.h"
#include "base/loopback.h"

#include <QHostAddress>
#include <QNetworkProxyFactory>
#include <QNetworkProxyQuery>

namespace sandglass {

namespace {

QString variable(const char *lower, const char *upper)
{
    const QString value = qEnvironmentVariable(lower).trimmed();
    return value.isEmpty() ? qEnvironmentVariable(upper).trimmed() : value;
}

/// Without a proxy, as other programs do it.
bool isDirect(const QString &host)
{
    return isLoopback(host) || host.endsWith(QLatin1String(".localhost"));
}

/// One word of no_proxy against a host in lower case.
bool matches(QString word, const QString &host, int port)
{
    if (word == QLatin1String("*"))
        return true;
    const QHostAddress address(host);
    if (word.contains(u'/')) {
        const auto subnet = QHostAddress::parseSubnet(word);
        return subnet.second >= 0 && !address.isNull() && address.isInSubnet(subnet);
    }
    const qsizetype colon = word.lastIndexOf(u':');
    if (colon > 0 && word.count(u':') == 1) {
        if (word.mid(colon + 1).toInt() != port)
            return false;
        word.truncate(colon);
    }
    if (word.startsWith(u'[') && word.endsWith(u']'))
        word = word.mid(1, word.size() - 2);
    if (!address.isNull() && address.isEqual(QHostAddress(word)))
        return true;
    if (word.startsWith(QLatin1String("*.")))
        word.remove(0, 1);
    const QString bare = word.startsWith(u'.') ? word.mid(1) : word;
    return !bare.isEmpty() && (host == bare || host.endsWith(u'.' + bare));
}

bool isExcepted(const QUrl &url, const QString &noProxy)
{
    const QString host = url.host().toLower();
    const int port = url.port(url.scheme() == QLatin1String("https") ? 443 : 80);
    const QStringList words =
        QString(noProxy).replace(u',', u' ').toLower().split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        if (matches(word, host, port))
            return true;
    }
    return false;
}

QNetworkProxy parsed(const QString &value)
{
    const QUrl url(value.contains(QLatin1String("://")) ? value : QLatin1String("http://") + value);
    const QString scheme = url.scheme().toLower();
    const bool socks = scheme == QLatin1String("socks5") || scheme == QLatin1String("socks5h");
    if (!url.isValid() || url.host().isEmpty() || (!socks && scheme != QLatin1String("http")))
        throw Error(
            ErrorKind::InvalidInput,
            QStringLiteral("The proxy that the environment names can't be used: it must be an "
                           "address such as http://proxy.example:3128 or socks5://…"),
            QStringLiteral("Correct http_proxy, https_proxy or all_proxy and start again."));
    return QNetworkProxy(socks ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy, url.host(),
                         static_cast<quint16>(url.port(socks ? 1080 : 80)),
                         url.userName(QUrl::FullyDecoded), url.password(QUrl::FullyDecoded));
}

} // namespace

ProxyEnvironment ProxyEnvironment::fromEnvironment()
{
    return {variable("http_proxy", "HTTP_PROXY"), variable("https_proxy", "HTTPS_PROXY"),
            variable("all_proxy", "ALL_PROXY"), variable("no_proxy", "NO_PROXY")};
}

QNetworkProxy proxyFor(const QUrl &url, const ProxyEnvironment &environment)
{
    const QNetworkProxy none(QNetworkProxy::NoProxy);
    if (isDirect(url.host().toLower()) || isExcepted(url, environment.noProxy))
        return none;
    const bool secure = url.scheme() == QLatin1String("https");
    const QString &own = secure ? environment.https : environment.http;
    const QString &value = own.isEmpty() ? environment.all : own;
    return value.isEmpty() ? none : parsed(value);
}

QNetworkProxy proxyFor(const QUrl &url)
{
    const ProxyEnvironment environment = ProxyEnvironment::fromEnvironment();
    if (!environment.isEmpty() || isDirect(url.host().toLower()))
        return proxyFor(url, environment);
    const QList<QNetworkProxy> proxies =
        QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(url));
    return proxies.isEmpty() ? QNetworkProxy(QNetworkProxy::NoProxy) : proxies.first();
}

} // namespace sandglass
