// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/controlgroup.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace sandglass {

namespace {

constexpr char prefix[] = "sandglass-";
constexpr int removalTries = 200;
constexpr std::chrono::milliseconds removalPause{10};

bool write(const QByteArray &path, const QByteArray &value)
{
    const Descriptor file(::open(path.constData(), O_WRONLY | O_CLOEXEC));
    return file && ::write(file.get(), value.constData(), static_cast<size_t>(value.size())) ==
                       value.size();
}

QByteArray read(const QByteArray &path)
{
    QFile file(QFile::decodeName(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Hierarchies
{
    QByteArray unified;
    QByteArray memory;
    QByteArray tasks;
};

Hierarchies mounted()
{
    Hierarchies found;
    const QByteArrayList lines = read("/proc/self/mounts").split('\n');
    for (const QByteArray &line : lines) {
        const QByteArrayList words = line.split(' ');
        if (words.value(2) == "cgroup2")
            found.unified = words[1];
        if (words.value(2) != "cgroup")
            continue;
        const QByteArrayList options = words.value(3).split(',');
        if (options.contains("memory"))
            found.memory = words[1];
        if (options.contains("pids"))
            found.tasks = words[1];
    }
    return found;
}

bool hasBoth(const QByteArray &controllers)
{
    const QByteArrayList words = controllers.simplified().split(' ');
    return words.contains("memory") && words.contains("pids");
}

/// Removes what a killed program left behind: its groups are empty, since sandboxes die with it.
void sweep(const QByteArray &parent)
{
    const QStringList names =
        QDir(QFile::decodeName(parent)).entryList({QLatin1String(prefix) + u'*'}, QDir::Dirs);
    for (const QString &name : names) {
        const int owner = name.mid(int(sizeof prefix) - 1).section(u'-', 0, 0).toInt();
        if (owner > 0 && ::kill(owner, 0) != 0 && errno == ESRCH)
            ::rmdir((parent + '/' + QFile::encodeName(name)).constData());
    }
}

} // namespace

std::unique_ptr<ControlGroup> ControlGroup::create(qint64 memory, int tasks)
{
    const Hierarchies found = mounted();
    const QByteArray name = '/' + QByteArray(prefix) + QByteArray::number(::getpid()) + '-' +
                            QByteArray::number(QRandomGenerator::global()->generate(), 16);
    std::unique_ptr<ControlGroup> group(new ControlGroup);
    const QByteArray limit = QByteArray::number(memory);
    // Children of a v2 group have a controller only where it is switched on for them.
    const QByteArray control = found.unified + "/cgroup.subtree_control";
    if (!found.unified.isEmpty() && (hasBoth(read(control)) || write(control, "+memory +pids"))) {
        const QByteArray folder = found.unified + name;
        sweep(found.unified);
        if (!group->join(folder) || !write(folder + "/memory.max", limit) ||
            !write(folder + "/pids.max", QByteArray::number(tasks)))
            return nullptr;
        write(folder + "/memory.swap.max", "0"); // isn't there on a machine without swap
        group->m_events = folder + "/memory.events";
        return group;
    }
    if (found.memory.isEmpty() || found.tasks.isEmpty())
        return nullptr;
    sweep(found.memory);
    sweep(found.tasks);
    const QByteArray folder = found.memory + name;
    if (!group->join(folder) || !write(folder + "/memory.limit_in_bytes", limit))
        return nullptr;
    write(folder + "/memory.memsw.limit_in_bytes", limit); // only with swap accounting
    group->m_events = folder + "/memory.oom_control";
    if (found.tasks != found.memory && !group->join(found.tasks + name))
        return nullptr;
    if (!write(found.tasks + name + "/pids.max", QByteArray::number(tasks)))
        return nullptr;
    return group;
}

ControlGroup::~ControlGroup()
{
    m_members.clear();
    for (const QByteArray &folder : m_folders) {
        // The last process may still be on its way out, and nothing tells when it has gone.
        for (int i = 0; i < removalTries && ::rmdir(folder.constData()) != 0 && errno == EBUSY; ++i)
            std::this_thread::sleep_for(removalPause);
    }
}

bool ControlGroup::join(const QByteArray &folder)
{
    if (::mkdir(folder.constData(), 0755) != 0)
        return false;
    m_folders.push_back(folder);
    Descriptor members(::open((folder + "/cgroup.procs").constData(), O_WRONLY | O_CLOEXEC));
    if (!members)
        return false;
    m_members.push_back(std::move(members));
    return true;
}

std::vector<int> ControlGroup::members() const
{
    std::vector<int> result;
    for (const Descriptor &file : m_members)
        result.push_back(file.get());
    return result;
}

QByteArray ControlGroup::eventsFileOf(pid_t pid)
{
    const QByteArrayList lines = read("/proc/" + QByteArray::number(pid) + "/cgroup").split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith("0::"))
            return mounted().unified + line.mid(3) + "/memory.events";
    }
    return {};
}

std::optional<qint64> ControlGroup::killsIn(const QByteArray &file)
{
    if (file.isEmpty())
        return std::nullopt;
    const QByteArrayList lines = read(file).split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith("oom_kill "))
            return line.mid(9).toLongLong();
    }
    return std::nullopt;
}

} // namespace sandglass
