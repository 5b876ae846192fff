// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diskfile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#ifdef Q_OS_WIN
#include <io.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace sandglass {

bool syncToDisk(QFile &file, QString *error)
{
#ifdef Q_OS_WIN
    const int status = ::_commit(file.handle());
#else
    const int status = ::fsync(file.handle());
#endif
    if (status == 0)
        return true;
    *error = QString::fromLocal8Bit(std::strerror(errno));
    return false;
}

void syncToDisk(const QString &path)
{
#ifdef Q_OS_WIN
    QFile file(path);
    QString error;
    if (file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly))
        syncToDisk(file, &error);
#else
    // By hand: QFile doesn't open folders.
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ::fsync(fd);
    ::close(fd);
#endif
}

bool replaceFile(const QString &from, const QString &to)
{
#ifdef Q_OS_WIN
    QFile::remove(to);
    return QFile::rename(from, to);
#else
    return std::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) == 0;
#endif
}

} // namespace sandglass
