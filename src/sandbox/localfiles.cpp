// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/sandboxfiles.h"

#include <QFileInfo>

namespace sandglass {

LocalFiles::LocalFiles(QString conversationFolder)
    : m_work(std::move(conversationFolder) + QStringLiteral("/work"))
{}

void LocalFiles::put(const QString &localPath, const QString &name, const CopyProgress &progress,
                     std::stop_token stop)
{
    WorkFolder(m_work).copyIn(localPath, name, progress, std::move(stop));
}

void LocalFiles::save(const QString &name, const QString &targetPath, const CopyProgress &progress,
                      std::stop_token stop)
{
    WorkFolder(m_work).copyOut(name, targetPath, progress, std::move(stop));
}

QList<SavedFile> LocalFiles::saveAll(const QStringList &names, const QString &folder,
                                     const CopyProgress &progress, std::stop_token stop)
{
    return WorkFolder(m_work).saveAll(names, folder, WorkFolder::Existing::Number, progress,
                                      std::move(stop));
}

bool LocalFiles::remove(const QString &name, std::stop_token)
{
    return QFileInfo(m_work).isDir() && WorkFolder(m_work).remove(name);
}

} // namespace sandglass
