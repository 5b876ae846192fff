// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/filecopy.h"

#include "base/log.h"

#include <cerrno>
#include <cstring>

#ifndef Q_OS_WIN
#include <unistd.h>
#endif

namespace sandglass {
namespace {

constexpr qint64 PieceSize = 256 * 1024;

QString quoted(const QString &name)
{
    return QStringLiteral("“%1”").arg(redacted(name, 300));
}

} // namespace

Error fileError(const QString &name, int error)
{
    switch (error) {
    case ENOENT:
        return Error(ErrorKind::NotFound,
                     QStringLiteral("There is no file %1 any more.").arg(quoted(name)));
    case ELOOP:
    case EINVAL:
    case ENOTDIR:
    case ENXIO:
        return Error(
            ErrorKind::File,
            QStringLiteral("%1 isn't an ordinary file but a link, a folder or a device; such "
                           "things aren't followed out of the sandbox.")
                .arg(quoted(name)));
    case ENOSPC:
#ifdef EDQUOT
    case EDQUOT:
#endif
        return Error(ErrorKind::File,
                     QStringLiteral("%1 couldn't be written: the disk is full.").arg(quoted(name)),
                     QStringLiteral("Free some space and try again."));
    case EEXIST:
        return Error(ErrorKind::InvalidInput,
                     QStringLiteral("There is already a file %1.").arg(quoted(name)),
                     QStringLiteral("Choose another name."));
    default:
        return Error(ErrorKind::File,
                     QStringLiteral("%1 couldn't be read or written: %2.")
                         .arg(quoted(name), QString::fromLocal8Bit(std::strerror(error))));
    }
}

#ifndef Q_OS_WIN

QList<QByteArray> checkedParts(const QString &name)
{
    const QList<QByteArray> parts = nameParts(name);
    if (parts.isEmpty())
        throw Error(
            ErrorKind::InvalidInput,
            QStringLiteral("%1 isn't the name of a file in the work folder.").arg(quoted(name)));
    return parts;
}

void copyBytes(int source, qint64 total, const QString &name,
               const std::function<void(const char *data, qint64 size)> &write,
               const CopyProgress &progress, const std::stop_token &stop)
{
    QByteArray piece(qMin(PieceSize, total), Qt::Uninitialized);
    for (qint64 done = 0; done < total;) {
        if (stop.stop_requested())
            throw Error(
                ErrorKind::Cancelled,
                QStringLiteral("Copying %1 was cancelled; nothing was written.").arg(quoted(name)));
        const ssize_t got = ::read(source, piece.data(), size_t(qMin(PieceSize, total - done)));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throw fileError(name, errno);
        if (got == 0)
            throw Error(
                ErrorKind::File,
                QStringLiteral("%1 became shorter while it was copied; nothing was written.")
                    .arg(quoted(name)),
                QStringLiteral("Wait until nothing writes to it and try again."));
        write(piece.constData(), got);
        done += got;
        if (progress)
            progress(done, total);
    }
}

void writeAll(int target, const char *data, qint64 size, const QString &name)
{
    while (size > 0) {
        const ssize_t put = ::write(target, data, size_t(size));
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            throw fileError(name, errno);
        data += put;
        size -= put;
    }
}

#endif

} // namespace sandglass
