// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <utility>

#ifndef Q_OS_WIN
#include <sys/stat.h>
#endif

namespace sandglass {

/// Owns one file descriptor.
class Descriptor
{
public:
    explicit Descriptor(int fd = -1) noexcept
        : m_fd(fd)
    {}
    ~Descriptor();
    Descriptor(Descriptor &&other) noexcept
        : m_fd(other.release())
    {}
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }

    int get() const noexcept { return m_fd; }
    explicit operator bool() const noexcept { return m_fd >= 0; }
    int release() noexcept { return std::exchange(m_fd, -1); }

private:
    int m_fd;
};

#ifndef Q_OS_WIN

/// Opening in a folder whose content somebody else changes at the same time: component by
/// component, never through a link, never waiting for a FIFO. `root` is an open folder. All of
/// them give an empty Descriptor and leave errno where it can't be. Any thread.

/// The parts of a relative name divided by "/"; empty where one is empty, "." or "..", too long or
/// has a NUL, or where there are more than 64.
QList<QByteArray> nameParts(const QString &name);

/// How the name of an entry is shown: UTF-8 as NFC.
QString shownName(const QByteArray &entry);

/// The entry of `folder` that is shown as `part`: itself, or where there is none the first whose
/// shownName() is the same (made by somebody who writes NFD). At most 100,000 are looked at.
QByteArray realEntry(int folder, const QByteArray &part);

Descriptor openFolderEntry(int folder, const QByteArray &entry);

/// The folder in which the last of `parts` lies; with `create` the missing ones are made.
Descriptor openParent(int root, const QList<QByteArray> &parts, bool create = false);

/// A regular file for reading; `status` is its fstat. errno is ELOOP for a link, EINVAL for what
/// is neither link nor regular file.
Descriptor openRegular(int root, const QList<QByteArray> &parts, struct stat *status);

/// Nanoseconds since 1970 of the last change, held to what 64 bits can say.
qint64 mtimeNs(const struct stat &status);

#endif

} // namespace sandglass
