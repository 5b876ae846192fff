// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/folderwalk.h"

#ifndef Q_OS_WIN

#include "sandbox/openbeneath.h"

#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace sandglass {

FolderWalk::FolderWalk(int root, Bounds bounds)
    : m_root(root)
    , m_bounds(bounds)
{}

bool FolderWalk::run(const Visit &visit, const std::stop_token &stop)
{
    m_seen = 0;
    m_complete = true;
    m_folders = {Folder()};
    for (int i = 0; i < m_folders.size(); ++i) {
        if (!visitFolder(i, visit, stop))
            return false;
    }
    return m_complete;
}

bool FolderWalk::visitFolder(int index, const Visit &visit, const std::stop_token &stop)
{
    const int fd = openFolder(index);
    if (fd < 0)
        return true; // gone or exchanged since it was listed
    const std::unique_ptr<DIR, int (*)(DIR *)> entries(::fdopendir(fd), &::closedir);
    if (!entries) {
        ::close(fd);
        return true;
    }
    const int depth = m_folders.at(index).depth;
    while (const dirent *entry = ::readdir(entries.get())) {
        const QByteArray name(entry->d_name);
        if (name == "." || name == "..")
            continue;
        if (++m_seen > m_bounds.entries || stop.stop_requested())
            return false;
        struct stat status;
        if (::fstatat(fd, name.constData(), &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        const Next next = visit(shownPath(index, name), status);
        if (next == Next::End)
            return false;
        if (!S_ISDIR(status.st_mode) || next == Next::SkipFolder)
            continue;
        if (depth < m_bounds.depth)
            m_folders.append(Folder{index, depth + 1, name});
        else
            m_complete = false;
    }
    return true;
}

/// From the root anew each time: open descriptors are few, whatever the tree, and a folder that was
/// exchanged for a link in the meantime isn't entered.
int FolderWalk::openFolder(int index) const
{
    QList<int> chain;
    for (int i = index; i > 0; i = m_folders.at(i).parent)
        chain.prepend(i);
    Descriptor folder(::openat(m_root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (int i : chain) {
        if (!folder)
            break;
        folder = openFolderEntry(folder.get(), m_folders.at(i).entry);
    }
    return folder.release();
}

QString FolderWalk::shownPath(int index, const QByteArray &entry) const
{
    QString path = shownName(entry);
    for (int i = index; i > 0; i = m_folders.at(i).parent)
        path.prepend(shownName(m_folders.at(i).entry) + QLatin1Char('/'));
    return path;
}

} // namespace sandglass
#endif
