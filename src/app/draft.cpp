// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/draft.h"

#include <QFile>
#include <QSaveFile>

namespace sandglass {

namespace {

constexpr qint64 maxBytes = 4 << 20;

QString fileIn(const QString &folder)
{
    return folder + QLatin1String("/draft.txt");
}

} // namespace

QString loadDraft(const QString &folder)
{
    QFile file(fileIn(folder));
    if (!file.open(QIODevice::ReadOnly) || file.size() > maxBytes)
        return {};
    return QString::fromUtf8(file.read(maxBytes));
}

bool saveDraft(const QString &folder, const QString &text)
{
    const QString path = fileIn(folder);
    if (text.isEmpty())
        return !QFile::exists(path) || QFile::remove(path);
    const QByteArray bytes = text.toUtf8();
    QSaveFile file(path);
    return bytes.size() <= maxBytes && file.open(QIODevice::WriteOnly) &&
           file.write(bytes) == bytes.size() && file.commit();
}

} // namespace sandglass
