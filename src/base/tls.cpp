// SPDX-License-Identifier: MIT
#include "base/tls.h"

#include "base/log.h"

#include <QFile>
#include <QSslCertificate>

namespace sandglass {

namespace {

QString nameOf(const QSslCertificate &certificate)
{
    const QStringList names = certificate.subjectInfo(QSslCertificate::CommonName);
    const QStringList issuers = certificate.issuerInfo(QSslCertificate::CommonName);
    const QStringList makers = certificate.issuerInfo(QSslCertificate::Organization);
    const QString name = names.isEmpty() ? QStringLiteral("without a name") : names.first();
    const QString issuer = !issuers.isEmpty() ? issuers.first()
                           : makers.isEmpty() ? QStringLiteral("an unnamed authority")
                                              : makers.first();
    return QStringLiteral("certificate “%1” of “%2”")
        .arg(redacted(name, 100), redacted(issuer, 100));
}

} // namespace

QSslConfiguration tlsConfiguration()
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    const QString path = qEnvironmentVariable("SSL_CERT_FILE");
    if (path.isEmpty())
        return configuration;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        qCWarning(lcNet).noquote() << "SSL_CERT_FILE can't be read:" << file.errorString();
        return configuration;
    }
    // Adding any authority turns off the lazy loading of the system's, so both are set.
    configuration.setCaCertificates(QSslConfiguration::systemCaCertificates() +
                                    QSslCertificate::fromDevice(&file, QSsl::Pem));
    return configuration;
}

QString describe(const QList<QSslError> &errors)
{
    if (errors.isEmpty())
        return QStringLiteral("the encrypted connection could not be set up");
    const QSslError &first = errors.first();
    const QString problem = redacted(first.errorString(), 200);
    if (first.certificate().isNull())
        return problem;
    return QStringLiteral("%1 (%2)").arg(problem, nameOf(first.certificate()));
}

} // namespace sandglass
