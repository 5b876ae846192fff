// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "sandbox/openbeneath.h"
#include "sandbox/output.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <stop_token>

namespace sandglass {

/// Bytes done and bytes in all; called from the thread that copies.
using CopyProgress = std::function<void(qint64 done, qint64 total)>;

/// What became of one file of WorkFolder::saveAll().
struct SavedFile
{
    QString name;    ///< in the work folder
    QString path;    ///< where it was written, absolute; empty where it wasn't
    qint64 size = 0; ///< bytes written
    std::optional<Failure> failure;

    friend bool operator==(const SavedFile &, const SavedFile &) = default;
};

/// The folder that the app shares with the sandbox, where code changes anything at any moment. The
/// only way to it, for reading, listing and writing: everything goes through the folder's
/// descriptor, component by component, never through a link, regular files only, sizes asked first.
/// Names are relative, divided by "/", as list() shows them. Any thread, several at once.
///
/// Throws Error: InvalidInput for a name that leaves the folder, NotFound, File with the reason,
/// Cancelled. Windows has no such calls: there it refuses (Unsupported).
class WorkFolder
{
public:
    /// Space that is really taken (a file of holes takes little), with folders; hard links count
    /// once. `complete` is false where there is more than one walk looks at.
    struct Usage
    {
        qint64 bytes = 0;
        int entries = 0;
        bool complete = true;
    };

    enum class Existing { Number, Replace };

    /// The folder must exist.
    explicit WorkFolder(const QString &root);

    /// Regular files, at most `cap`, nearest to the top first, then by name; down to 32 folders.
    /// Not the mounted `data`, nor links and the like. `complete` tells whether all are in it.
    QList<FileInfo> list(int cap = 10'000, bool *complete = nullptr) const;

    /// Those of `after` that aren't in `before` with the same size and time, in order. Pure.
    static QList<FileInfo> changed(const QList<FileInfo> &before, const QList<FileInfo> &after);

    /// What is new or changed since `before` was listed.
    QList<FileInfo> changedSince(const QList<FileInfo> &before, int cap = 10'000) const;

    Usage usage(std::stop_token stop = {}) const;
    qint64 size(std::stop_token stop = {}) const { return usage(stop).bytes; }

    /// Nothing where there is no regular file of that name.
    std::optional<FileInfo> info(const QString &name) const;

    /// The first `maxBytes` bytes.
    QByteArray read(const QString &name, qint64 maxBytes) const;

    /// Writes the file to `targetPath`, a place the person chose, whole or not at all, never with
    /// an exec bit. What grows meanwhile is copied with the size it had; what shrinks is an error.
    /// Returns the size.
    qint64 copyOut(const QString &name, const QString &targetPath,
                   const CopyProgress &progress = {}, std::stop_token stop = {}) const;

    /// copyOut() of several files below the existing folder `folder`, nested folders kept, each
    /// part of a name made safe; never outside `folder`, not even through links that lie there.
    /// One that fails doesn't stop the others; on stop the rest is Cancelled.
    QList<SavedFile> saveAll(const QStringList &names, const QString &folder,
                             Existing existing = Existing::Number,
                             const CopyProgress &progress = {}, std::stop_token stop = {}) const;

    /// Copies a file of the person in under a new name; folders in `name` are made. It appears
    /// whole or not at all and never replaces what is there (InvalidInput).
    FileInfo copyIn(const QString &localPath, const QString &name,
                    const CopyProgress &progress = {}, std::stop_token stop = {});

    /// Removes a file or link (never what it points to); false where there is none.
    bool remove(const QString &name);

private:
    Descriptor m_root;
};

} // namespace sandglass
