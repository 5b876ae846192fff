// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/processes.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <thread>

namespace sandglass::test {

namespace {

constexpr std::chrono::milliseconds again{20};

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::vector<pid_t> allProcesses()
{
    std::vector<pid_t> all;
    const QStringList names = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString &name : names) {
        if (const int pid = name.toInt())
            all.push_back(pid);
    }
    return all;
}

struct Stat
{
    QByteArray name;
    char state = 0;
    pid_t parent = 0;
};

Stat statOf(pid_t pid)
{
    const QByteArray text = read(QStringLiteral("/proc/%1/stat").arg(pid));
    const qsizetype from = text.indexOf('(');
    const qsizetype to = text.lastIndexOf(')');
    if (from < 0 || to < from)
        return {};
    const QByteArrayList rest = text.mid(to + 2).split(' ');
    return {text.mid(from + 1, to - from - 1), rest.value(0).isEmpty() ? '?' : rest[0][0],
            rest.value(1).toInt()};
}

bool within(std::chrono::seconds longest, const std::function<bool()> &condition)
{
    const auto end = std::chrono::steady_clock::now() + longest;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(again);
    }
    return true;
}

} // namespace

QByteArray markedChild(const QByteArray &marker)
{
    const QByteArrayList parts = marker.split('=');
    return "import subprocess\nsubprocess.Popen(['sleep', '9999'], start_new_session=True, env={'" +
           parts.value(0) + "': '" + parts.value(1) + "'})";
}

int processesWith(const QByteArray &marker)
{
    int count = 0;
    for (const pid_t pid : allProcesses())
        count += read(QStringLiteral("/proc/%1/environ").arg(pid)).contains(marker);
    return count;
}

bool appearsWithin(const QByteArray &marker, std::chrono::seconds longest)
{
    return within(longest, [&] { return processesWith(marker) > 0; });
}

bool goneWithin(const QByteArray &marker, std::chrono::seconds longest)
{
    return within(longest, [&] { return processesWith(marker) == 0; });
}

bool isGoneWithin(pid_t pid, std::chrono::seconds longest)
{
    return within(longest, [&] {
        const char state = statOf(pid).state;
        return state == 0 || state == 'Z';
    });
}

std::vector<pid_t> descendants(pid_t pid)
{
    std::vector<pid_t> found;
    for (const pid_t other : allProcesses()) {
        if (statOf(other).parent != pid)
            continue;
        found.push_back(other);
        const std::vector<pid_t> below = descendants(other);
        found.insert(found.end(), below.begin(), below.end());
    }
    return found;
}

int killChildrenNamed(const QByteArray &name)
{
    int count = 0;
    for (const pid_t pid : allProcesses()) {
        const Stat stat = statOf(pid);
        if (stat.parent == ::getpid() && stat.name == name && ::kill(pid, SIGKILL) == 0)
            ++count;
    }
    return count;
}

pid_t startOwner(const QString &folder, const QByteArray &marker)
{
    QByteArray program = QFile::encodeName(QCoreApplication::applicationDirPath() +
                                           QStringLiteral("/sandbox_owner"));
    QByteArray where = QFile::encodeName(folder);
    QByteArray mark = marker;
    char *words[] = {program.data(), where.data(), mark.data(), nullptr};
    pid_t pid = -1;
    return ::posix_spawn(&pid, program.constData(), nullptr, nullptr, words, environ) == 0 ? pid
                                                                                           : -1;
}

void killAndCollect(pid_t pid)
{
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
}

} // namespace sandglass::test
