// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/localsandbox.h"

#include "sandbox/bubblewrap.h"
#include "sandbox/localkernel.h"
#include "sandbox/workwatch.h"

#include <QDir>
#include <QFileInfo>

#include <condition_variable>
#include <mutex>

namespace sandglass {

namespace {

using Clock = std::chrono::steady_clock;

/// How long past every deadline of its own a host may be silent.
constexpr std::chrono::seconds hostMargin{30};
constexpr std::chrono::hours unlimited{24 * 365};
constexpr int idleLooks = 5; // while no cell runs the folder is measured less often

QString workOf(const LocalSandbox::Options &options)
{
    return options.conversationFolder + QStringLiteral("/work");
}

QString dataOf(const LocalSandbox::Options &options)
{
    return options.conversationFolder + QStringLiteral("/data");
}

void makeFolder(const QString &path)
{
    const QFileInfo info(path);
    if (info.isDir() && !info.isSymLink())
        return;
    if (info.exists() || info.isSymLink())
        throw Error(
            ErrorKind::SetupFailed,
            QStringLiteral("Something else stands where the folder %1 has to be, so the code was "
                           "not run.")
                .arg(path),
            QStringLiteral("Move it away and try again."));
    const QFile::Permissions owner = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    if (!QDir().mkpath(path) || !QFile::setPermissions(path, owner))
        throw Error(
            ErrorKind::SetupFailed,
            QStringLiteral("The folder %1 couldn't be made, so the code was not run.").arg(path),
            QStringLiteral("Look whether the disk is full and whether you may write there."));
}

} // namespace

struct LocalSandbox::Shared
{
    std::mutex mutex;
    std::condition_variable_any changed;
    bool greeted = false;
    CellId cell;                      // the one that runs, else null
    std::optional<CellResult> result; // its end
    std::optional<KernelEnd> end;     // the sandbox's
    QString held;
    bool heldTold = false;
    std::unique_ptr<WorkWatch> watch; // the link thread's
    bool watchFailed = false;
    int looks = 0;
};

LocalSandbox::LocalSandbox(Options options, QObject *parent)
    : Sandbox(parent)
    , m_options(std::move(options))
    , m_shared(std::make_unique<Shared>())
{}

LocalSandbox::~LocalSandbox() = default;

std::optional<Failure> LocalSandbox::check()
{
    return checkBubblewrap();
}

QString LocalSandbox::workFolder()
{
    return QString::fromLatin1(workInside);
}

QString LocalSandbox::heldLimits() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->held;
}

CellResult LocalSandbox::execute(const CellRequest &request, std::stop_token stop)
{
    if (!isAlive())
        start(stop);
    if (stop.stop_requested())
        throw Error(ErrorKind::Cancelled, QStringLiteral("Stopped before the code was run."));
    const WorkFolder folder(workOf(m_options));
    const QList<FileInfo> before = folder.list();
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->cell = request.cell;
        m_shared->result.reset();
    }
    Q_EMIT stateChanged(SandboxState::Running, {});
    m_kernel->execute(request.cell, request.code, request.timeout);
    CellResult result = waitForEnd(request, stop);
    try {
        result.files = folder.changedSince(before);
    } catch (const Error &error) { // the code ran all the same
        Q_EMIT notice(request.cell, Notice{QStringLiteral("files"), error.failure().text, {}});
    }
    Q_EMIT stateChanged(result.variablesLost ? SandboxState::Dead : SandboxState::Ready, {});
    return result;
}

void LocalSandbox::restart()
{
    replaceKernel(nullptr);
    Q_EMIT stateChanged(SandboxState::None, {});
}

void LocalSandbox::kill()
{
    const std::lock_guard lock(m_shared->mutex);
    if (m_kernel)
        m_kernel->kill();
}

void LocalSandbox::replaceKernel(std::unique_ptr<LocalKernel> next)
{
    const std::unique_lock lock(m_shared->mutex);
    m_kernel.swap(next);
    // The old one's link thread may want the mutex while it is joined: `next` dies after the lock.
}

bool LocalSandbox::isAlive() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_kernel && !m_shared->end;
}

void LocalSandbox::start(std::stop_token stop)
{
    replaceKernel(nullptr);
    if (!m_checked) {
        if (const std::optional<Failure> failure = check())
            throw Error(*failure);
        m_checked = true;
    }
    if (!m_python) {
        Q_EMIT stateChanged(SandboxState::Preparing, {});
        m_python = m_options.python(stop);
    }
    Q_EMIT stateChanged(SandboxState::Starting, {});
    launch();
    std::unique_lock lock(m_shared->mutex);
    const bool ready =
        m_shared->changed.wait(lock, stop, [this] { return m_shared->greeted || m_shared->end; });
    if (m_shared->greeted)
        return;
    const std::optional<KernelEnd> end = m_shared->end;
    lock.unlock();
    replaceKernel(nullptr);
    Q_EMIT stateChanged(SandboxState::None, {});
    if (!ready)
        throw Error(ErrorKind::Cancelled, QStringLiteral("Stopped before the code was run."));
    throw Error(end->failure.value_or(Failure{
        ErrorKind::SetupFailed, QStringLiteral("The sandbox ended while it was started."), {}}));
}

void LocalSandbox::launch()
{
    for (const char *name : {"/work", "/work/data", "/data", "/packages"})
        makeFolder(m_options.conversationFolder + QLatin1String(name));
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->greeted = false;
        m_shared->end.reset();
        m_shared->cell = {};
        m_shared->watch = std::make_unique<WorkWatch>(workOf(m_options), m_options.limits.work);
    }
    SandboxLayout layout;
    layout.work = workOf(m_options);
    layout.data = dataOf(m_options);
    layout.packages = m_options.conversationFolder + QStringLiteral("/packages");
    layout.kernel = m_options.kernelFolder;
    layout.python = *m_python;
    layout.mounts = usableMounts();
    layout.network = m_options.network;
    layout.grace = m_options.grace;
    LocalKernel::Callbacks callbacks;
    callbacks.event = [this](const KernelEvent &event) {
        onEvent(event);
    };
    callbacks.started = [this](const HeldLimits &limits) {
        onStarted(limits);
    };
    callbacks.watch = [this](LocalKernel &kernel) {
        onWatch(kernel);
    };
    callbacks.ended = [this](const KernelEnd &end) {
        onEnded(end);
    };
    replaceKernel(std::make_unique<LocalKernel>(std::move(layout), m_options.limits, callbacks));
}

std::vector<LocalSandbox::Mount> LocalSandbox::usableMounts()
{
    std::vector<Mount> usable;
    if (!m_options.mounts)
        return usable;
    for (Mount &mount : m_options.mounts()) {
        const QString problem = prepareMount(dataOf(m_options), mount);
        if (problem.isEmpty()) {
            mount.source = QFileInfo(mount.source).canonicalFilePath();
            usable.push_back(std::move(mount));
            continue;
        }
        Q_EMIT notice({}, Notice{QStringLiteral("mount"),
                                 QStringLiteral("%1 isn't in the data folder of the code: %2.")
                                     .arg(mount.source, problem),
                                 mount.name});
    }
    return usable;
}

CellResult LocalSandbox::waitForEnd(const CellRequest &request, std::stop_token stop)
{
    const auto margin = m_options.grace + hostMargin;
    const bool limited = request.timeout.count() > 0;
    Clock::time_point deadline = Clock::now() + LocalKernel::startTime + margin;
    deadline += limited ? request.timeout : std::chrono::milliseconds(unlimited);
    std::unique_lock lock(m_shared->mutex);
    const auto over = [this] {
        return m_shared->result || m_shared->end;
    };
    bool isOver = m_shared->changed.wait_until(lock, stop, deadline, over);
    if (!isOver && stop.stop_requested()) {
        m_kernel->interrupt();
        isOver = m_shared->changed.wait_until(lock, Clock::now() + margin, over);
    }
    if (!isOver) { // the host does nothing of what it should: the last means
        m_kernel->kill();
        m_shared->changed.wait(lock, over);
    }
    const CellId cell = std::exchange(m_shared->cell, {});
    if (m_shared->result)
        return *m_shared->result;
    const KernelEnd end = *m_shared->end;
    lock.unlock();
    return broken(cell, end);
}

CellResult LocalSandbox::broken(const CellId &cell, const KernelEnd &end)
{
    Notice told{
        QStringLiteral("kernel"),
        QStringLiteral("The sandbox ended while the code ran. All variables are lost; the next "
                       "cell starts a new one."),
        {}};
    if (end.failure)
        told.text = end.failure->text + u' ' + told.text;
    Q_EMIT notice(cell, told);
    CellResult result;
    result.status = CellStatus::Died;
    result.cause = end.cause;
    result.variablesLost = true;
    return result;
}

void LocalSandbox::onEvent(const KernelEvent &event)
{
    if (const auto *shown = std::get_if<Output>(&event.content)) {
        Q_EMIT output(event.cell, *shown);
    } else if (const auto *told = std::get_if<Notice>(&event.content)) {
        Q_EMIT notice(event.cell, *told);
    } else if (const auto *result = std::get_if<CellResult>(&event.content)) {
        const std::lock_guard lock(m_shared->mutex);
        if (event.cell != m_shared->cell || event.cell.isNull())
            return;
        m_shared->result = *result;
        m_shared->changed.notify_all();
    } else if (const auto *status = std::get_if<KernelStatus>(&event.content)) {
        // The end of one that ran a cell is told by execute().
        if (status->state == QLatin1String("dead") && event.cell.isNull())
            Q_EMIT stateChanged(SandboxState::Dead, {});
    }
}

void LocalSandbox::onStarted(const HeldLimits &limits)
{
    bool tell = false;
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->greeted = true;
        m_shared->held = limits.describe();
        tell = limits.means() == HeldLimits::Means::EachProcess && !m_shared->heldTold;
        m_shared->heldTold = m_shared->heldTold || tell;
        m_shared->changed.notify_all();
    }
    if (tell)
        Q_EMIT notice({}, Notice{QStringLiteral("limits"), limits.describe(), {}});
}

void LocalSandbox::onWatch(LocalKernel &kernel)
{
    CellId cell;
    {
        const std::lock_guard lock(m_shared->mutex);
        cell = m_shared->cell;
        if (cell.isNull() && ++m_shared->looks % idleLooks != 0)
            return;
    }
    QString text;
    try {
        const WorkWatch::Verdict verdict = m_shared->watch->look(!cell.isNull());
        if (verdict == WorkWatch::Verdict::Fine)
            return;
        text = m_shared->watch->explanation();
        if (verdict == WorkWatch::Verdict::Interrupt) {
            text += QStringLiteral(" The cell was stopped. Delete files that aren't needed.");
            kernel.interrupt();
        } else {
            text += QStringLiteral(" Something went on writing, so the kernel was ended.");
            kernel.kill();
        }
    } catch (const Error &error) {
        if (std::exchange(m_shared->watchFailed, true))
            return;
        text = error.failure().text;
    }
    Q_EMIT notice(cell, Notice{QStringLiteral("quota"), text, {}});
}

void LocalSandbox::onEnded(const KernelEnd &end)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->end = end;
    m_shared->changed.notify_all();
}

} // namespace sandglass
