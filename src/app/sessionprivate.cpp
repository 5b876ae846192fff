// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sessionprivate.h"

#include <QDir>
#include <QPointer>
#include <QTimer>

#include <future>

namespace sandglass {

namespace {

constexpr int frameMs = 16;

/// Waits until `job` ran behind everything that was posted before.
void runLast(Worker &worker, const std::function<void()> &job)
{
    std::promise<void> done;
    worker.post([&](std::stop_token) {
        job();
        done.set_value();
    });
    done.get_future().wait();
}

} // namespace

Session::Private::Private(Session *session, Parts sessionParts, Settings sessionSettings,
                          ConversationId id)
    : q(session)
    , parts(std::move(sessionParts))
    , settings(std::move(sessionSettings))
    , document(std::move(id))
    , opened(openConversation(settings.dataFolder, document.id()))
    , queue([this] { wake(); })
    , m_workerSettings(settings)
{
    open();
}

Session::Private::~Private()
{
    queue.close();
    endWorkers();
    if (recorder)
        recorder->finish();
    recorder.reset();
    removeIfEmpty();
}

void Session::Private::wake()
{
    QMetaObject::invokeMethod(q, [this] { drain(); }, Qt::QueuedConnection);
}

void Session::Private::drain()
{
    if (m_lastDrain.isValid() && m_lastDrain.elapsed() < frameMs) {
        QTimer::singleShot(frameMs - static_cast<int>(m_lastDrain.elapsed()), Qt::PreciseTimer, q,
                           [this] { drain(); });
        return;
    }
    const QPointer<Session> alive(q);
    for (RecordQueue::Entry &entry : queue.take()) {
        if (const auto *record = std::get_if<Record>(&entry)) {
            show(*record);
            Q_EMIT q->recorded(*record);
        } else {
            std::get<std::function<void()>>(entry)();
        }
        if (!alive)
            return;
    }
    m_lastDrain.start();
}

void Session::Private::show(const Record &record)
{
    if (const auto *file = std::get_if<FileRecord>(&record.body)) {
        newFiles.removeAll(file->name);
        if (!file->removed)
            newFiles << file->name;
        noteFile(*file);
        if (file->mounted && cells)
            cells->renew();
    } else if (std::holds_alternative<TurnRecord>(record.body)) {
        newFiles.clear();
    }
    document.apply(record);
}

void Session::Private::noteFile(const FileRecord &file)
{
    const std::lock_guard lock(m_mutex);
    m_names.removeAll(file.name);
    m_mounts.removeIf([&](const FileRecord &mount) { return mount.name == file.name; });
    if (file.removed)
        return;
    m_names << file.name;
    if (file.mounted)
        m_mounts << file;
}

bool Session::Private::refuse()
{
    if (recorder)
        return false;
    Q_EMIT q->failed({ErrorKind::File, opened.readOnlyReason, {}});
    return true;
}

void Session::Private::enqueue(Action action)
{
    actions.push_back(std::move(action));
    startNext();
    updateBusy();
}

void Session::Private::startNext()
{
    if (running || actions.empty() || (actions.front().needsFiles && fileJobs > 0))
        return;
    running = true;
    const Action action = std::move(actions.front());
    actions.pop_front();
    m_stop = std::stop_source();
    sandboxCells();
    const Worker::Job job = action.start();
    cellsWorker().post([this, job, token = m_stop.get_token()](std::stop_token) {
        job(token);
        tell([this] {
            running = false;
            startNext();
            updateBusy();
        });
    });
}

void Session::Private::updateBusy()
{
    const bool busy = running || !actions.empty();
    if (busy == shownBusy)
        return;
    shownBusy = busy;
    Q_EMIT q->busyChanged(busy);
}

void Session::Private::stop()
{
    actions.clear();
    m_stop.request_stop();
    updateBusy();
}

void Session::Private::cancelFiles()
{
    for (std::stop_source *source : {&m_attachStop, &m_filesStop}) {
        source->request_stop();
        *source = std::stop_source();
    }
}

void Session::Private::setTitle(const QString &title)
{
    if (!m_titleWorker)
        m_titleWorker = std::make_unique<Worker>(QStringLiteral("title"));
    m_titleWorker->post([this, title](std::stop_token) { recorder->add(MetaRecord{title}); });
}

void Session::Private::setSettings(const Settings &next)
{
    settings = next;
    {
        const std::lock_guard lock(m_mutex);
        m_workerSettings = next;
    }
    if (cells)
        cells->renew();
}

QStringList Session::Private::takenNames()
{
    const std::lock_guard lock(m_mutex);
    return m_names;
}

std::unique_ptr<Sandbox> Session::Private::makeSandbox()
{
    Settings current;
    QList<FileRecord> mounts;
    {
        const std::lock_guard lock(m_mutex);
        current = m_workerSettings;
        mounts = m_mounts;
    }
    if (!QDir().mkpath(opened.folder + QLatin1String("/work"))) {
        throw Error(ErrorKind::File,
                    QStringLiteral("No code can run: the work folder %1/work can't be made.")
                        .arg(opened.folder),
                    QStringLiteral("Check that the disk has room and that the data folder may be "
                                   "written."));
    }
    return parts.sandbox(opened.folder, current, mounts);
}

RecordedCells &Session::Private::sandboxCells()
{
    if (!cells) {
        cells = std::make_unique<RecordedCells>(
            [this] { return makeSandbox(); }, *recorder,
            [this](SandboxState state, const QString &detail) {
                m_kernelRuns = state == SandboxState::Starting || state == SandboxState::Ready ||
                               state == SandboxState::Running;
                tell([this, state, detail] { Q_EMIT q->sandboxStateChanged(state, detail); });
            });
    }
    return *cells;
}

Worker &Session::Private::cellsWorker()
{
    if (!m_cellsWorker)
        m_cellsWorker = std::make_unique<Worker>(QStringLiteral("cells"));
    return *m_cellsWorker;
}

Worker &Session::Private::filesWorker()
{
    if (!m_filesWorker)
        m_filesWorker = std::make_unique<Worker>(QStringLiteral("files"));
    return *m_filesWorker;
}

void Session::Private::endWorkers()
{
    m_stop.request_stop();
    m_filesStop.request_stop();
    m_attachStop.request_stop();
    // The sandbox dies in the thread that used it, and a title is written. Only then the workers
    // go, which drop what waits.
    // Stop alone would wait for code that ignores it.
    if (cells)
        cells->kill();
    if (m_cellsWorker)
        runLast(*m_cellsWorker, [this] { cells.reset(); });
    if (m_titleWorker)
        runLast(*m_titleWorker, [] {});
    m_cellsWorker.reset();
    m_filesWorker.reset();
    m_titleWorker.reset();
}

void Session::Private::removeIfEmpty()
{
    const QFileInfo journal(opened.folder + QLatin1String("/journal.jsonl"));
    if (!opened.isNew || !journal.isFile() || journal.size() > 0)
        return;
    opened.lock.reset();
    QDir(opened.folder).removeRecursively();
}

} // namespace sandglass
