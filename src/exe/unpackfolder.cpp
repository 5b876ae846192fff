// SPDX-License-Identifier: MIT
#include "exe/unpackfolder.h"

#include "exe/archive.h"
#include "exe/error.h"
#include "exe/pause.h"

#include <archive.h>
#include <archive_entry.h>

#include <QByteArrayList>
#include <QFile>
#include <QFileInfo>

namespace exedev {

namespace {

constexpr int mostEntries = 1'000'000;

/// What libarchive reads from.
struct Source
{
    QIODevice &device;
    QByteArray block;
};

la_ssize_t readIn(archive *, void *data, const void **bytes)
{
    auto *source = static_cast<Source *>(data);
    source->block = source->device.read(256 * 1024);
    *bytes = source->block.constData();
    return source->block.size();
}

QByteArray nameOf(archive_entry *entry)
{
    // The first is empty where the name doesn't exist in the locale's coding.
    const char *name = archive_entry_pathname(entry);
    return name ? name : archive_entry_pathname_utf8(entry);
}

/// The name below the folder, without "." parts; refuses what leads out.
QByteArray insideName(const QByteArray &entry, const QByteArray &name)
{
    if (name.isEmpty() || name.startsWith('/'))
        throw UnsafeArchiveError(entry, QStringLiteral("its name is absolute or empty"));
    QByteArrayList parts;
    for (const QByteArray &part : name.split('/')) {
        if (part == "..")
            throw UnsafeArchiveError(entry, QStringLiteral("it leads out of the folder"));
        if (!part.isEmpty() && part != ".")
            parts.append(part);
    }
    return parts.join('/');
}

/// A link may only go up from its own folder first and then down, and must stay below the top: what
/// is inside by its text could else lead out by way of another link.
void requireInside(const QByteArray &entry, const QByteArray &target)
{
    if (target.isEmpty() || target.startsWith('/'))
        throw UnsafeArchiveError(entry, QStringLiteral("it is a link to an absolute name"));
    qsizetype level = entry.count('/');
    bool wentDown = false;
    for (const QByteArray &part : target.split('/')) {
        if (part.isEmpty() || part == ".")
            continue;
        if (part != "..") {
            wentDown = true;
            continue;
        }
        if (wentDown || --level < 0)
            throw UnsafeArchiveError(entry,
                                     QStringLiteral("it is a link that leads out of the folder"));
    }
}

/// One archive on its way into a folder.
class Unpacker
{
public:
    Unpacker(QIODevice &packed, const QString &folder, qint64 maxBytes, const Call &call)
        : m_source{packed, {}}
        , m_folder(QFile::encodeName(QFileInfo(folder).canonicalFilePath()))
        , m_left(maxBytes)
        , m_call(call)
        , m_reader(archive_read_new())
        , m_writer(archive_write_disk_new())
    {}

    void unpack()
    {
        archive_read_support_format_tar(m_reader.get());
        archive_read_support_filter_gzip(m_reader.get());
        archive_write_disk_set_options(m_writer.get(), ARCHIVE_EXTRACT_PERM | ARCHIVE_EXTRACT_TIME |
                                                           ARCHIVE_EXTRACT_SECURE_SYMLINKS |
                                                           ARCHIVE_EXTRACT_SECURE_NODOTDOT);
        if (archive_read_open(m_reader.get(), &m_source, nullptr, readIn, nullptr) != ARCHIVE_OK)
            refuseReading();
        for (int count = 0;; ++count) {
            requireGoingOn(m_call);
            archive_entry *entry = nullptr;
            const int result = archive_read_next_header(m_reader.get(), &entry);
            if (result == ARCHIVE_EOF)
                break;
            if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
                refuseReading();
            if (count >= mostEntries)
                throw UnsafeArchiveError(nameOf(entry), QStringLiteral("it has too many entries"));
            unpackEntry(entry);
        }
        requireWritten(archive_write_close(m_writer.get()));
    }

private:
    [[noreturn]] void refuseReading()
    {
        throw ProtocolError(
            QStringLiteral("ssh"),
            QStringLiteral("the archive is damaged (%1)").arg(archiveProblem(m_reader.get())));
    }

    void requireWritten(int result)
    {
        if (result < ARCHIVE_WARN)
            throw LocalFileError(QFile::decodeName(m_folder), archiveProblem(m_writer.get()));
    }

    void unpackEntry(archive_entry *entry)
    {
        const QByteArray given = nameOf(entry);
        const QByteArray name = insideName(given, given);
        if (name.isEmpty())
            return; // the folder itself
        const auto type = archive_entry_filetype(entry);
        if (const char *target = archive_entry_hardlink(entry)) {
            const QByteArray full = m_folder + '/' + insideName(given, target);
            archive_entry_set_hardlink(entry, full.constData());
        } else if (type == AE_IFLNK) {
            requireInside(name, archive_entry_symlink(entry));
        } else if (type != AE_IFREG && type != AE_IFDIR) {
            throw UnsafeArchiveError(given, QStringLiteral("it is a device or a pipe"));
        }
        archive_entry_set_pathname(entry, (m_folder + '/' + name).constData());
        archive_entry_set_perm(entry, archive_entry_perm(entry) & 0755);
        if (archive_entry_size_is_set(entry))
            requireRoom(given, archive_entry_size(entry));
        const int result = archive_write_header(m_writer.get(), entry);
        if (result == ARCHIVE_FAILED || result == ARCHIVE_FATAL)
            throw UnsafeArchiveError(given, archiveProblem(m_writer.get()));
        copyData(given);
        requireWritten(archive_write_finish_entry(m_writer.get()));
    }

    void requireRoom(const QByteArray &name, qint64 size)
    {
        if (size < 0 || size > m_left)
            throw UnsafeArchiveError(name, QStringLiteral("it unpacks to more than is accepted"));
    }

    void copyData(const QByteArray &name)
    {
        const void *bytes = nullptr;
        size_t size = 0;
        la_int64_t offset = 0;
        for (;;) {
            requireGoingOn(m_call);
            const int result = archive_read_data_block(m_reader.get(), &bytes, &size, &offset);
            if (result == ARCHIVE_EOF)
                return;
            if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
                refuseReading();
            requireRoom(name, qint64(size));
            m_left -= qint64(size);
            if (archive_write_data_block(m_writer.get(), bytes, size, offset) < 0)
                throw LocalFileError(QFile::decodeName(m_folder), archiveProblem(m_writer.get()));
        }
    }

    Source m_source;
    const QByteArray m_folder;
    qint64 m_left;
    const Call &m_call;
    ArchivePtr m_reader;
    ArchivePtr m_writer;
};

} // namespace

void unpackFolder(QIODevice &packed, const QString &folder, qint64 maxBytes, const Call &call)
{
    Unpacker(packed, folder, maxBytes, call).unpack();
}

} // namespace exedev
