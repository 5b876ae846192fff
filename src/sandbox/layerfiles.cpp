// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/layerfiles.h"

#include "base/error.h"
#include "base/log.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>

namespace sandglass {
namespace {

constexpr int MaxPackages = 10'000;
constexpr qint64 MaxMetadata = 64 << 10;
constexpr qint64 MaxRecord = 32 << 20;
const char *const InfoEnding = ".dist-info";

QStringList infoFolders(const QString &folder)
{
    return QDir(folder).entryList({QStringLiteral("*.dist-info")}, QDir::Dirs | QDir::NoSymLinks,
                                  QDir::Name);
}

/// Name and Version of the head of a METADATA file.
Package packageOf(const QString &infoFolder)
{
    Package package;
    QFile file(infoFolder + QStringLiteral("/METADATA"));
    if (!file.open(QIODevice::ReadOnly))
        return package;
    for (const QByteArray &line : file.read(MaxMetadata).split('\n')) {
        if (line.trimmed().isEmpty())
            break; // the description begins
        if (line.startsWith("Name:") && package.name.isEmpty())
            package.name = QString::fromUtf8(line.mid(5).trimmed()).left(200);
        else if (line.startsWith("Version:") && package.version.isEmpty())
            package.version = QString::fromUtf8(line.mid(8).trimmed()).left(100);
    }
    return package;
}

/// The path that the first field of a line of RECORD names, or nothing where it leads out.
QString recordedPath(const QString &folder, const QByteArray &line)
{
    // A name with a comma stands in quotes, with inner ones doubled; such files merely stay.
    const QString name = QString::fromUtf8(line.left(line.indexOf(',')));
    if (name.isEmpty() || name.startsWith(QLatin1Char('"')) || QDir::isAbsolutePath(name))
        return QString();
    const QString path = QDir::cleanPath(folder + QLatin1Char('/') + name);
    // A link among its folders could lead out as well.
    const QString real = QFileInfo(QFileInfo(path).path()).canonicalFilePath();
    const QString root = QFileInfo(folder).canonicalFilePath();
    const bool inside = path.startsWith(folder + QLatin1Char('/')) &&
                        (real == root || real.startsWith(root + QLatin1Char('/')));
    return inside ? path : QString();
}

void rename(const QString &from, const QString &to)
{
    std::error_code error;
    std::filesystem::rename(QFile::encodeName(from).toStdString(),
                            QFile::encodeName(to).toStdString(), error);
    if (error)
        throw Error(ErrorKind::File,
                    QStringLiteral("“%1” couldn't be put into the conversation's packages: %2.")
                        .arg(redacted(QFileInfo(to).fileName(), 300),
                             QString::fromLocal8Bit(error.message().c_str())));
}

bool isFolder(const QString &path)
{
    const QFileInfo info(path);
    return info.isDir() && !info.isSymLink();
}

} // namespace

QList<Package> packagesIn(const QString &folder)
{
    QList<Package> packages;
    const QStringList names = infoFolders(folder);
    for (const QString &name : names) {
        if (packages.size() >= MaxPackages)
            break;
        const Package package = packageOf(folder + QLatin1Char('/') + name);
        if (!package.name.isEmpty() && !package.version.isEmpty())
            packages.append(package);
    }
    std::sort(packages.begin(), packages.end(), [](const Package &a, const Package &b) {
        return normalizedPackage(a.name) < normalizedPackage(b.name);
    });
    return packages;
}

void removePackage(const QString &folder, const Package &package)
{
    const QString root = QDir::cleanPath(folder);
    const QStringList names = infoFolders(root);
    for (const QString &name : names) {
        const QString info = root + QLatin1Char('/') + name;
        if (packageOf(info) != package)
            continue;
        QFile record(info + QStringLiteral("/RECORD"));
        if (record.open(QIODevice::ReadOnly)) {
            for (const QByteArray &line : record.read(MaxRecord).split('\n')) {
                const QString path = recordedPath(root, line);
                if (!path.isEmpty() && !isFolder(path))
                    QFile::remove(path);
            }
        }
        QDir(info).removeRecursively();
    }
}

void mergeFolder(const QString &from, const QString &to)
{
    QStringList names = QDir(from).entryList(
        QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
    std::stable_partition(names.begin(), names.end(), [](const QString &name) {
        return !name.endsWith(QLatin1String(InfoEnding));
    });
    for (const QString &name : std::as_const(names)) {
        const QString source = from + QLatin1Char('/') + name;
        const QString target = to + QLatin1Char('/') + name;
        if (isFolder(source) && isFolder(target)) {
            mergeFolder(source, target);
            continue;
        }
        if (isFolder(target)) // a module became a file
            QDir(target).removeRecursively();
        else if (isFolder(source))
            QFile::remove(target);
        rename(source, target);
    }
}

} // namespace sandglass
