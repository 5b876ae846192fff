// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sessionprivate.h"

#include <QDir>
#include <QPointer>
#include <QTimer>

#include <future>

namespace sandglass {

namespace {

constexpr int frameMs = 16;

SandboxPlace placeOf(const Conversation &document)
{
    const std::optional<SandboxRecord> &place = document.place();
    return place ? SandboxPlace{place->vm, place->boot, place->last} : SandboxPlace();
}

QList<CellId> cellsOf(const Conversation &document)
{
    QList<CellId> cells;
    for (const Block &block : document.blocks()) {
        if (const auto *cell = std::get_if<CellBlock>(&block))
            cells << cell->record.cell;
    }
    return cells;
}

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
                          OpenedConversation openedConversation)
    : q(session)
    , parts(std::move(sessionParts))
    , settings(std::move(sessionSettings))
    , opened(std::move(openedConversation))
    , document(*opened.document)
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
        noteFile(*file);
        if (file->mounted && cells)
            cells->renew();
    }
    document.apply(record);
    if (std::holds_alternative<CellRecord>(record.body))
        m_ranHere = sandboxKind() == Settings::SandboxKind::Local;
    else if (std::holds_alternative<SandboxRecord>(record.body))
        noteKind();
}

void Session::Private::noteFile(const FileRecord &file)
{
    const std::lock_guard lock(m_mutex);
    m_files.removeIf([&](const FileRecord &other) { return other.name == file.name; });
    if (!file.removed)
        m_files << file;
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
    const Settings::SandboxKind before = sandboxKind();
    settings = next;
    {
        const std::lock_guard lock(m_mutex);
        m_workerSettings = next;
    }
    noteKind();
    if (recorder && sandboxKind() != before)
        restoreFiles(); // to a VM they come when it is made
    if (cells)
        cells->renew();
}

QStringList Session::Private::takenNames()
{
    const std::lock_guard lock(m_mutex);
    QStringList names;
    for (const FileRecord &file : m_files)
        names << file.name;
    return names;
}

std::unique_ptr<Sandbox> Session::Private::makeSandbox()
{
    Settings current;
    QList<FileRecord> mounts;
    bool isExe = false;
    {
        const std::lock_guard lock(m_mutex);
        current = m_workerSettings;
        isExe = m_isExe;
        for (const FileRecord &file : m_files) {
            if (file.mounted)
                mounts << file;
        }
    }
    if (isExe)
        return makeExeSandbox();
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
            },
            placeOf(document), cellsOf(document));
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
    // Before any stop: a cell that outlives the program is left, not stopped.
    if (cells)
        cells->kill();
    m_stop.request_stop();
    m_filesStop.request_stop();
    m_attachStop.request_stop();
    // The sandbox dies in the thread that used it, and a title is written. Only then the workers
    // go, which drop what waits.
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
