// SPDX-License-Identifier: MIT
#pragma once

#include "exe/call.h"

#include <QByteArray>
#include <QIODevice>
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

/// Packs `data` from where it stands by gzip (level 6, no time stamp). What it grows by meanwhile
/// is left out; false where it shrinks. Throws LocalFileError, and what requireGoingOn() throws.
bool gzip(QIODevice &data, QIODevice &packed, const Call &call);

/// The same in memory. Pure.
QByteArray gzipped(const QByteArray &data);

} // namespace exedev
