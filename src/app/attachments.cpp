// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/attachments.h"

#include "agent/tablehint.h"
#include "sandbox/safename.h"
#include "sandbox/workfolder.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

namespace sandglass {

namespace {

constexpr qint64 hintSize = 64 * 1024;
constexpr int maxListed = 100; ///< names of a folder that the model is told

/// What a model is told of a mounted folder: its first names with their sizes.
QString listing(const QString &folder, qint64 &size)
{
    QStringList lines;
    int more = 0;
    QDirIterator it(folder, QDir::Files | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    constexpr int maxSeen = 10'000;
    for (int seen = 0; it.hasNext() && seen < maxSeen; ++seen) {
        it.next();
        const QFileInfo info = it.fileInfo();
        size += info.size();
        if (lines.size() < maxListed)
            lines << QStringLiteral("%1 (%2 bytes)")
                         .arg(QDir(folder).relativeFilePath(info.filePath()))
                         .arg(info.size());
        else
            ++more;
    }
    if (more > 0)
        lines << QStringLiteral("and %1 more").arg(more);
    return QStringLiteral("a folder, read-only; it holds: ") + lines.join(QLatin1String(", "));
}

} // namespace

Attachments::Attachments(QString folder, Hooks hooks)
    : m_folder(std::move(folder))
    , m_hooks(std::move(hooks))
{}

void Attachments::makeFolders() const
{
    for (const char *name : {"/files", "/work"}) {
        if (!QDir().mkpath(m_folder + QLatin1String(name)))
            throw Error(
                ErrorKind::File,
                QStringLiteral("The file can't be attached: %1 can't be made.")
                    .arg(m_folder + QLatin1String(name)),
                QStringLiteral("Check that the disk has room and that the data folder may be "
                               "written."));
    }
}

QStringList Attachments::namesInUse() const
{
    // Names of folders count too: a file can't take their place.
    const QDir::Filters all = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    return QDir(m_folder + QLatin1String("/files")).entryList(all) +
           QDir(m_folder + QLatin1String("/work")).entryList(all);
}

QStringList Attachments::add(const QStringList &paths, QStringList taken, std::stop_token stop)
{
    QStringList names;
    for (const QString &path : paths) {
        if (stop.stop_requested())
            break;
        try {
            const FileRecord file = take(path, taken, stop);
            m_hooks.onFile(file);
            taken << file.name;
            names << file.name;
        } catch (const Error &error) {
            if (error.kind() != ErrorKind::Cancelled)
                m_hooks.onFailure(error.failure());
        }
    }
    return names;
}

FileRecord Attachments::take(const QString &path, const QStringList &taken, std::stop_token stop)
{
    makeFolders();
    const QFileInfo info(path);
    const QString given = info.isDir() ? QDir(info.absoluteFilePath()).dirName() : info.fileName();
    if (!info.exists()) {
        throw Error(ErrorKind::NotFound,
                    QStringLiteral("%1 can't be attached: there is no such file.").arg(path));
    }
    if (!info.isReadable()) {
        throw Error(ErrorKind::File,
                    QStringLiteral("%1 can't be attached: it may not be read.").arg(path),
                    QStringLiteral("Change its permissions, or attach a copy."));
    }
    const QString safe = safeName(given);
    if (info.isDir() || (info.isFile() && info.size() > mountSize)) {
        const FileRecord file = mount(info.absoluteFilePath(), safe, taken);
        m_hooks.bring(file.source, file, stop);
        return file;
    }
    const QString name = numbered(safe, taken + namesInUse());
    WorkFolder kept(m_folder + QLatin1String("/files"));
    const auto progress = [&](qint64 done, qint64 total) {
        m_hooks.onProgress(name, done, total);
    };
    const FileInfo copy = kept.copyIn(info.absoluteFilePath(), name, progress, stop);
    const FileRecord file{name, copy.size, false, {}, tableHint(name, kept.read(name, hintSize))};
    try {
        m_hooks.bring(m_folder + QLatin1String("/files/") + name, file, stop);
    } catch (const Error &) {
        kept.remove(name);
        throw;
    }
    return file;
}

FileRecord Attachments::mount(const QString &path, const QString &name,
                              const QStringList &taken) const
{
    const QString prefix = QStringLiteral("data/");
    QStringList inData = QDir(m_folder + QLatin1String("/data"))
                             .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    for (const QString &other : taken) {
        if (other.startsWith(prefix))
            inData << other.mid(prefix.size());
    }
    FileRecord file{prefix + numbered(name, inData), QFileInfo(path).size(), true, path, {}};
    if (QFileInfo(path).isDir()) {
        file.size = 0;
        file.hint = listing(path, file.size);
    } else {
        file.hint = QStringLiteral("a big file, read-only");
    }
    return file;
}

void Attachments::restore(const QList<FileRecord> &files)
{
    if (QFileInfo(m_folder + QLatin1String("/work")).isDir())
        return;
    makeFolders();
    WorkFolder work(m_folder + QLatin1String("/work"));
    for (const FileRecord &file : files) {
        if (file.mounted)
            continue;
        try {
            if (safeName(file.name) != file.name) // a journal that somebody changed
                continue;
            work.copyIn(m_folder + QLatin1String("/files/") + file.name, file.name);
        } catch (const Error &error) {
            m_hooks.onFailure(error.failure());
        }
    }
}

} // namespace sandglass
