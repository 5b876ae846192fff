// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

#include <functional>
#include <stop_token>

namespace sandglass {

/// Takes a person's files into a conversation: small ones are copied to files/ and to the sandbox
/// under the same safe name, a folder or a big one goes below data/ there. Files worker.
class Attachments
{
public:
    /// From this size on a file is mounted instead of copied.
    static constexpr qint64 mountSize = 100 * 1000 * 1000;

    struct Hooks
    {
        std::function<void(const FileRecord &)> onFile;
        std::function<void(const Failure &)> onFailure; ///< of one path; the others go on
        std::function<void(const QString &name, qint64 done, qint64 total)> onProgress;
        /// Brings a file or folder of this computer to the sandbox under the record's name. Throws
        /// Error.
        std::function<void(const QString &path, const FileRecord &file, std::stop_token)> bring;
    };

    Attachments(QString folder, Hooks hooks); ///< `folder` is the conversation's

    /// Takes the files in order. `taken` are names that the conversation has already.
    /// Returns the new names. On stop what is not whole is left out.
    QStringList add(const QStringList &paths, QStringList taken, std::stop_token stop);

    /// Copies what the person gave into a work folder that was lost. Nothing where it is there.
    void restore(const QList<FileRecord> &files);

private:
    FileRecord take(const QString &path, const QStringList &taken, std::stop_token stop);
    FileRecord mount(const QString &path, const QString &name, const QStringList &taken) const;
    void makeFolders() const;
    QStringList namesInUse() const;

    QString m_folder;
    Hooks m_hooks;
};

} // namespace sandglass
