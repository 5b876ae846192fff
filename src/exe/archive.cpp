// SPDX-License-Identifier: MIT
#include "exe/archive.h"

#include "exe/error.h"
#include "exe/pause.h"

#include <archive.h>
#include <archive_entry.h>

#include <QBuffer>

#include <algorithm>

namespace exedev {

namespace {

constexpr qint64 blockSize = 256 * 1024;

la_ssize_t writeOut(archive *, void *device, const void *bytes, size_t size)
{
    return static_cast<QIODevice *>(device)->write(static_cast<const char *>(bytes), qint64(size));
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

bool gzip(QIODevice &data, QIODevice &packed, const Call &call)
{
    const ArchivePtr handle(archive_write_new());
    const EntryPtr entry(archive_entry_new());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_pathname(entry.get(), "data");
    const auto require = [&](bool isDone) {
        if (!isDone)
            throw LocalFileError(QStringLiteral("gzip"), archiveProblem(handle.get()));
    };
    require(archive_write_set_format_raw(handle.get()) == ARCHIVE_OK &&
            archive_write_add_filter_gzip(handle.get()) == ARCHIVE_OK &&
            archive_write_set_options(handle.get(), "gzip:compression-level=6,gzip:!timestamp") ==
                ARCHIVE_OK &&
            archive_write_set_bytes_in_last_block(handle.get(), 1) == ARCHIVE_OK &&
            archive_write_open(handle.get(), &packed, nullptr, writeOut, nullptr) == ARCHIVE_OK &&
            archive_write_header(handle.get(), entry.get()) == ARCHIVE_OK);
    for (qint64 left = data.size() - data.pos(); left > 0;) {
        requireGoingOn(call);
        const QByteArray block = data.read(std::min(left, blockSize));
        if (block.isEmpty())
            return false;
        left -= block.size();
        require(archive_write_data(handle.get(), block.constData(), size_t(block.size())) ==
                block.size());
    }
    require(archive_write_close(handle.get()) == ARCHIVE_OK);
    return true;
}

QByteArray gzipped(const QByteArray &data)
{
    QBuffer from;
    from.setData(data);
    from.open(QIODevice::ReadOnly);
    QBuffer to;
    to.open(QIODevice::WriteOnly);
    gzip(from, to, {});
    return to.data();
}

} // namespace exedev
