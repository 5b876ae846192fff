// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/hostprocess.h"

#include "base/log.h"

#include <poll.h>
#include <signal.h>

namespace sandglass {

namespace {

constexpr qsizetype maxTail = 16 * 1024;
constexpr std::chrono::seconds networkTime{20};
constexpr std::chrono::seconds endTime{5};
constexpr int shellSignal = 128; // bubblewrap's exit status for a child ended by a signal

} // namespace

HostProcess::HostProcess(const SandboxLayout &layout, const SandboxLimits &limits)
    : m_limits(std::make_unique<HeldLimits>(limits))
{
    DescriptorPair protocol = socketPair();
    DescriptorPair errors = readingPipe();
    DescriptorPair info;
    DescriptorPair block;
    if (layout.network) {
        Slirp::program(); // refuses before anything was started
        info = readingPipe();
        block = writingPipe();
    }
    const BubblewrapCommand bubblewrap(layout, info.theirs.get(), block.theirs.get());
    ChildCommand command;
    command.words = bubblewrap.words();
    command.environment = {"PATH=/usr/bin:/bin"};
    command.input = protocol.theirs.get();
    command.output = protocol.theirs.get();
    command.error = errors.theirs.get();
    command.passed = bubblewrap.descriptors();
    m_limits->apply(&command);
    m_child = std::make_unique<ChildProcess>(command);
    m_protocol = std::move(protocol.ours);
    m_errors = std::move(errors.ours);
    info.theirs = Descriptor();
    block.theirs = Descriptor();
    protocol.theirs = Descriptor();
    if (!layout.network)
        return;
    try {
        m_network = std::make_unique<Slirp>(info.ours.get(), block.ours.get(), errors.theirs.get(),
                                            QDeadlineTimer(networkTime));
    } catch (const Error &error) {
        readErrors();
        if (log().isEmpty())
            throw;
        throw Error(error.kind(), error.failure().text + u' ' + redacted(log(), 300),
                    error.failure().remedy);
    }
}

HostProcess::~HostProcess()
{
    m_child->kill();
    m_child->wait(QDeadlineTimer(QDeadlineTimer::Forever));
    // Its end of the socket closes when the last process inside is gone.
    pollfd waiting{m_protocol.get(), POLLRDHUP, 0};
    ::poll(&waiting, 1, std::chrono::milliseconds(endTime).count());
    m_network.reset();
    m_child.reset();
}

void HostProcess::readErrors()
{
    if (!m_errors)
        return;
    const std::optional<QByteArray> some = readSome(m_errors.get(), maxTail);
    if (!some) {
        m_errors = Descriptor();
        return;
    }
    m_tail = (m_tail + *some).right(maxTail);
}

QString HostProcess::log() const
{
    return QString::fromUtf8(m_tail).trimmed();
}

std::optional<DeathCause> HostProcess::cause()
{
    const std::optional<ChildEnd> end = m_child->wait(QDeadlineTimer(endTime));
    if (!end)
        return std::nullopt;
    DeathCause cause;
    cause.number = end->exitCode;
    if (end->signal != 0 || end->exitCode > shellSignal) {
        cause.kind = DeathCause::Kind::Signal;
        cause.number = end->signal != 0 ? end->signal : end->exitCode - shellSignal;
    }
    if (m_limits->memoryKills().value_or(0) > 0)
        cause = {DeathCause::Kind::OutOfMemory, 0, true};
    return cause;
}

} // namespace sandglass
