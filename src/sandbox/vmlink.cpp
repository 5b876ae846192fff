// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/vmlink.h"

#include "exe/error.h"
#include "exe/failure.h"

#include <QRegularExpression>

#include <algorithm>

#ifdef Q_OS_LINUX
#include <pthread.h>
#endif

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds firstPause{100};
constexpr std::chrono::milliseconds longestPause{5000};
constexpr int nonsenseLimit = 3;
constexpr qint64 acknowledgeEvery = qint64(256) << 20; ///< bytes; the host keeps four times that

exedev::ClientOptions withSilence(exedev::ClientOptions options, std::chrono::milliseconds silence)
{
    options.idleTimeout = silence;
    return options;
}

/// What comes from the VM goes into commands for it.
bool isBootId(const QString &boot)
{
    static const QRegularExpression pattern(QStringLiteral("\\A[0-9a-f-]{1,64}\\z"));
    return pattern.match(boot).hasMatch();
}

} // namespace

VmLink::VmLink(Options options, Callbacks callbacks)
    : m_options(std::move(options))
    , m_callbacks(std::move(callbacks))
    , m_client(m_options.access)
    , m_streams(withSilence(m_options.access, m_options.silence))
    , m_place(m_options.from)
    , m_cells(m_options.cells)
    , m_thread([this] {
#ifdef Q_OS_LINUX
        ::pthread_setname_np(::pthread_self(), "link");
#endif
        run();
    })
{}

VmLink::~VmLink()
{
    m_end.request_stop();
    renew();
    m_thread.join();
}

void VmLink::addCell(const CellId &cell)
{
    const std::lock_guard lock(m_mutex);
    m_cells << cell;
    ++m_newCells;
}

void VmLink::need()
{
    const std::lock_guard lock(m_mutex);
    m_needed = true;
    m_hurry = true;
    m_idle = false;
    m_changed.notify_all();
}

void VmLink::relax()
{
    const std::lock_guard lock(m_mutex);
    m_needed = false;
}

void VmLink::renew()
{
    std::stop_source connection(std::nostopstate);
    {
        const std::lock_guard lock(m_mutex);
        connection = m_connection;
        m_hurry = true;
        m_changed.notify_all();
    }
    connection.request_stop();
}

exedev::Call VmLink::call()
{
    const std::lock_guard lock(m_mutex);
    m_connection = std::stop_source();
    if (m_end.stop_requested())
        m_connection.request_stop();
    exedev::Call call;
    call.stop = m_connection.get_token();
    return call;
}

/// Waits until something is to be done; false at the end.
bool VmLink::waitForWork()
{
    std::unique_lock lock(m_mutex);
    const std::stop_token end = m_end.get_token();
    m_changed.wait(lock, end, [this] { return !m_idle && !m_gone; });
    if (m_pause.count() > 0)
        m_changed.wait_for(lock, end, m_pause, [this] { return m_hurry; });
    m_hurry = false;
    m_pause = std::clamp(2 * m_pause, firstPause, longestPause);
    return !end.stop_requested();
}

void VmLink::run()
{
    while (waitForWork()) {
        try {
            follow();
        } catch (const exedev::CancelledError &) {
            const std::lock_guard lock(m_mutex); // renewed, or at its end
            m_pause = {};
        } catch (const exedev::VmNotRunningError &) {
            wakeUp();
        } catch (const exedev::NotFoundError &error) {
            proveGone(error);
        } catch (const exedev::Error &error) {
            fail(exedev::failureOf(error));
        } catch (const Error &error) {
            fail(error.failure());
        }
    }
}

void VmLink::follow()
{
    KernelReader reader(m_place.boot, m_place.last);
    {
        const std::lock_guard lock(m_mutex);
        for (const CellId &cell : std::as_const(m_cells))
            reader.addCell(cell);
        m_newCells = 0;
    }
    qint64 told = -1;
    try {
        VmHost(m_streams, m_options.from.vm, m_options.kernelFolder)
            .follow(
                m_place.boot, m_place.last + 1,
                [&](const QByteArray &bytes) { take(bytes, reader, told); }, call());
    } catch (const Error &error) {
        // The same again makes no more sense: then the host is what has to go.
        if (error.kind() == ErrorKind::SetupFailed || ++m_nonsense < nonsenseLimit)
            throw;
        m_nonsense = 0;
        VmHost(m_client, m_options.from.vm, m_options.kernelFolder)
            .submit(shutdownCommand(m_place.boot), call());
        throw;
    }
    fail({ErrorKind::NotRunning, QStringLiteral("The kernel host in the VM ended."), {}});
}

void VmLink::take(const QByteArray &bytes, KernelReader &reader, qint64 &told)
{
    {
        const std::lock_guard lock(m_mutex);
        for (qsizetype i = m_cells.size() - m_newCells; i < m_cells.size(); ++i)
            reader.addCell(m_cells[i]);
        m_newCells = 0;
        m_pause = {};
    }
    reader.feed(bytes, [&](const KernelEvent &event) {
        if (const auto *hello = std::get_if<KernelHello>(&event.content))
            greet(*hello, reader);
        else
            m_nonsense = 0;
        m_callbacks.event(event);
        m_place.last = reader.last();
    });
    if (m_place.last == told)
        return;
    told = m_place.last;
    m_callbacks.read(m_place);
    m_unacknowledged += bytes.size();
    if (m_unacknowledged >= acknowledgeEvery)
        acknowledge(m_place.last);
}

void VmLink::greet(const KernelHello &hello, const KernelReader &reader)
{
    if (!isBootId(hello.boot))
        throw Error(ErrorKind::Protocol,
                    QStringLiteral("The kernel host in the VM has a strange name."));
    const bool isSame = m_place.boot == hello.boot;
    if (isSame && hello.oldest > m_place.last + 1)
        m_callbacks.gap();
    m_place = {m_options.from.vm, reader.boot(), reader.last()};
    // What former programs recorded nobody asks for again.
    if (isSame && m_place.last > 0 && !std::exchange(m_saidWhatIsKept, true))
        acknowledge(m_place.last);
}

/// Lets the host forget what has come, before it has to hold the kernel back.
void VmLink::acknowledge(qint64 last)
{
    m_unacknowledged = 0;
    exedev::Call call;
    call.stop = m_end.get_token();
    VmHost(m_client, m_options.from.vm, m_options.kernelFolder)
        .submit(acknowledgeCommand(last, m_place.boot), call);
}

/// The VM is paused or stopped.
void VmLink::wakeUp()
{
    bool isNeeded = false;
    {
        const std::lock_guard lock(m_mutex);
        isNeeded = m_needed;
        m_idle = !isNeeded;
    }
    if (!isNeeded) {
        m_callbacks.trouble({LinkTrouble::Kind::Paused, {}});
        return;
    }
    m_callbacks.resuming();
    try {
        exedev::Vm vm = m_client.vm(m_options.from.vm, call());
        if (vm.status() == QLatin1String("running"))
            return;
        if (vm.status() == QLatin1String("paused"))
            vm.resume(exedev::Ready::Ssh, {}, call());
        else if (vm.status() == QLatin1String("stopped"))
            vm.restart(false, exedev::Ready::Ssh, {}, call());
        else if (vm.status() != QLatin1String("starting")) // that one is only waited for
            fail({ErrorKind::NotRunning,
                  QStringLiteral("The VM doesn't run: exe.dev calls it “%1”.")
                      .arg(vm.status().left(50)),
                  QStringLiteral("Look at it at exe.dev.")});
    } catch (const exedev::PermissionDeniedError &error) {
        if (error.operation == QLatin1String("resume"))
            fail({ErrorKind::Permission,
                  QStringLiteral("The VM is paused, and the token for exe.dev may not run "
                                 "“resume”, so no code can run in it."),
                  QStringLiteral("Resume the VM at exe.dev, or use a token that may.")});
        else
            fail(exedev::failureOf(error));
    } catch (const exedev::NotFoundError &error) {
        proveGone(error);
    } catch (const exedev::CancelledError &) {
        // At the end, or tried anew at once.
    } catch (const exedev::Error &error) {
        fail(exedev::failureOf(error));
    }
}

/// Somebody said that there is no such VM. Only the list of VMs proves it.
void VmLink::proveGone(const exedev::Error &error)
{
    try {
        m_client.vm(m_options.from.vm, call());
        fail(exedev::failureOf(error));
        return;
    } catch (const exedev::NotFoundError &) {
        // It is so.
    } catch (const exedev::PermissionDeniedError &) {
        // The token may not look: then the word of the server has to do.
    } catch (const exedev::Error &other) {
        fail(exedev::failureOf(other));
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_gone = true;
    }
    m_callbacks.trouble({LinkTrouble::Kind::Gone, exedev::failureOf(error)});
}

void VmLink::fail(const Failure &failure)
{
    m_callbacks.trouble({LinkTrouble::Kind::Passing, failure});
}

} // namespace sandglass
