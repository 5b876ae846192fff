// SPDX-License-Identifier: MIT
#include "exe/packfolder.h"

#include "exe/archive.h"
#include "exe/error.h"
#include "exe/pause.h"

#include <archive.h>
#include <archive_entry.h>

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace exedev {

namespace {

namespace fs = std::filesystem;

la_ssize_t writeOut(archive *, void *device, const void *bytes, size_t size)
{
    return static_cast<QIODevice *>(device)->write(static_cast<const char *>(bytes), qint64(size));
}

/// One folder on its way into an archive.
class Packer
{
public:
    Packer(const QString &folder, const QStringList &exclude, QIODevice &out, const Call &call)
        : m_folder(folder)
        , m_out(out)
        , m_call(call)
        , m_handle(archive_write_new())
    {
        for (const QString &pattern : exclude)
            m_exclude.push_back(
                QRegularExpression(QRegularExpression::wildcardToRegularExpression(pattern)));
    }

    void pack()
    {
        archive_write_set_format_gnutar(m_handle.get());
        archive_write_add_filter_gzip(m_handle.get());
        require(
            archive_write_set_options(m_handle.get(), "gzip:compression-level=6,gzip:!timestamp"));
        archive_write_set_bytes_in_last_block(m_handle.get(), 1); // else it is padded
        require(archive_write_open(m_handle.get(), &m_out, nullptr, writeOut, nullptr));
        packBelow(fs::path(QFile::encodeName(m_folder).constData()), {});
        require(archive_write_close(m_handle.get()));
    }

private:
    void require(int result)
    {
        if (result < ARCHIVE_WARN)
            throw LocalFileError(m_folder, archiveProblem(m_handle.get()));
    }

    bool isExcluded(const QString &name) const
    {
        return std::any_of(m_exclude.begin(), m_exclude.end(),
                           [&](const auto &pattern) { return pattern.match(name).hasMatch(); });
    }

    void packBelow(const fs::path &folder, const std::string &prefix)
    {
        std::vector<fs::directory_entry> entries;
        std::error_code failed;
        for (auto at = fs::directory_iterator(folder, failed); !failed && at != fs::end(at);
             at.increment(failed))
            entries.push_back(*at);
        if (failed)
            throw LocalFileError(QFile::decodeName(folder.c_str()),
                                 QString::fromLocal8Bit(failed.message().c_str()));
        std::sort(entries.begin(), entries.end());
        for (const fs::directory_entry &entry : entries) {
            const std::string name = entry.path().filename().string();
            if (!isExcluded(QFile::decodeName(name.c_str())))
                packEntry(entry, prefix + name);
        }
    }

    void packEntry(const fs::directory_entry &entry, const std::string &name)
    {
        requireGoingOn(m_call);
        const QString path = QFile::decodeName(entry.path().c_str());
        std::error_code failed;
        const fs::file_status status = entry.symlink_status(failed);
        const fs::path target =
            !failed && fs::is_symlink(status) ? fs::read_symlink(entry.path(), failed) : fs::path();
        if (failed)
            throw LocalFileError(path, QString::fromLocal8Bit(failed.message().c_str()));
        const EntryPtr header(archive_entry_new());
        archive_entry_set_pathname(header.get(), name.c_str());
        archive_entry_set_perm(header.get(), unsigned(status.permissions()) & 07777);
        archive_entry_set_mtime(header.get(), QFileInfo(path).lastModified().toSecsSinceEpoch(), 0);
        if (fs::is_symlink(status)) {
            archive_entry_set_filetype(header.get(), AE_IFLNK);
            archive_entry_set_symlink(header.get(), target.c_str());
            require(archive_write_header(m_handle.get(), header.get()));
        } else if (fs::is_directory(status)) {
            archive_entry_set_filetype(header.get(), AE_IFDIR);
            require(archive_write_header(m_handle.get(), header.get()));
            packBelow(entry.path(), name + '/');
        } else if (fs::is_regular_file(status)) {
            packFile(path, header.get());
        }
    }

    void packFile(const QString &path, archive_entry *header)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            throw LocalFileError(path, file.errorString());
        qint64 left = file.size();
        archive_entry_set_filetype(header, AE_IFREG);
        archive_entry_set_size(header, left);
        require(archive_write_header(m_handle.get(), header));
        // A file that grows meanwhile is cut, one that shrinks is told.
        while (left > 0) {
            requireGoingOn(m_call);
            const QByteArray block = file.read(std::min<qint64>(left, 256 * 1024));
            if (block.isEmpty())
                throw LocalFileError(path, QStringLiteral("it changed while it was read"));
            if (archive_write_data(m_handle.get(), block.constData(), size_t(block.size())) < 0)
                throw LocalFileError(path, archiveProblem(m_handle.get()));
            left -= block.size();
        }
    }

    const QString m_folder;
    QIODevice &m_out;
    const Call &m_call;
    std::vector<QRegularExpression> m_exclude;
    ArchivePtr m_handle;
};

} // namespace

void packFolder(const QString &folder, const QStringList &exclude, QIODevice &out, const Call &call)
{
    Packer(folder, exclude, out, call).pack();
}

} // namespace exedev
