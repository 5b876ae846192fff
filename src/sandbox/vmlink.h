// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/client.h"
#include "sandbox/kernelprotocol.h"
#include "sandbox/sandbox.h"
#include "sandbox/vmhost.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace exedev {
class Error;
}

namespace sandglass {

/// Why the events of a VM don't come at the moment.
struct LinkTrouble
{
    enum class Kind {
        Passing, ///< it is tried again
        Paused,  ///< and nobody needs it
        Gone,    ///< the VM doesn't exist any more; the link has ended
    };

    Kind kind = Kind::Passing;
    Failure failure;
};

/// The connection to the kernel host of one VM and the link thread that keeps it: follows the
/// events, and after any loss goes on by number. Functions are safe from any thread; the destructor
/// joins. What happens in the VM goes on without it.
class VmLink
{
public:
    /// All on the link thread.
    struct Callbacks
    {
        /// Hello of each connection, then the events; each event comes once.
        std::function<void(const KernelEvent &)> event;
        /// Events after those that were told are no longer kept.
        std::function<void()> gap;
        /// Up to where the events came, after some of them.
        std::function<void(const SandboxPlace &)> read;
        std::function<void(const LinkTrouble &)> trouble;
        std::function<void()> resuming;
    };

    struct Options
    {
        exedev::ClientOptions access;
        SandboxPlace from; ///< the first event to come is the one after `last`
        QList<CellId> cells;
        QString kernelFolder;
        /// Silence after which a stream counts as lost; a quiet one beats every 30 s.
        std::chrono::milliseconds silence{90'000};
    };

    VmLink(Options options, Callbacks callbacks);
    ~VmLink();

    VmLink(const VmLink &) = delete;
    VmLink &operator=(const VmLink &) = delete;

    /// From now on events of this cell are taken.
    void addCell(const CellId &cell);

    /// Somebody waits for events: a VM that is paused is resumed. Also tries again at once.
    void need();
    void relax(); ///< nobody does any more

    /// Opens the stream anew: the network changed, or the computer slept.
    void renew();

private:
    void run();
    bool waitForWork();
    void follow();
    void take(const QByteArray &bytes, KernelReader &reader, qint64 &told);
    void greet(const KernelHello &hello, const KernelReader &reader);
    void acknowledge(qint64 last);
    void wakeUp();
    void proveGone(const exedev::Error &error);
    void fail(const Failure &failure);
    exedev::Call call();

    Options m_options;
    Callbacks m_callbacks;
    exedev::Client m_client;     ///< for short commands
    exedev::Client m_streams;    ///< which silence ends sooner
    SandboxPlace m_place;        ///< up to where events came
    int m_nonsense = 0;          ///< how often events after that made no sense
    qint64 m_unacknowledged = 0; ///< bytes
    bool m_saidWhatIsKept = false;

    std::mutex m_mutex; ///< of what follows
    std::condition_variable_any m_changed;
    QList<CellId> m_cells;
    qsizetype m_newCells = 0; ///< those at the end that the reader doesn't know yet
    bool m_needed = false;
    bool m_idle = false; ///< the VM is paused: nothing is done until somebody needs it
    bool m_gone = false;
    bool m_hurry = false;
    std::chrono::milliseconds m_pause{0}; ///< before the next attempt
    std::stop_source m_connection;
    std::stop_source m_end;
    std::thread m_thread; // last: it uses all of the above
};

} // namespace sandglass
