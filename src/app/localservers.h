// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace sandglass {

/// A program that serves models on this computer, and where it usually listens.
struct LocalServer
{
    QString name;
    QUrl baseUrl;
};

QList<LocalServer> usualLocalServers();

} // namespace sandglass
