// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/exesandbox.h"

#include "sandbox/exeshared.h"
#include "sandbox/vmmaker.h"

namespace sandglass {

namespace {

constexpr std::chrono::hours forever{24 * 365};
/// To resume or boot a VM and start a kernel, where nobody can stop the waiting.
constexpr std::chrono::minutes startTime{2};

} // namespace

ExeSandbox::ExeSandbox(Options options, QObject *parent)
    : Sandbox(parent)
    , m_options(std::move(options))
    , m_client(m_options.access)
    , m_shared(std::make_unique<Shared>())
{}

ExeSandbox::~ExeSandbox()
{
    kill();
}

void ExeSandbox::goOn(const SandboxPlace &place, const QList<CellId> &cells)
{
    m_cells = cells;
    const std::lock_guard lock(m_shared->mutex);
    m_shared->place = place;
}

void ExeSandbox::kill()
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->left = true;
    m_shared->changed.notify_all();
}

void ExeSandbox::reconnect()
{
    const std::lock_guard lock(m_shared->mutex);
    if (m_link)
        m_link->renew();
}

QString ExeSandbox::vm() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->place.vm;
}

void ExeSandbox::throwIfLeft() const
{
    const std::lock_guard lock(m_shared->mutex);
    if (m_shared->left)
        throw Error(ErrorKind::Cancelled, QStringLiteral("The conversation is being closed."));
}

CellResult ExeSandbox::execute(const CellRequest &request, std::stop_token stop)
{
    begin(request.cell);
    const Closing closing([this] { end(); });
    if (vm().isEmpty())
        makeVm(stop);
    return run(request.cell, request.code, request.timeout, stop);
}

CellResult ExeSandbox::await(const CellId &cell, std::stop_token stop)
{
    begin(cell);
    const Closing closing([this] { end(); });
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->sentTo = m_shared->place.boot;
    }
    connect(stop, forever);
    bool isLost = false;
    QString boot;
    {
        const std::lock_guard lock(m_shared->mutex);
        isLost = m_shared->result.has_value() || m_shared->gone;
        boot = m_shared->place.boot;
    }
    // One that never arrived never may: whoever sent it is gone.
    if (!isLost) {
        Q_EMIT stateChanged(SandboxState::Running, {});
        tell(revokeCommand(cell, boot), forever, stop);
    }
    return waitForEnd(cell, stop);
}

void ExeSandbox::begin(const CellId &cell)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->cell = cell;
    m_shared->sentTo.clear();
    m_shared->result.reset();
    m_shared->files.clear();
    m_cells << cell;
    if (m_link) {
        m_link->addCell(cell);
        m_link->need();
    }
}

void ExeSandbox::end()
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->cell = {};
    m_shared->sentTo.clear();
    if (m_link)
        m_link->relax();
}

/// Runs the code in the VM that there is; in another one where that is gone.
CellResult ExeSandbox::run(const CellId &cell, const QByteArray &code,
                           std::chrono::milliseconds timeout, std::stop_token stop)
{
    for (;;) {
        connect(stop, m_options.patience);
        QString boot;
        bool isGone = false;
        {
            const std::lock_guard lock(m_shared->mutex);
            isGone = m_shared->gone;
            boot = m_shared->place.boot;
        }
        if (isGone) {
            replaceGone();
            makeVm(stop);
            continue;
        }
        Q_EMIT stateChanged(SandboxState::Running, {});
        // Not sent: the VM was restarted or went, and nothing ran.
        if (sendCell(executeCommand(cell, code, timeout, boot), boot, stop) != Sent::No)
            return waitForEnd(cell, stop);
    }
}

void ExeSandbox::makeVm(std::stop_token stop)
{
    VmMaker::Options options;
    options.comment.kind = VmComment::Kind::Sandbox;
    options.comment.conversation = m_options.conversation;
    options.comment.install = m_options.install;
    options.egress = m_options.egress;
    options.packages = m_options.packages;
    options.kernelFolder = m_options.kernelFolder;
    options.lockFile = m_options.lockFile;
    const VmMaker::Hooks hooks{
        [this](SandboxState state, const QString &step) { Q_EMIT stateChanged(state, step); },
        [this](const Notice &told) {
            Q_EMIT notice({}, told);
        }};
    SandboxPlace place;
    try {
        place.vm = VmMaker(m_client, options, hooks).make(stop);
    } catch (const Error &) {
        Q_EMIT stateChanged(SandboxState::None, {});
        throw;
    }
    Q_EMIT placeChanged(place); // from here on it is found again, whatever happens
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->place = place;
    }
    openLink(place);
    if (m_options.furnish)
        m_options.furnish(place.vm, stop);
}

void ExeSandbox::openLink(const SandboxPlace &place)
{
    VmLink::Options options;
    options.access = m_options.access;
    options.from = place;
    options.kernelFolder = m_options.kernelFolder;
    options.silence = m_options.silence;
    VmLink::Callbacks callbacks;
    callbacks.event = [this](const KernelEvent &event) {
        onEvent(event);
    };
    callbacks.gap = [this] {
        Q_EMIT notice({}, Notice{QStringLiteral("output_limit"),
                                 QStringLiteral("The VM kept only the end of what its cells "
                                                "printed while nobody read it."),
                                 {}});
    };
    callbacks.read = [this](const SandboxPlace &read) {
        Q_EMIT placeChanged(read);
    };
    callbacks.trouble = [this](const LinkTrouble &trouble) {
        onTrouble(trouble);
    };
    callbacks.resuming = [this] {
        Q_EMIT stateChanged(SandboxState::Resuming, {});
    };
    const std::lock_guard lock(m_shared->mutex);
    options.cells = m_cells;
    m_link = std::make_unique<VmLink>(std::move(options), std::move(callbacks));
    m_link->need();
}

/// Waits until the events come or the VM is known to be gone.
void ExeSandbox::connect(std::stop_token stop, std::chrono::milliseconds patience)
{
    SandboxPlace place;
    bool isLinked = false;
    {
        const std::lock_guard lock(m_shared->mutex);
        place = m_shared->place;
        isLinked = m_link != nullptr;
        m_shared->trouble.reset();
        if (m_shared->connected || m_shared->gone)
            return;
    }
    Q_EMIT stateChanged(SandboxState::Starting, {});
    if (!isLinked)
        openLink(place);
    const auto deadline = Shared::Clock::now() + patience;
    std::unique_lock lock(m_shared->mutex);
    const auto arrived = [this] {
        return m_shared->connected || m_shared->gone || m_shared->left;
    };
    const auto over = [&] {
        return arrived() || (m_shared->trouble && isFinal(m_shared->trouble->kind));
    };
    // To resume a VM and start a kernel takes its time: only when something is in the way it
    // counts.
    if (!m_shared->changed.wait_until(lock, stop, deadline, over)) {
        const auto last = deadline + (stop.stop_possible() ? forever : startTime);
        m_shared->changed.wait_until(lock, stop, last, [&] { return over() || m_shared->trouble; });
    }
    const bool isThere = arrived();
    const std::optional<Failure> trouble = m_shared->trouble;
    lock.unlock();
    throwIfLeft();
    if (isThere)
        return;
    Q_EMIT stateChanged(SandboxState::None, {});
    if (stop.stop_requested())
        throw Error(ErrorKind::Cancelled, QStringLiteral("Stopped before the code was run."));
    Failure failure = trouble.value_or(Failure{ErrorKind::TimedOut,
                                               QStringLiteral("The VM didn't start in time."),
                                               QStringLiteral("Look at it at exe.dev.")});
    failure.text += QStringLiteral(" The code was not run.");
    throw Error(failure);
}

void ExeSandbox::replaceGone()
{
    std::unique_ptr<VmLink> old;
    {
        const std::lock_guard lock(m_shared->mutex);
        old = std::move(m_link);
        m_shared->place = {};
        m_shared->gone = false;
        m_shared->connected = false;
    }
    Q_EMIT notice({}, Notice{QStringLiteral("kernel"),
                             QStringLiteral("A new VM takes the place of the one that is gone; the "
                                            "files that you gave are brought there again."),
                             {}});
}

} // namespace sandglass
