// SPDX-License-Identifier: MIT
#include "exe/vm.h"

#include "exe/error.h"
#include "exe/names.h"
#include "exe/packfolder.h"
#include "exe/scripts.h"
#include "exe/shell.h"
#include "exe/unpackfolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QTemporaryFile>

#include <filesystem>

namespace exedev {

namespace {

constexpr qint64 readAtOnce = 8 * 1024 * 1024;

QByteArray octal(std::optional<int> mode)
{
    if (mode && (*mode < 0 || *mode > 07777))
        throw InvalidArgumentError(QStringLiteral("A mode is from 0 to 07777"));
    return mode ? QByteArray::number(*mode, 8).rightJustified(4, '0') : QByteArray();
}

int modeOf(const QString &path)
{
    std::error_code failed;
    const auto status = std::filesystem::status(QFile::encodeName(path).toStdString(), failed);
    if (failed)
        throw LocalFileError(path, QString::fromLocal8Bit(failed.message().c_str()));
    return int(status.permissions()) & 07777;
}

/// A small file is read at once, so that it arrives as it was; also one without a size, as in
/// /proc. None is mapped: somebody may cut it meanwhile.
void writeLocal(Shell &shell, const QString &local, const QByteArray &target,
                const OnProgress &onProgress, const Call &call)
{
    QFile file(local);
    if (!file.open(QIODevice::ReadOnly))
        throw LocalFileError(local, file.errorString());
    const QByteArray mode = octal(modeOf(local));
    if (file.size() > readAtOnce) {
        shell.write(target, file, mode, call, onProgress);
        return;
    }
    const QByteArray content = file.readAll();
    if (file.error() != QFileDevice::NoError)
        throw LocalFileError(local, file.errorString());
    shell.write(target, content, mode, call, onProgress);
}

/// What downloadScript sends, on its way to the disk.
class Download
{
public:
    Download(QString local, const DownloadOptions &options)
        : m_local(std::move(local))
        , m_options(options)
    {}

    void take(const QByteArray &bytes)
    {
        QByteArray content = bytes;
        if (!m_device && !bytes.isEmpty()) {
            open(bytes[0]);
            content.remove(0, 1);
        }
        if (!m_device)
            return;
        if (content.size() > m_options.maxBytes - m_done)
            throw OutputLimitError({}, m_options.maxBytes);
        if (m_device->write(content) != content.size())
            throw LocalFileError(m_local, m_device->errorString());
        m_done += content.size();
        if (m_options.onProgress)
            m_options.onProgress(m_done, -1);
    }

    void finish(const Call &call)
    {
        if (!m_device)
            throw ProtocolError(QStringLiteral("ssh"), QStringLiteral("the file did not come"));
        if (m_file && !m_file->commit())
            throw LocalFileError(m_local, m_file->errorString());
        if (m_file)
            return;
        if (!QDir().mkpath(m_local))
            throw LocalFileError(m_local, QStringLiteral("the folder can't be made"));
        if (!m_archive->flush() || !m_archive->seek(0))
            throw LocalFileError(m_local, m_archive->errorString());
        unpackFolder(*m_archive, m_local, m_options.maxBytes, call);
    }

private:
    void open(char kind)
    {
        if (kind == 'F') {
            m_file = std::make_unique<QSaveFile>(m_local);
            if (!m_file->open(QIODevice::WriteOnly))
                throw LocalFileError(m_local, m_file->errorString());
            m_device = m_file.get();
        } else if (kind == 'D') {
            m_archive = std::make_unique<QTemporaryFile>();
            if (!m_archive->open())
                throw LocalFileError(m_archive->fileTemplate(), m_archive->errorString());
            m_device = m_archive.get();
        } else {
            throw ProtocolError(QStringLiteral("ssh"),
                                QStringLiteral("it is neither a file nor a folder"));
        }
    }

    const QString m_local;
    const DownloadOptions &m_options;
    std::unique_ptr<QSaveFile> m_file;
    std::unique_ptr<QTemporaryFile> m_archive;
    QIODevice *m_device = nullptr;
    qint64 m_done = 0;
};

} // namespace

void Vm::writeFile(const QString &path, const QByteArray &data, std::optional<int> mode,
                   const Call &call)
{
    Shell(*m_transport, m_info.name).write(remotePath(path), data, octal(mode), call);
}

QByteArray Vm::readFile(const QString &path, const Call &call, qint64 maxBytes)
{
    QByteArray content;
    const auto keep = [&](const QByteArray &bytes) {
        if (bytes.size() > maxBytes - content.size())
            throw OutputLimitError({}, maxBytes);
        content += bytes;
    };
    const CommandResult result =
        Shell(*m_transport, m_info.name)
            .streamed(readScript, {remotePath(path)}, keep, call, {missing, isDirectory});
    if (result.exitCode == missing)
        throw FileNotFoundError(path);
    if (result.exitCode == isDirectory)
        throw IsADirectoryError(path);
    return content;
}

void Vm::upload(const QString &local, const QString &remote, const UploadOptions &options,
                const Call &call)
{
    const QByteArray target = remotePath(remote);
    Shell shell(*m_transport, m_info.name);
    const QFileInfo info(local);
    if (info.exists() && !info.isFile() && !info.isDir())
        throw LocalFileError(local, QStringLiteral("it is neither a file nor a folder"));
    if (!info.isDir()) {
        writeLocal(shell, local, target, options.onProgress, call);
        return;
    }
    QTemporaryFile archive;
    if (!archive.open())
        throw LocalFileError(archive.fileTemplate(), archive.errorString());
    packFolder(local, options.exclude, archive, call);
    if (!archive.flush())
        throw LocalFileError(archive.fileName(), archive.errorString());
    const QByteArray temporary =
        uniqueName(QStringLiteral("/tmp/.exedev-upload-")).toLatin1() + ".tgz";
    shell.write(temporary, archive, "600", call, options.onProgress);
    shell.script(untarScript, {temporary, target}, call);
}

void Vm::download(const QString &remote, const QString &local, const DownloadOptions &options,
                  const Call &call)
{
    Download download(local, options);
    const CommandResult result =
        Shell(*m_transport, m_info.name)
            .streamed(downloadScript, {remotePath(remote)},
                      [&](const QByteArray &bytes) { download.take(bytes); }, call, {missing});
    if (result.exitCode == missing)
        throw FileNotFoundError(remote);
    download.finish(call);
}

} // namespace exedev
