// SPDX-License-Identifier: MIT
#pragma once

#include "base/error.h"

#include <QNetworkReply>
#include <QUrl>

namespace sandglass {

/// A network failure as a Failure: for replies that have no status, or whose body was cut off.
/// `tls` is describe() of the certificate's problems, `proxy` the proxy's host or empty. Pure.
Failure networkFailure(QNetworkReply::NetworkError error, const QString &reason, const QUrl &url,
                       const QString &tls, const QString &proxy);

/// "api.example.org" or "localhost:8080": what a message calls the server. Pure.
QString serverName(const QUrl &url);

} // namespace sandglass
