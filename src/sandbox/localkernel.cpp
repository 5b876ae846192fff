// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/localkernel.h"

#include "base/log.h"
#include "sandbox/hostprocess.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace sandglass {

namespace {

constexpr qsizetype readSize = 256 * 1024;
constexpr std::chrono::seconds drainTime{5};

using Clock = std::chrono::steady_clock;

} // namespace

/// The loop of the link thread.
class LocalKernel::Loop
{
public:
    Loop(LocalKernel &kernel, HostProcess &host, Callbacks &callbacks)
        : m_kernel(kernel)
        , m_host(host)
        , m_callbacks(callbacks)
    {}

    /// Returns when the sandbox has ended or is to end.
    void run()
    {
        while (m_open) {
            if (!m_greeted && Clock::now() > m_greetBefore) {
                m_failure = Failure{
                    ErrorKind::SetupFailed,
                    QStringLiteral("The kernel didn't start within %1 seconds.")
                        .arg(startTime.count()),
                    QStringLiteral("Try again; if it happens again, set the Python environment "
                                   "up anew in the settings.")};
                return;
            }
            if (!turn())
                return;
        }
    }

    /// Takes what the host had written before it died.
    void drain()
    {
        const Clock::time_point end = Clock::now() + drainTime;
        pollfd waiting{m_host.protocol(), POLLIN, 0};
        while (m_open && Clock::now() < end && ::poll(&waiting, 1, 1000) > 0)
            read();
        m_host.readErrors();
    }

    std::optional<Failure> failure() const { return m_failure; }
    bool greeted() const { return m_greeted; }

private:
    /// Waits for something and handles it; false when the sandbox is to end.
    bool turn()
    {
        const short writing = m_pending.isEmpty() ? 0 : POLLOUT;
        pollfd waiting[] = {{m_host.protocol(), static_cast<short>(POLLIN | writing), 0},
                            {m_kernel.m_wake.get(), POLLIN, 0},
                            {m_host.pidfd(), POLLIN, 0},
                            {m_host.errors(), POLLIN, 0}};
        if (::poll(waiting, 4, static_cast<int>(untilWatch().count())) < 0 && errno != EINTR)
            return false;
        if (waiting[3].revents)
            m_host.readErrors();
        if (waiting[1].revents && !takeQueue())
            return false;
        if (waiting[0].revents & (POLLIN | POLLHUP | POLLERR))
            read();
        if (m_failure)
            return false;
        write();
        if (waiting[2].revents)
            return false;
        if (Clock::now() >= m_nextWatch) {
            const Clock::time_point before = Clock::now();
            m_callbacks.watch(m_kernel);
            const auto taken = Clock::now() - before;
            m_nextWatch = Clock::now() + std::max<Clock::duration>(watchPeriod, 10 * taken);
        }
        return true;
    }

    std::chrono::milliseconds untilWatch() const
    {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_nextWatch - Clock::now());
        return std::max(left, std::chrono::milliseconds(0));
    }

    bool takeQueue()
    {
        eventfd_t count = 0;
        ::eventfd_read(m_kernel.m_wake.get(), &count);
        const std::lock_guard lock(m_kernel.m_mutex);
        for (const auto &[cell, command] : m_kernel.m_queue) {
            if (!cell.isNull())
                m_reader.addCell(cell);
            m_pending += command;
        }
        m_kernel.m_queue.clear();
        return !m_kernel.m_kill;
    }

    void read()
    {
        const std::optional<QByteArray> bytes = readSome(m_host.protocol(), readSize);
        if (!bytes) {
            m_open = false;
            return;
        }
        try {
            m_reader.feed(*bytes, [this](const KernelEvent &event) { take(event); });
        } catch (const Error &error) {
            m_failure = error.failure();
            m_open = false;
        }
    }

    void take(const KernelEvent &event)
    {
        if (std::holds_alternative<KernelHello>(event.content)) {
            m_greeted = true;
            m_host.hasStarted();
            m_callbacks.started(m_host.limits());
        }
        const auto *result = std::get_if<CellResult>(&event.content);
        if (!result || !result->cause || !result->cause->memoryLikely) {
            m_callbacks.event(event);
            return;
        }
        // Inside nobody sees the control group: the host can only guess.
        const qint64 kills = m_host.limits().memoryKills().value_or(m_kills);
        KernelEvent sure = event;
        if (kills > m_kills)
            std::get<CellResult>(sure.content).cause = {DeathCause::Kind::OutOfMemory, 0, true};
        m_kills = kills;
        m_callbacks.event(sure);
    }

    void write()
    {
        if (m_pending.isEmpty())
            return;
        const ssize_t sent = ::send(m_host.protocol(), m_pending.constData(),
                                    static_cast<size_t>(m_pending.size()), MSG_NOSIGNAL);
        if (sent > 0)
            m_pending.remove(0, sent);
    }

    LocalKernel &m_kernel;
    HostProcess &m_host;
    Callbacks &m_callbacks;
    KernelReader m_reader;
    QByteArray m_pending; // commands that the host hasn't taken yet
    Clock::time_point m_nextWatch = Clock::now() + watchPeriod;
    Clock::time_point m_greetBefore = Clock::now() + startTime;
    bool m_open = true;
    bool m_greeted = false;
    qint64 m_kills = 0; // by the memory limit, that were told
    std::optional<Failure> m_failure;
};

LocalKernel::LocalKernel(SandboxLayout layout, const SandboxLimits &limits, Callbacks callbacks)
    : m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    , m_thread([this, layout = std::move(layout), limits, callbacks = std::move(callbacks)] {
        ::pthread_setname_np(::pthread_self(), "link");
        run(layout, limits, callbacks);
    })
{}

LocalKernel::~LocalKernel()
{
    kill();
    m_thread.join();
}

void LocalKernel::run(const SandboxLayout &layout, const SandboxLimits &limits, Callbacks callbacks)
{
    KernelEnd end;
    try {
        HostProcess host(layout, limits);
        Loop loop(*this, host, callbacks);
        loop.run();
        host.kill();
        if (!loop.failure())
            loop.drain();
        end.cause = host.cause();
        end.log = host.log();
        end.failure = loop.failure();
        if (!end.failure && !loop.greeted())
            end.failure = Failure{ErrorKind::SetupFailed,
                                  QStringLiteral("The sandbox couldn't be started (%1).")
                                      .arg(end.log.isEmpty() ? QStringLiteral("it gave no reason")
                                                             : redacted(end.log, 500)),
                                  {}};
    } catch (const Error &error) {
        end.failure = error.failure();
    }
    callbacks.ended(end);
}

void LocalKernel::execute(const CellId &cell, const QByteArray &code,
                          std::chrono::milliseconds timeout)
{
    send(cell, executeCommand(cell, code, timeout));
}

void LocalKernel::interrupt()
{
    send({}, interruptCommand());
}

void LocalKernel::kill()
{
    const std::lock_guard lock(m_mutex);
    m_kill = true;
    ::eventfd_write(m_wake.get(), 1);
}

void LocalKernel::send(const CellId &cell, const QByteArray &command)
{
    const std::lock_guard lock(m_mutex);
    m_queue.emplace_back(cell, command);
    ::eventfd_write(m_wake.get(), 1);
}

} // namespace sandglass
