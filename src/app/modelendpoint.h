// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QUrl>

class QSettings;

namespace sandglass {

/// A server that the person set up: where it is, what to ask it for. Its key is in the keychain.
struct ModelEndpoint
{
    QString name; ///< what the person calls it; may be empty
    QUrl baseUrl;
    QString model;       ///< empty: the first that the server names
    bool hasKey = false; ///< a key was given: it is never forgotten, whatever a keychain says

    /// The name, else the host.
    QString title() const;

    friend bool operator==(const ModelEndpoint &, const ModelEndpoint &) = default;
};

/// The origin that a key belongs to: "https://api.example.com:443".
QString originOf(const QUrl &url);
bool isSameOrigin(const QUrl &a, const QUrl &b);

/// The endpoint of this address; nullptr where there is none.
const ModelEndpoint *findEndpoint(const QList<ModelEndpoint> &endpoints, const QUrl &baseUrl);

/// What a person typed as an address, or an invalid one: "localhost:1234/v1" is taken for http on
/// this computer and for https elsewhere.
QUrl baseUrlFromText(const QString &text);

/// The list in a settings file; what makes no sense is left out and said in `complaints`.
QList<ModelEndpoint> readEndpoints(QSettings &file, QStringList *complaints);
void writeEndpoints(QSettings &file, const QList<ModelEndpoint> &endpoints);

} // namespace sandglass
