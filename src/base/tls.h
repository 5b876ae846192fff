// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QSslConfiguration>
#include <QSslError>
#include <QString>

namespace sandglass {

/// The TLS settings of a call: the system's authorities and those of the file that SSL_CERT_FILE
/// names, which Qt doesn't look at. Any thread.
QSslConfiguration tlsConfiguration();

/// What is wrong with a server's certificate, as one phrase that names the certificate.
QString describe(const QList<QSslError> &errors);

} // namespace sandglass
