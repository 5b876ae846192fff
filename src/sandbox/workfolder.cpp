// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/workfolder.h"

#include "base/ids.h"
#include "base/log.h"
#include "sandbox/filecopy.h"
#include "sandbox/folderwalk.h"

#include <QFile>
#include <QHash>
#include <QSet>

#include <algorithm>

#ifndef Q_OS_WIN
#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>
#endif

namespace sandglass {

#ifdef Q_OS_WIN
namespace {

Error refusal()
{
    return Error(
        ErrorKind::Unsupported,
        QStringLiteral("Files can't be shared with a local sandbox on Windows, because there is no "
                       "local sandbox there."));
}

} // namespace

WorkFolder::WorkFolder(const QString &)
{
    throw refusal();
}
QList<FileInfo> WorkFolder::list(int, bool *) const
{
    throw refusal();
}
WorkFolder::Usage WorkFolder::usage(std::stop_token) const
{
    throw refusal();
}
std::optional<FileInfo> WorkFolder::info(const QString &) const
{
    throw refusal();
}
QByteArray WorkFolder::read(const QString &, qint64) const
{
    throw refusal();
}
FileInfo WorkFolder::copyIn(const QString &, const QString &, const CopyProgress &, std::stop_token)
{
    throw refusal();
}
bool WorkFolder::remove(const QString &)
{
    throw refusal();
}

#else

namespace {

constexpr int ListDepth = 32;
constexpr int UsageDepth = 64;
constexpr int UsageEntries = 200'000;
const QLatin1String PartPrefix(".sandglass-part-"); // a file that is still being copied in

/// The person's own file: links are theirs to make, but a FIFO or device would never end.
Descriptor openLocal(const QString &path, struct stat *status)
{
    Descriptor file(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file || ::fstat(file.get(), status) != 0)
        throw fileError(path, errno);
    if (!S_ISREG(status->st_mode))
        throw Error(ErrorKind::File,
                    QStringLiteral("“%1” isn't an ordinary file, so it can't be copied.")
                        .arg(redacted(path, 300)));
    return file;
}

/// rename() that never replaces; a file system without it gets a link and an unlink.
int renameNew(int folder, const char *from, const char *to)
{
#ifdef Q_OS_MACOS
    return ::renameatx_np(folder, from, folder, to, RENAME_EXCL);
#else
    if (::renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    if (::linkat(folder, from, folder, to, 0) != 0)
        return -1;
    return ::unlinkat(folder, from, 0);
#endif
}

bool nearerTop(const FileInfo &a, const FileInfo &b)
{
    const auto depth = [](const FileInfo &file) {
        return file.name.count(QLatin1Char('/'));
    };
    const qsizetype left = depth(a);
    const qsizetype right = depth(b);
    return left != right ? left < right : a.name < b.name;
}

} // namespace

WorkFolder::WorkFolder(const QString &root)
    : m_root(::open(QFile::encodeName(root).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
{
    if (!m_root)
        throw fileError(root, errno);
}

QList<FileInfo> WorkFolder::list(int cap, bool *complete) const
{
    QList<FileInfo> files;
    FolderWalk walk(m_root.get(), {ListDepth, 10 * qBound(0, cap, 100'000) + 10'000});
    const bool all = walk.run(
        [&](const QString &name, const struct stat &status) {
            if (S_ISDIR(status.st_mode))
                return name == QLatin1String("data") ? FolderWalk::Next::SkipFolder
                                                     : FolderWalk::Next::Go;
            if (!S_ISREG(status.st_mode) || name.contains(PartPrefix))
                return FolderWalk::Next::Go;
            if (files.size() >= cap)
                return FolderWalk::Next::End;
            files.append(FileInfo{name, status.st_size, mtimeNs(status)});
            return FolderWalk::Next::Go;
        },
        {});
    if (complete)
        *complete = all;
    std::sort(files.begin(), files.end(), nearerTop);
    return files;
}

WorkFolder::Usage WorkFolder::usage(std::stop_token stop) const
{
    Usage usage;
    QSet<quint64> counted; // inodes with several names
    FolderWalk walk(m_root.get(), {UsageDepth, UsageEntries});
    usage.complete = walk.run(
        [&](const QString &name, const struct stat &status) {
            const bool isFolder = S_ISDIR(status.st_mode);
            if (isFolder && name == QLatin1String("data"))
                return FolderWalk::Next::SkipFolder;
            if (!isFolder && status.st_nlink > 1) {
                if (counted.contains(status.st_ino))
                    return FolderWalk::Next::Go;
                counted.insert(status.st_ino);
            }
            usage.bytes += qint64(status.st_blocks) * 512;
            return FolderWalk::Next::Go;
        },
        stop);
    usage.entries = walk.entriesSeen();
    return usage;
}

std::optional<FileInfo> WorkFolder::info(const QString &name) const
{
    struct stat status;
    const Descriptor file = openRegular(m_root.get(), checkedParts(name), &status);
    if (!file)
        return std::nullopt;
    return FileInfo{name.normalized(QString::NormalizationForm_C), status.st_size, mtimeNs(status)};
}

QByteArray WorkFolder::read(const QString &name, qint64 maxBytes) const
{
    struct stat status;
    const Descriptor file = openRegular(m_root.get(), checkedParts(name), &status);
    if (!file)
        throw fileError(name, errno);
    QByteArray bytes;
    const qint64 total = qBound(qint64(0), maxBytes, qint64(status.st_size));
    copyBytes(file.get(), total, name,
              [&](const char *data, qint64 size) { bytes.append(data, size); }, {}, {});
    return bytes;
}

FileInfo WorkFolder::copyIn(const QString &localPath, const QString &name,
                            const CopyProgress &progress, std::stop_token stop)
{
    const QList<QByteArray> parts = checkedParts(name);
    struct stat source;
    const Descriptor from = openLocal(localPath, &source);
    const Descriptor folder = openParent(m_root.get(), parts, true);
    if (!folder)
        throw fileError(name, errno);

    const QByteArray part = (PartPrefix + newUuid7()).toUtf8();
    const Descriptor to(::openat(folder.get(), part.constData(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!to)
        throw fileError(name, errno);
    try {
        copyBytes(
            from.get(), source.st_size, localPath,
            [&](const char *data, qint64 size) { writeAll(to.get(), data, size, name); }, progress,
            stop);
        struct stat taken;
        const QByteArray entry = realEntry(folder.get(), parts.last());
        if (::fstatat(folder.get(), entry.constData(), &taken, AT_SYMLINK_NOFOLLOW) == 0)
            throw fileError(name, EEXIST);
        if (renameNew(folder.get(), part.constData(), parts.last().constData()) != 0)
            throw fileError(name, errno);
        struct stat written;
        if (::fstat(to.get(), &written) != 0)
            throw fileError(name, errno);
        return FileInfo{name.normalized(QString::NormalizationForm_C), written.st_size,
                        mtimeNs(written)};
    } catch (...) {
        ::unlinkat(folder.get(), part.constData(), 0);
        throw;
    }
}

bool WorkFolder::remove(const QString &name)
{
    const QList<QByteArray> parts = checkedParts(name);
    const Descriptor folder = openParent(m_root.get(), parts);
    if (!folder)
        return false;
    const QByteArray entry = realEntry(folder.get(), parts.last());
    if (::unlinkat(folder.get(), entry.constData(), 0) == 0)
        return true;
    if (errno == ENOENT)
        return false;
    throw fileError(name, errno == EISDIR || errno == EPERM ? EINVAL : errno);
}

#endif

QList<FileInfo> WorkFolder::changed(const QList<FileInfo> &before, const QList<FileInfo> &after)
{
    QHash<QString, FileInfo> known;
    for (const FileInfo &file : before)
        known.insert(file.name, file);
    QList<FileInfo> changes;
    for (const FileInfo &file : after) {
        if (known.value(file.name) != file)
            changes.append(file);
    }
    return changes;
}

QList<FileInfo> WorkFolder::changedSince(const QList<FileInfo> &before, int cap) const
{
    return changed(before, list(cap));
}

} // namespace sandglass
