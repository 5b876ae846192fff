// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/openbeneath.h"

#include <limits>
#include <memory>

#ifndef Q_OS_WIN
#include <cerrno>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>
#endif

namespace sandglass {

Descriptor::~Descriptor()
{
#ifndef Q_OS_WIN
    if (m_fd >= 0)
        ::close(m_fd);
#endif
}

#ifndef Q_OS_WIN

namespace {

constexpr int MaxParts = 64;
constexpr int MaxLookedAt = 100'000;

bool isEntry(const QByteArray &part)
{
    return !part.isEmpty() && part != "." && part != ".." && part.size() <= 255 &&
           !part.contains('\0');
}

} // namespace

QList<QByteArray> nameParts(const QString &name)
{
    const QList<QByteArray> parts = name.toUtf8().split('/');
    if (parts.size() > MaxParts)
        return {};
    for (const QByteArray &part : parts) {
        if (!isEntry(part))
            return {};
    }
    return parts;
}

QString shownName(const QByteArray &entry)
{
    return QString::fromUtf8(entry).normalized(QString::NormalizationForm_C);
}

QByteArray realEntry(int folder, const QByteArray &part)
{
    struct stat status;
    if (::fstatat(folder, part.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT)
        return part;
    Descriptor copy(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!copy)
        return part;
    std::unique_ptr<DIR, int (*)(DIR *)> entries(::fdopendir(copy.get()), &::closedir);
    if (!entries)
        return part;
    copy.release(); // closedir() closes it
    const QString shown = shownName(part);
    for (int looked = 0; looked < MaxLookedAt; ++looked) {
        const dirent *entry = ::readdir(entries.get());
        if (!entry)
            break;
        const QByteArray name(entry->d_name);
        if (shownName(name) == shown)
            return name;
    }
    return part;
}

Descriptor openFolderEntry(int folder, const QByteArray &entry)
{
    return Descriptor(::openat(folder, entry.constData(),
                               O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

Descriptor openParent(int root, const QList<QByteArray> &parts, bool create)
{
    if (parts.isEmpty()) {
        errno = EINVAL;
        return Descriptor();
    }
    Descriptor folder(::openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (qsizetype i = 0; folder && i + 1 < parts.size(); ++i) {
        const QByteArray entry = realEntry(folder.get(), parts.at(i));
        Descriptor next = openFolderEntry(folder.get(), entry);
        if (!next && create && errno == ENOENT &&
            (::mkdirat(folder.get(), entry.constData(), 0755) == 0 || errno == EEXIST))
            next = openFolderEntry(folder.get(), entry);
        folder = std::move(next);
    }
    return folder;
}

Descriptor openRegular(int root, const QList<QByteArray> &parts, struct stat *status)
{
    const Descriptor folder = openParent(root, parts);
    if (!folder)
        return Descriptor();
    const QByteArray entry = realEntry(folder.get(), parts.last());
    Descriptor file(::openat(folder.get(), entry.constData(),
                             O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file || ::fstat(file.get(), status) != 0)
        return Descriptor();
    if (!S_ISREG(status->st_mode)) {
        errno = EINVAL;
        return Descriptor();
    }
    return file;
}

qint64 mtimeNs(const struct stat &status)
{
#ifdef Q_OS_MACOS
    const timespec &time = status.st_mtimespec;
#else
    const timespec &time = status.st_mtim;
#endif
    // A cell can set any time; what lies beyond the years 1678 to 2261 doesn't fit.
    constexpr qint64 limit = std::numeric_limits<qint64>::max() / 1'000'000'000 - 1;
    const qint64 seconds = qBound(-limit, qint64(time.tv_sec), limit);
    return seconds * 1'000'000'000 + time.tv_nsec;
}

#endif

} // namespace sandglass
