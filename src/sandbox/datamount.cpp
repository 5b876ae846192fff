// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/datamount.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace sandglass {

namespace {

bool isComponent(const QString &name)
{
    return !name.isEmpty() && name != QLatin1String(".") && name != QLatin1String("..") &&
           name.toUtf8().size() <= 255 && std::none_of(name.begin(), name.end(), [](QChar c) {
               return c == u'/' || c.category() == QChar::Other_Control;
           });
}

/// A mounted socket or device works as it does outside, read-only or not.
bool isSystem(const QString &path)
{
    if (path == QLatin1String("/"))
        return true;
    for (const char *folder : {"/proc", "/sys", "/dev", "/run"}) {
        if (path == QLatin1String(folder) || path.startsWith(QLatin1String(folder) + u'/'))
            return true;
    }
    return false;
}

} // namespace

QString prepareMount(const QString &data, const DataMount &mount)
{
    if (!isComponent(mount.name))
        return QStringLiteral("its name can't be used");
    const QFileInfo source(mount.source);
    if (!source.isAbsolute() || !source.exists())
        return QStringLiteral("it isn't there any more");
    if (!source.isReadable())
        return QStringLiteral("it can't be read");
    if (isSystem(source.canonicalFilePath()))
        return QStringLiteral("it belongs to the system");
    if (!source.isDir() && !source.isFile())
        return QStringLiteral("it is neither a file nor a folder");
    const QString place = data + u'/' + mount.name;
    const QFileInfo existing(place);
    if (existing.isSymLink() || (existing.exists() && existing.isDir() != source.isDir()))
        return QStringLiteral("something else has its name");
    if (existing.exists())
        return {};
    QFile empty(place);
    if (source.isDir() ? QDir(data).mkdir(mount.name) : empty.open(QIODevice::NewOnly))
        return {};
    return QStringLiteral("there is no room for it in the conversation's folder");
}

} // namespace sandglass
