// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/linktarget.h"

namespace sandglass {

QUrl linkTarget(const QString &written)
{
    const QUrl url(written.trimmed(), QUrl::StrictMode);
    const QString scheme = url.scheme().toLower();
    if (scheme == QLatin1String("http") || scheme == QLatin1String("https"))
        return url.host().isEmpty() ? QUrl() : url;
    if (scheme == QLatin1String("mailto"))
        return url;
    const bool plainPath = !written.contains(u':') && !written.startsWith(u'#') &&
                           !written.startsWith(QLatin1String("//"));
    QString path;
    if (scheme == QLatin1String("sandbox"))
        path = url.path();
    else if (written.startsWith(QLatin1String("sandbox:")))
        path = written.mid(8);
    else if (plainPath)
        path = QUrl::fromPercentEncoding(written.toUtf8());
    if (path.isEmpty())
        return {};
    QUrl link;
    link.setScheme(QStringLiteral("sandbox"));
    link.setPath(path);
    return link;
}

QString sandboxFileOf(const QUrl &link)
{
    QString name = link.path();
    for (const char *folder : {"/mnt/data/", "/work/", "/home/sandbox/", "./"})
        if (name.startsWith(QLatin1String(folder)))
            name = name.mid(static_cast<qsizetype>(qstrlen(folder)));
    while (name.startsWith(u'/'))
        name.remove(0, 1);
    return name;
}

} // namespace sandglass
