// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/kernelfiles.h"

#include "base/error.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <map>

// Resources of a static library are kept only where this is called, outside any namespace.
static void initKernelResource()
{
    Q_INIT_RESOURCE(kernel);
}

namespace sandglass {

namespace {

/// Path below the kernel folder to content, in a fixed order.
using Files = std::map<QString, QByteArray>;

Files embedded()
{
    initKernelResource();
    const QString root = QStringLiteral(":/kernel/");
    Files files;
    QDirIterator it(root, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        QFile file(it.next());
        if (file.open(QIODevice::ReadOnly))
            files.insert_or_assign(file.fileName().mid(root.size()), file.readAll());
    }
    return files;
}

QString digest(const Files &files)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const auto &[name, content] : files) {
        hash.addData(name.toUtf8() + '\0' + QByteArray::number(content.size()) + '\0');
        hash.addData(content);
    }
    return QString::fromLatin1(hash.result().toHex().left(16));
}

bool isWhole(const QString &folder, const Files &files)
{
    for (const auto &[name, content] : files) {
        QFile file(folder + u'/' + name);
        if (file.size() != content.size() || !file.open(QIODevice::ReadOnly) ||
            file.readAll() != content)
            return false;
    }
    return true;
}

bool write(const QString &folder, const Files &files)
{
    for (const auto &[name, content] : files) {
        const QString path = folder + u'/' + name;
        QFile file(path);
        if (!QDir().mkpath(QFileInfo(path).path()) || !file.open(QIODevice::WriteOnly) ||
            file.write(content) != content.size() || !file.flush())
            return false;
    }
    return true;
}

} // namespace

QString KernelFiles::unpack(const QString &dataFolder)
{
    const Files files = embedded();
    const QString parent = dataFolder + QStringLiteral("/kernel");
    const QString folder = parent + u'/' + digest(files);
    if (isWhole(folder, files))
        return folder;

    const auto failed = [&] {
        return Error(
            ErrorKind::SetupFailed,
            QStringLiteral("The files that run Python could not be written to %1.").arg(folder),
            QStringLiteral("Check that there is space on the disk and that the folder is yours."));
    };
    if (!QDir().mkpath(parent))
        throw failed();
    QTemporaryDir fresh(parent + QStringLiteral("/new-XXXXXX"));
    if (!fresh.isValid() || !write(fresh.path(), files))
        throw failed();
    if (QDir().rename(fresh.path(), folder)) {
        fresh.setAutoRemove(false);
        return folder;
    }
    // Another process was first, or what lies there is damaged: then it is written over.
    if (!isWhole(folder, files) && !write(folder, files))
        throw failed();
    return folder;
}

} // namespace sandglass
