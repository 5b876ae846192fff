// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/workfolder.h"

namespace sandglass {

/// The work folder of a conversation's sandbox, wherever that is. Names are relative to it, divided
/// by "/". Any thread, several at once, also while a cell runs. Throws Error: InvalidInput for a
/// name that leaves the folder, NotFound, File, Cancelled, and where the folder is at exe.dev what
/// may go wrong there.
class SandboxFiles
{
public:
    virtual ~SandboxFiles() = default;

    /// Brings a file or folder of the person under a new name. It appears whole or not at all, and
    /// never replaces what is there (InvalidInput; at exe.dev not where it is the same). Where
    /// there is no sandbox yet nothing happens: a new one gets all files of the person.
    virtual void put(const QString &localPath, const QString &name, const CopyProgress &progress,
                     std::stop_token stop) = 0;

    /// Writes a file to `targetPath`, a place the person chose: WorkFolder::copyOut().
    virtual void save(const QString &name, const QString &targetPath, const CopyProgress &progress,
                      std::stop_token stop) = 0;

    /// Several files below the existing folder `folder`: WorkFolder::saveAll().
    virtual QList<SavedFile> saveAll(const QStringList &names, const QString &folder,
                                     const CopyProgress &progress, std::stop_token stop) = 0;

    /// Removes a file; false where there is none.
    virtual bool remove(const QString &name, std::stop_token stop) = 0;
};

/// Those of the local sandbox: work/ in the conversation's folder.
class LocalFiles : public SandboxFiles
{
public:
    explicit LocalFiles(QString conversationFolder);

    void put(const QString &localPath, const QString &name, const CopyProgress &progress,
             std::stop_token stop) override;
    void save(const QString &name, const QString &targetPath, const CopyProgress &progress,
              std::stop_token stop) override;
    QList<SavedFile> saveAll(const QStringList &names, const QString &folder,
                             const CopyProgress &progress, std::stop_token stop) override;
    bool remove(const QString &name, std::stop_token stop) override;

private:
    QString m_work;
};

} // namespace sandglass
