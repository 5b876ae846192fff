// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>
#include <stop_token>

#ifndef Q_OS_WIN
#include <sys/stat.h>

namespace sandglass {

/// Goes through a folder whose content somebody else changes at the same time, nearest entries
/// first, so that a folder with a million files hides nothing beside it. Links aren't followed.
/// One walk, one thread.
class FolderWalk
{
public:
    struct Bounds
    {
        int depth = 64;        ///< of folders below the root
        int entries = 200'000; ///< looked at in all
    };

    enum class Next { Go, SkipFolder, End };

    /// Called for every entry, folders too before they are entered: its shown relative name and
    /// lstat.
    using Visit = std::function<Next(const QString &name, const struct stat &status)>;

    /// `root` is an open folder and stays the caller's.
    FolderWalk(int root, Bounds bounds);

    /// True where everything was seen but what `visit` skipped; false where a bound or `stop` left
    /// something out or `visit` ended it.
    bool run(const Visit &visit, const std::stop_token &stop);

    int entriesSeen() const { return m_seen; }

private:
    struct Folder
    {
        int parent = -1; ///< index in m_folders
        int depth = 0;
        QByteArray entry;
    };

    bool visitFolder(int index, const Visit &visit, const std::stop_token &stop);
    int openFolder(int index) const;
    QString shownPath(int index, const QByteArray &entry) const;

    int m_root;
    Bounds m_bounds;
    int m_seen = 0;
    bool m_complete = true;
    QList<Folder> m_folders;
};

} // namespace sandglass
#endif
