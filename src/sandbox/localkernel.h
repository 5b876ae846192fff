// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "sandbox/bubblewrap.h"
#include "sandbox/kernelprotocol.h"
#include "sandbox/limits.h"

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace sandglass {

/// Why a sandbox is no more.
struct KernelEnd
{
    std::optional<DeathCause> cause;
    std::optional<Failure> failure; ///< where it never started, or spoke nonsense
    QString log;                    ///< the tail of what it said on stderr
};

/// One run of a kernel host inside bubblewrap, and the link thread that starts it, reads it, and
/// writes to it, for as long as it lives (bubblewrap dies with the thread that started it).
/// Functions are safe from any thread; the destructor kills all processes inside and joins.
class LocalKernel
{
public:
    /// All are called on the link thread. As long as one runs nothing more is read, so that the
    /// kernel waits for a reader that is slow.
    struct Callbacks
    {
        std::function<void(const KernelEvent &)> event;
        /// Once the host has spoken.
        std::function<void(const HeldLimits &)> started;
        /// Every `watchPeriod`, while the sandbox lives.
        std::function<void(LocalKernel &)> watch;
        /// Exactly once, after every event.
        std::function<void(const KernelEnd &)> ended;
    };

    static constexpr std::chrono::seconds watchPeriod{2};
    static constexpr std::chrono::seconds startTime{60};

    LocalKernel(SandboxLayout layout, const SandboxLimits &limits, Callbacks callbacks);
    ~LocalKernel();

    LocalKernel(const LocalKernel &) = delete;
    LocalKernel &operator=(const LocalKernel &) = delete;

    void execute(const CellId &cell, const QByteArray &code, std::chrono::milliseconds timeout);
    void interrupt();
    void kill(); ///< ends at once, without a word to the host

private:
    class Loop;

    void send(const CellId &cell, const QByteArray &command);
    void run(const SandboxLayout &layout, const SandboxLimits &limits, Callbacks callbacks);

    Descriptor m_wake; // an eventfd: something was queued
    std::mutex m_mutex;
    std::vector<std::pair<CellId, QByteArray>> m_queue;
    bool m_kill = false;
    std::thread m_thread; // last: it uses all of the above
};

} // namespace sandglass
