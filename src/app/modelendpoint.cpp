// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modelendpoint.h"

#include "base/loopback.h"

#include <QRegularExpression>
#include <QSettings>

#include <algorithm>

namespace sandglass {

namespace {

constexpr int mostEndpoints = 50;
constexpr int longestText = 200;

const QString group = QStringLiteral("endpoints");

bool isHttp(const QUrl &url)
{
    const QString scheme = url.scheme();
    return url.isValid() && !url.host().isEmpty() &&
           (scheme == QLatin1String("http") || scheme == QLatin1String("https"));
}

} // namespace

QString ModelEndpoint::title() const
{
    return name.isEmpty() ? baseUrl.host() : name;
}

QString originOf(const QUrl &url)
{
    const int standard = url.scheme() == QLatin1String("https") ? 443 : 80;
    return QStringLiteral("%1://%2:%3")
        .arg(url.scheme(), url.host(QUrl::FullyEncoded).toLower())
        .arg(url.port(standard));
}

bool isSameOrigin(const QUrl &a, const QUrl &b)
{
    return originOf(a) == originOf(b);
}

const ModelEndpoint *findEndpoint(const QList<ModelEndpoint> &endpoints, const QUrl &baseUrl)
{
    const auto found =
        std::find_if(endpoints.cbegin(), endpoints.cend(),
                     [&](const ModelEndpoint &endpoint) { return endpoint.baseUrl == baseUrl; });
    return found == endpoints.cend() ? nullptr : &*found;
}

QUrl baseUrlFromText(const QString &text)
{
    static const QRegularExpression scheme(QStringLiteral("\\A[A-Za-z][A-Za-z0-9+.-]*://"));
    const QString trimmed = text.trimmed();
    QUrl url(trimmed, QUrl::StrictMode);
    if (!scheme.match(trimmed).hasMatch()) {
        url = QUrl(QStringLiteral("https://") + trimmed, QUrl::StrictMode);
        if (isLoopback(url.host()))
            url.setScheme(QStringLiteral("http"));
    }
    return isHttp(url) ? url : QUrl();
}

QList<ModelEndpoint> readEndpoints(QSettings &file, QStringList *complaints)
{
    QList<ModelEndpoint> endpoints;
    const int count = std::min(file.beginReadArray(group), mostEndpoints);
    for (int i = 0; i < count; ++i) {
        file.setArrayIndex(i);
        const QUrl url(file.value(QStringLiteral("base_url")).toString(), QUrl::StrictMode);
        if (!isHttp(url)) {
            if (complaints)
                *complaints << QStringLiteral("The model endpoint %1 in %2 has no address that "
                                              "can be used and is left out.")
                                   .arg(i + 1)
                                   .arg(file.fileName());
            continue;
        }
        endpoints.append(
            {file.value(QStringLiteral("name")).toString().left(longestText), url,
             file.value(QStringLiteral("model")).toString().left(longestText),
             file.value(QStringLiteral("has_key")).toString() == QLatin1String("true")});
    }
    file.endArray();
    return endpoints;
}

void writeEndpoints(QSettings &file, const QList<ModelEndpoint> &endpoints)
{
    file.remove(group);
    if (endpoints.isEmpty())
        return;
    file.beginWriteArray(group);
    for (int i = 0; i < endpoints.size(); ++i) {
        const ModelEndpoint &endpoint = endpoints[i];
        file.setArrayIndex(i);
        file.setValue(QStringLiteral("name"), endpoint.name);
        file.setValue(QStringLiteral("base_url"), endpoint.baseUrl.toString(QUrl::FullyEncoded));
        file.setValue(QStringLiteral("model"), endpoint.model);
        file.setValue(QStringLiteral("has_key"),
                      endpoint.hasKey ? QStringLiteral("true") : QStringLiteral("false"));
    }
    file.endArray();
}

} // namespace sandglass
