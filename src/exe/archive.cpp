// SPDX-License-Identifier: MIT
#include "exe/archive.h"

#include "exe/error.h"

#include <archive.h>
#include <archive_entry.h>

namespace exedev {

namespace {

la_ssize_t append(archive *, void *target, const void *bytes, size_t size)
{
    static_cast<QByteArray *>(target)->append(static_cast<const char *>(bytes), qsizetype(size));
    return la_ssize_t(size);
}

} // namespace

void ArchiveDeleter::operator()(archive *handle) const
{
    archive_free(handle);
}

void ArchiveDeleter::operator()(archive_entry *entry) const
{
    archive_entry_free(entry);
}

QString archiveProblem(archive *handle)
{
    const char *text = archive_error_string(handle);
    return text ? QString::fromLocal8Bit(text) : QStringLiteral("it can't be read");
}

QByteArray gzipped(const QByteArray &data)
{
    QByteArray packed;
    const ArchivePtr handle(archive_write_new());
    const EntryPtr entry(archive_entry_new());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_pathname(entry.get(), "data");
    const bool isDone =
        archive_write_set_format_raw(handle.get()) == ARCHIVE_OK &&
        archive_write_add_filter_gzip(handle.get()) == ARCHIVE_OK &&
        archive_write_set_options(handle.get(), "gzip:compression-level=6,gzip:!timestamp") ==
            ARCHIVE_OK &&
        archive_write_set_bytes_in_last_block(handle.get(), 1) == ARCHIVE_OK &&
        archive_write_open(handle.get(), &packed, nullptr, append, nullptr) == ARCHIVE_OK &&
        archive_write_header(handle.get(), entry.get()) == ARCHIVE_OK &&
        archive_write_data(handle.get(), data.constData(), size_t(data.size())) == data.size() &&
        archive_write_close(handle.get()) == ARCHIVE_OK;
    if (!isDone)
        throw LocalFileError(QStringLiteral("gzip"), archiveProblem(handle.get()));
    return packed;
}

} // namespace exedev
