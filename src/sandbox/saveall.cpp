// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/log.h"
#include "sandbox/filecopy.h"
#include "sandbox/safename.h"
#include "sandbox/workfolder.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QSaveFile>

#include <cerrno>

namespace sandglass {

#ifdef Q_OS_WIN

qint64 WorkFolder::copyOut(const QString &, const QString &, const CopyProgress &,
                           std::stop_token) const
{
    throw Error(
        ErrorKind::Unsupported,
        QStringLiteral("There is no local sandbox on Windows, so no files can be saved from it."));
}

#else

namespace {

constexpr QFileDevice::Permissions ExecBits =
    QFileDevice::ExeOwner | QFileDevice::ExeUser | QFileDevice::ExeGroup | QFileDevice::ExeOther;

Error targetError(const QSaveFile &file)
{
    const bool full = file.error() == QFileDevice::ResourceError;
    return Error(ErrorKind::File,
                 QStringLiteral("“%1” couldn't be written: %2.")
                     .arg(redacted(file.fileName(), 300), redacted(file.errorString(), 300)),
                 full ? QStringLiteral("Free some space and try again.")
                      : QStringLiteral("Choose another folder."));
}

} // namespace

qint64 WorkFolder::copyOut(const QString &name, const QString &targetPath,
                           const CopyProgress &progress, std::stop_token stop) const
{
    const QList<QByteArray> parts = checkedParts(name);
    struct stat status;
    const Descriptor source = openRegular(m_root.get(), parts, &status);
    if (!source)
        throw fileError(name, errno);
    if (const QFileInfo old(targetPath);
        old.exists() && !old.isFile()) // root could replace a device
        throw Error(ErrorKind::File,
                    QStringLiteral("“%1” isn't an ordinary file, so it can't be replaced.")
                        .arg(redacted(targetPath, 300)),
                    QStringLiteral("Choose another name."));
    QSaveFile target(targetPath);
    if (!target.open(QIODevice::WriteOnly))
        throw targetError(target);
    // A file that is replaced would hand on its exec bit.
    target.setPermissions(target.permissions() & ~ExecBits);
    copyBytes(
        source.get(), status.st_size, name,
        [&](const char *data, qint64 size) {
            if (target.write(data, size) != size)
                throw targetError(target);
        },
        progress, stop);
    if (!target.commit())
        throw targetError(target);
    return status.st_size;
}

#endif

namespace {

/// One run of saveAll(): where files go below the chosen folder.
class SaveTarget
{
public:
    SaveTarget(const QString &folder, WorkFolder::Existing existing)
        : m_root(QFileInfo(folder).canonicalFilePath())
        , m_existing(existing)
    {
        if (m_root.isEmpty() || !QFileInfo(m_root).isDir())
            throw Error(ErrorKind::File,
                        QStringLiteral("The folder “%1” doesn't exist.").arg(redacted(folder, 300)),
                        QStringLiteral("Choose another folder."));
    }

    /// The path for a name of the work folder; the folders above it are made.
    QString pathFor(const QString &name)
    {
        QStringList parts = name.split(QLatin1Char('/'));
        const QString last = safeName(parts.takeLast());
        QString folder = m_root;
        for (const QString &part : std::as_const(parts)) {
            folder += QLatin1Char('/') + safeName(part);
            enter(folder);
        }
        QStringList &taken = m_taken[folder];
        if (taken.isEmpty() && m_existing == WorkFolder::Existing::Number)
            taken = QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System |
                                           QDir::NoDotAndDotDot);
        const QString free = numbered(last, taken);
        taken.append(free);
        const QString path = folder + QLatin1Char('/') + free;
        if (QFileInfo(path).isSymLink()) // only with Replace; QSaveFile would write to its end
            throw leads(path);
        return path;
    }

private:
    static Error leads(const QString &path)
    {
        return Error(
            ErrorKind::File,
            QStringLiteral("“%1” is a link, and writing through it could lead out of the chosen "
                           "folder.")
                .arg(redacted(path, 300)),
            QStringLiteral("Choose another folder."));
    }

    void enter(const QString &folder) const
    {
        const QFileInfo info(folder);
        if (info.isSymLink())
            throw leads(folder);
        if (!info.isDir() && !QDir().mkdir(folder))
            throw Error(
                ErrorKind::File,
                QStringLiteral("The folder “%1” couldn't be made.").arg(redacted(folder, 300)),
                QStringLiteral("Choose another folder."));
    }

    QString m_root;
    WorkFolder::Existing m_existing;
    QHash<QString, QStringList> m_taken; // names by folder
};

} // namespace

QList<SavedFile> WorkFolder::saveAll(const QStringList &names, const QString &folder,
                                     Existing existing, const CopyProgress &progress,
                                     std::stop_token stop) const
{
    SaveTarget target(folder, existing);
    QList<SavedFile> results;
    for (const QString &name : names) {
        SavedFile result;
        result.name = name;
        try {
            if (stop.stop_requested())
                throw Error(ErrorKind::Cancelled,
                            QStringLiteral("“%1” wasn't saved any more.").arg(redacted(name, 300)));
            if (!info(name)) // before folders are made for it
                throw fileError(name, errno);
            const QString path = target.pathFor(name);
            result.size = copyOut(name, path, progress, stop);
            result.path = path;
        } catch (const Error &error) {
            result.failure = error.failure();
        }
        results.append(result);
    }
    return results;
}

} // namespace sandglass
