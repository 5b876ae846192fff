// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/bubblewrap.h"
#include "sandbox/limits.h"
#include "sandbox/output.h"
#include "sandbox/slirp.h"

#include <memory>
#include <optional>

namespace sandglass {

/// The processes of one sandbox: bubblewrap with the kernel host inside, held to its limits, and
/// slirp4netns where it has a network. Link thread only; the destructor ends them all.
class HostProcess
{
public:
    /// Throws Error: SetupFailed, Unsupported.
    HostProcess(const SandboxLayout &layout, const SandboxLimits &limits);
    ~HostProcess();

    int protocol() const { return m_protocol.get(); } ///< a socket, non-blocking
    int errors() const { return m_errors.get(); }     ///< its stderr, non-blocking; -1 at its end
    int pidfd() const { return m_child->pidfd(); }

    /// Reads what came on errors(); only its end is kept.
    void readErrors();
    QString log() const;

    /// To be called once the host has spoken: from then on the limits are in place.
    void hasStarted() { m_limits->started(m_child->pid()); }
    const HeldLimits &limits() const { return *m_limits; }

    void kill() { m_child->kill(); }

    /// Collects bubblewrap after its end and tells why the host died.
    std::optional<DeathCause> cause();

private:
    std::unique_ptr<HeldLimits> m_limits; // outlives the processes in its control group
    Descriptor m_protocol;
    Descriptor m_errors;
    QByteArray m_tail;
    std::unique_ptr<ChildProcess> m_child;
    std::unique_ptr<Slirp> m_network;
};

} // namespace sandglass
