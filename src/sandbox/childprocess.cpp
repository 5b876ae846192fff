// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/childprocess.h"

#include "base/error.h"

#include <QString>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

namespace sandglass {

namespace {

/// What a child needs, laid out before the fork: after it only async-signal-safe calls are allowed.
struct Prepared
{
    std::vector<char *> words;
    std::vector<char *> environment;
    const ChildCommand *command = nullptr;
    pid_t parent = 0;
    int null = -1;
    int report = -1;
};

std::vector<char *> pointers(const QByteArrayList &list)
{
    std::vector<char *> result;
    result.reserve(static_cast<size_t>(list.size()) + 1);
    for (const QByteArray &item : list)
        result.push_back(const_cast<char *>(item.constData()));
    result.push_back(nullptr);
    return result;
}

[[noreturn]] void giveUp(const Prepared &child, char step)
{
    const int error = errno;
    char report[1 + sizeof error];
    report[0] = step;
    std::memcpy(report + 1, &error, sizeof error);
    const ssize_t ignored = ::write(child.report, report, sizeof report);
    static_cast<void>(ignored);
    ::_exit(127);
}

void takeDescriptors(const Prepared &child)
{
    const ChildCommand &command = *child.command;
    // Out of the way first: a source may itself be 0, 1 or 2.
    int sources[3] = {command.input, command.output, command.error};
    for (int &source : sources) {
        source = ::fcntl(source < 0 ? child.null : source, F_DUPFD_CLOEXEC, 3);
        if (source < 0)
            giveUp(child, 'd');
    }
    for (int target = 0; target < 3; ++target) {
        if (::dup2(sources[target], target) < 0)
            giveUp(child, 'd');
    }
    if (::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) != 0)
        giveUp(child, 'r');
    for (const int passed : command.passed) {
        if (::fcntl(passed, F_SETFD, 0) != 0)
            giveUp(child, 'd');
    }
}

[[noreturn]] void become(const Prepared &child)
{
    const ChildCommand &command = *child.command;
    for (int number = 1; number < NSIG; ++number)
        ::signal(number, SIG_DFL); // fails for those that can't be set
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    // Its own session: Ctrl-C in our terminal is for us, not for the sandbox.
    ::setsid();
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != child.parent)
        giveUp(child, 'p');
    for (const int group : command.groups) {
        if (::write(group, "0", 1) != 1)
            giveUp(child, 'g');
    }
    for (const auto &[resource, value] : command.limits) {
        const auto which = static_cast<__rlimit_resource_t>(resource);
        rlimit limit{};
        if (::getrlimit(which, &limit) != 0)
            giveUp(child, 'l');
        // It may be held to less already, and can't raise that.
        limit.rlim_cur = limit.rlim_max = std::min(limit.rlim_max, static_cast<rlim_t>(value));
        if (::setrlimit(which, &limit) != 0)
            giveUp(child, 'l');
    }
    takeDescriptors(child);
    ::execve(child.words[0], child.words.data(), child.environment.data());
    giveUp(child, 'e');
}

[[noreturn]] void refuse(const QByteArray &program, char step, int error)
{
    static const std::pair<char, const char *> steps[] = {{'d', "its descriptors"},
                                                          {'r', "closing other descriptors"},
                                                          {'p', "binding it to this program"},
                                                          {'g', "its control group"},
                                                          {'l', "its limits"},
                                                          {'e', "starting it"},
                                                          {'f', "fork"}};
    const char *what = "starting it";
    for (const auto &[letter, text] : steps) {
        if (letter == step)
            what = text;
    }
    throw Error(ErrorKind::SetupFailed,
                QStringLiteral("%1 couldn't be started: %2 failed (%3).")
                    .arg(QString::fromLocal8Bit(program), QLatin1String(what),
                         QString::fromLocal8Bit(std::strerror(error))));
}

} // namespace

ChildProcess::ChildProcess(const ChildCommand &command)
{
    const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    DescriptorPair report = readingPipe();
    Prepared child{
        pointers(command.words), pointers(command.environment), &command, ::getpid(), null.get(),
        report.theirs.get()};
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before); // no handler of ours may run in the child
    m_pid = ::fork();
    if (m_pid == 0)
        become(child);
    const int error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (m_pid < 0)
        refuse(command.words.first(), 'f', error);
    m_pidfd = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0)));
    report.theirs = Descriptor();
    pollfd waiting{report.ours.get(), POLLIN, 0};
    while (::poll(&waiting, 1, -1) < 0 && errno == EINTR) {
    }
    const QByteArray said = readSome(report.ours.get(), 64).value_or(QByteArray());
    if (said.isEmpty() && m_pidfd)
        return;
    kill();
    wait(QDeadlineTimer(QDeadlineTimer::Forever));
    int reason = ENOSYS;
    if (said.size() == 1 + static_cast<qsizetype>(sizeof reason))
        std::memcpy(&reason, said.constData() + 1, sizeof reason);
    refuse(command.words.first(), said.isEmpty() ? 'p' : said[0], reason);
}

ChildProcess::~ChildProcess()
{
    kill();
    wait(QDeadlineTimer(QDeadlineTimer::Forever));
}

void ChildProcess::kill()
{
    if (!m_end && m_pid > 0)
        ::kill(m_pid, SIGKILL); // not collected yet: the number is still its own
}

std::optional<ChildEnd> ChildProcess::wait(QDeadlineTimer deadline)
{
    if (m_end || m_pid <= 0)
        return m_end;
    if (!deadline.isForever()) {
        pollfd waiting{m_pidfd.get(), POLLIN, 0};
        int ready = 0;
        do {
            ready = ::poll(&waiting, 1, static_cast<int>(deadline.remainingTime()));
        } while (ready < 0 && errno == EINTR);
        if (ready == 0)
            return std::nullopt;
    }
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
    }
    m_end = WIFSIGNALED(status) ? ChildEnd{0, WTERMSIG(status)} : ChildEnd{WEXITSTATUS(status), 0};
    return m_end;
}

} // namespace sandglass
