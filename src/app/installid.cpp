// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/installid.h"

#include "base/error.h"
#include "base/ids.h"

#include <QDir>
#include <QFile>
#include <QTemporaryFile>

namespace sandglass {

namespace {

QString idIn(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromLatin1(file.read(100)).trimmed();
    return isUuid7(text) ? text : QString();
}

} // namespace

QString installId(const QString &dataFolder)
{
    const QString path = dataFolder + QStringLiteral("/install-id");
    if (const QString id = idIn(path); !id.isEmpty())
        return id;
    // Written beside it and renamed onto its name, which fails where another program was first.
    QDir().mkpath(dataFolder);
    QTemporaryFile file(path + QStringLiteral(".XXXXXX"));
    const QByteArray id = newUuid7().toLatin1() + '\n';
    if (file.open() && file.write(id) == id.size() && file.flush() && file.rename(path))
        file.setAutoRemove(false);
    const QString kept = idIn(path);
    if (kept.isEmpty())
        throw Error(
            ErrorKind::File,
            QStringLiteral("The id of this installation can't be read or made in %1.").arg(path),
            QStringLiteral("Check that the disk has room and that the data folder may be "
                           "written. A file of that name without an id can be deleted."));
    return kept;
}

} // namespace sandglass
