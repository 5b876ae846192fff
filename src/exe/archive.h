// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

#include <memory>

struct archive;
struct archive_entry;

namespace exedev {

/// Ends libarchive's objects, of either direction.
struct ArchiveDeleter
{
    void operator()(archive *handle) const;
    void operator()(archive_entry *entry) const;
};

using ArchivePtr = std::unique_ptr<archive, ArchiveDeleter>;
using EntryPtr = std::unique_ptr<archive_entry, ArchiveDeleter>;

/// What libarchive says went wrong.
QString archiveProblem(archive *handle);

/// `data` packed by gzip (level 6, no time stamp). Pure.
QByteArray gzipped(const QByteArray &data);

} // namespace exedev
