// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QNetworkProxy>
#include <QString>
#include <QUrl>

namespace sandglass {

/// The proxy variables of the environment, lower case before upper case, each empty where unset.
struct ProxyEnvironment
{
    QString http;    ///< http_proxy
    QString https;   ///< https_proxy
    QString all;     ///< all_proxy: for either where its own is unset
    QString noProxy; ///< no_proxy: hosts, .suffixes, host:port, addresses, CIDR ranges or *

    bool isEmpty() const { return http.isEmpty() && https.isEmpty() && all.isEmpty(); }

    static ProxyEnvironment fromEnvironment();
};

/// The proxy for `url` by the environment. Loopback hosts never go through one: a proxy's localhost
/// is another machine. A variable that can't be read as an address throws Error(InvalidInput).
/// Pure.
QNetworkProxy proxyFor(const QUrl &url, const ProxyEnvironment &environment);

/// The proxy for `url` by the environment, or where that names none by the system's settings.
/// Any thread; the system's answer may take a moment.
QNetworkProxy proxyFor(const QUrl &url);

} // namespace sandglass
