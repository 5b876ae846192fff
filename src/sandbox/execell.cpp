// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ExeSandbox that sends a cell and learns its end.
#include "exe/error.h"
#include "exe/failure.h"
#include "sandbox/exeshared.h"
#include "sandbox/vmhost.h"

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds firstPause{100};
constexpr std::chrono::milliseconds longestPause{5000};

} // namespace

bool isFinal(ErrorKind kind)
{
    return kind == ErrorKind::Auth || kind == ErrorKind::Permission ||
           kind == ErrorKind::SetupFailed || kind == ErrorKind::InvalidInput;
}

/// One request to the host. Its answer isn't waited for once the cell's end is known.
ExeSandbox::Attempt ExeSandbox::attempt(VmHost &host, const QByteArray &request, Failure &failure)
{
    exedev::Call call;
    {
        const std::lock_guard lock(m_shared->mutex);
        if (m_shared->result || m_shared->left)
            return Attempt::Unknown;
        m_shared->sending = std::stop_source();
        call.stop = m_shared->sending.get_token();
    }
    try {
        switch (host.submit(request, call)) {
        case VmHost::Answer::Accepted:
            return Attempt::Accepted;
        case VmHost::Answer::OtherBoot:
            return Attempt::OtherBoot;
        case VmHost::Answer::NoHost:
            failure = {ErrorKind::NotRunning, QStringLiteral("No kernel host runs in the VM."), {}};
            return Attempt::NotRun;
        case VmHost::Answer::Unknown:
            failure = {ErrorKind::NotRunning,
                       QStringLiteral("The kernel host in the VM ended without an answer."),
                       {}};
            return Attempt::Unknown;
        }
    } catch (const exedev::CancelledError &) {
        return Attempt::Unknown;
    } catch (const exedev::CommandInterruptedError &error) {
        failure = exedev::failureOf(error);
        return error.sent ? Attempt::Unknown : Attempt::NotRun;
    } catch (const exedev::NetworkError &error) {
        failure = exedev::failureOf(error);
        return error.sent ? Attempt::Unknown : Attempt::NotRun;
    } catch (const exedev::ApiError &error) {
        failure = exedev::failureOf(error);
        return error.status >= 400 && error.status < 500 ? Attempt::NotRun : Attempt::Unknown;
    } catch (const exedev::Error &error) {
        failure = exedev::failureOf(error);
    }
    return Attempt::Unknown;
}

/// Sends a cell as often as it takes: its host runs it once.
ExeSandbox::Sent ExeSandbox::sendCell(const QByteArray &request, const QString &boot,
                                      std::stop_token stop)
{
    VmHost host(m_client, vm(), m_options.kernelFolder);
    const auto deadline = Shared::Clock::now() + m_options.patience;
    bool mayHaveRun = false;
    for (auto pause = firstPause;; pause = std::min(2 * pause, longestPause)) {
        {
            const std::lock_guard lock(m_shared->mutex);
            m_shared->sentTo = boot;
        }
        Failure failure;
        const Attempt outcome = attempt(host, request, failure);
        if (outcome == Attempt::Accepted)
            return Sent::Yes;
        mayHaveRun = mayHaveRun || outcome == Attempt::Unknown;
        noteFailed(outcome, boot, mayHaveRun);
        if (!mayHaveRun) {
            if (outcome == Attempt::OtherBoot)
                return Sent::No;
            throwIfLeft();
            if (isFinal(failure.kind) || Shared::Clock::now() > deadline)
                throw Error(failure);
            if (stop.stop_requested())
                throw Error(ErrorKind::Cancelled,
                            QStringLiteral("Stopped before the code was run."));
        }
        std::unique_lock lock(m_shared->mutex);
        const auto isNews = [&] {
            return m_shared->result || m_shared->gone || m_shared->left ||
                   m_shared->place.boot != boot;
        };
        m_shared->changed.wait_for(lock, stop, pause, isNews);
        if (!mayHaveRun && (m_shared->gone || m_shared->place.boot != boot))
            return Sent::No;
        if (mayHaveRun && (m_shared->result || m_shared->left || stop.stop_requested()))
            return Sent::Unknown;
    }
}

/// A cell was not taken, as far as is known.
void ExeSandbox::noteFailed(Attempt outcome, const QString &boot, bool mayHaveRun)
{
    {
        const std::lock_guard lock(m_shared->mutex);
        if (!mayHaveRun) { // what is known of its end is about another that didn't run
            m_shared->sentTo.clear();
            m_shared->result.reset();
        }
        // Paused, gone, without a host or with another: the link finds out.
        if (outcome != Attempt::Unknown && m_shared->place.boot == boot)
            m_shared->connected = false;
    }
    m_link->need();
    if (outcome != Attempt::Unknown)
        m_link->renew();
}

/// Hands in a request that does no harm twice, within the limit or until the cell's end is known.
bool ExeSandbox::tell(const QByteArray &request, std::chrono::milliseconds limit,
                      std::stop_token stop)
{
    VmHost host(m_client, vm(), m_options.kernelFolder);
    const auto deadline = Shared::Clock::now() + limit;
    for (auto pause = firstPause;; pause = std::min(2 * pause, longestPause)) {
        Failure failure;
        const Attempt outcome = attempt(host, request, failure);
        if (outcome == Attempt::Accepted)
            return true;
        std::unique_lock lock(m_shared->mutex);
        const auto over = [this] {
            return m_shared->result || m_shared->gone || m_shared->left;
        };
        if (over() || outcome == Attempt::OtherBoot || stop.stop_requested() ||
            Shared::Clock::now() > deadline)
            return false;
        m_shared->changed.wait_for(lock, stop, pause, over);
    }
}

CellResult ExeSandbox::waitForEnd(const CellId &cell, std::stop_token stop)
{
    std::unique_lock lock(m_shared->mutex);
    const auto over = [this] {
        return m_shared->result || m_shared->left || m_shared->gone;
    };
    if (!m_shared->changed.wait(lock, stop, over)) {
        const QString boot = m_shared->sentTo;
        lock.unlock();
        const auto deadline = Shared::Clock::now() + m_options.stopTime;
        tell(interruptCommand(cell, boot), m_options.stopTime);
        lock.lock();
        m_shared->changed.wait_until(lock, deadline, over);
    }
    std::optional<CellResult> result = m_shared->result;
    const bool isGone = m_shared->gone;
    if (result)
        result->files = m_shared->files;
    lock.unlock();
    if (!result)
        throwIfLeft();
    if (!result) {
        result = CellResult();
        result->variablesLost = isGone;
        if (!isGone)
            Q_EMIT notice(cell,
                          Notice{QStringLiteral("sandbox"),
                                 QStringLiteral("The VM can't be reached, so the cell could not be "
                                                "stopped: it may still run there."),
                                 {}});
    }
    if (!isGone)
        Q_EMIT stateChanged(result->variablesLost ? SandboxState::Dead : SandboxState::Ready, {});
    return *result;
}

void ExeSandbox::restart()
{
    if (vm().isEmpty())
        return;
    {
        const std::lock_guard lock(m_shared->mutex);
        if (m_link)
            m_link->need();
    }
    const Closing closing([this] { end(); });
    connect({}, m_options.patience);
    QString boot;
    {
        const std::lock_guard lock(m_shared->mutex);
        if (m_shared->gone)
            return;
        boot = m_shared->place.boot;
        m_shared->result.reset();
    }
    if (!tell(restartCommand(boot), m_options.patience))
        throw Error(ErrorKind::NotRunning,
                    QStringLiteral("The VM can't be reached, so its kernel was not restarted."),
                    QStringLiteral("Look at the network connection and try again."));
    Q_EMIT stateChanged(SandboxState::Ready, {});
}

void ExeSandbox::onEvent(const KernelEvent &event)
{
    if (const auto *hello = std::get_if<KernelHello>(&event.content)) {
        onHello(*hello);
    } else if (const auto *shown = std::get_if<Output>(&event.content)) {
        Q_EMIT output(event.cell, *shown);
    } else if (const auto *told = std::get_if<Notice>(&event.content)) {
        Q_EMIT notice(event.cell, *told);
    } else if (const auto *files = std::get_if<KernelFileList>(&event.content)) {
        const std::lock_guard lock(m_shared->mutex);
        if (event.cell == m_shared->cell)
            m_shared->files = files->files;
    } else if (const auto *result = std::get_if<CellResult>(&event.content)) {
        const std::lock_guard lock(m_shared->mutex);
        if (event.cell == m_shared->cell && !event.cell.isNull())
            m_shared->finish(*result);
    } else if (const auto *status = std::get_if<KernelStatus>(&event.content)) {
        // The end of one that ran a cell is told by execute().
        if (status->state == QLatin1String("dead") && event.cell.isNull())
            Q_EMIT stateChanged(SandboxState::Dead, {});
    }
}

void ExeSandbox::onHello(const KernelHello &hello)
{
    bool isOther = false;
    bool runs = false;
    {
        const std::lock_guard lock(m_shared->mutex);
        isOther = !m_shared->place.boot.isEmpty() && m_shared->place.boot != hello.boot;
        runs = !m_shared->sentTo.isEmpty();
    }
    if (isOther)
        Q_EMIT notice({}, Notice{QStringLiteral("kernel"),
                                 QStringLiteral("The VM or its kernel host was started anew, so "
                                                "all variables are lost. Files are still there."),
                                 {}});
    Q_EMIT stateChanged(runs && !isOther ? SandboxState::Running : SandboxState::Ready, {});
    const std::lock_guard lock(m_shared->mutex);
    m_shared->place.boot = hello.boot;
    m_shared->connected = true;
    m_shared->trouble.reset();
    if (isOther)
        m_shared->lose();
    m_shared->changed.notify_all();
}

// As in onHello(), states are told before the cells worker can go on and tell its own.
void ExeSandbox::onTrouble(const LinkTrouble &trouble)
{
    const bool isGone = trouble.kind == LinkTrouble::Kind::Gone;
    bool runs = false;
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->connected = false;
        runs = !m_shared->sentTo.isEmpty();
    }
    if (isGone) {
        Q_EMIT notice({}, Notice{QStringLiteral("kernel"),
                                 QStringLiteral("The VM of this conversation doesn't exist any "
                                                "more: all variables and the files that code made "
                                                "are lost."),
                                 QStringLiteral("gone")});
        Q_EMIT stateChanged(SandboxState::Gone, trouble.failure.text);
    } else if (trouble.kind == LinkTrouble::Kind::Paused) {
        Q_EMIT stateChanged(SandboxState::Paused, {});
    } else if (runs) {
        Q_EMIT stateChanged(SandboxState::Running,
                            trouble.failure.text + QStringLiteral(" The cell runs on; its output "
                                                                  "comes when exe.dev can be "
                                                                  "reached again."));
    }
    const std::lock_guard lock(m_shared->mutex);
    m_shared->gone = isGone;
    if (trouble.kind == LinkTrouble::Kind::Passing)
        m_shared->trouble = trouble.failure;
    if (isGone)
        m_shared->lose();
    m_shared->changed.notify_all();
}

} // namespace sandglass
