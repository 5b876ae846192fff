// SPDX-License-Identifier: MIT
#pragma once

#include "base/error.h"

#include <QAbstractSocket>
#include <QUrl>

namespace sandglass {

/// A failure of the socket as a Failure. `sent` is true once anything of the request may have left,
/// `tls` is describe() of the certificate's problems, `proxy` the proxy's host or empty. Pure.
Failure networkFailure(QAbstractSocket::SocketError error, const QString &reason, const QUrl &url,
                       bool sent, const QString &tls, const QString &proxy);

/// A connection that was lost after the request was sent. Pure.
Failure lostFailure(const QUrl &url, const QString &reason);

/// "api.example.org" or "localhost:8080": what a message calls the server. Pure.
QString serverName(const QUrl &url);

} // namespace sandglass
