// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordedcells.h"

#include "app/lostcells.h"

namespace sandglass {

RecordedCells::RecordedCells(MakeSandbox make, Recorder &recorder, OnState onState,
                             SandboxPlace place, QList<CellId> cells)
    : m_make(std::move(make))
    , m_recorder(recorder)
    , m_onState(std::move(onState))
    , m_place(std::move(place))
    , m_cells(std::move(cells))
{}

bool RecordedCells::hasKernel() const
{
    const std::lock_guard lock(m_mutex);
    return m_state == SandboxState::Ready || m_state == SandboxState::Running ||
           m_state == SandboxState::Starting;
}

void RecordedCells::kill()
{
    const std::lock_guard lock(m_sandboxMutex);
    m_killed = true;
    if (m_sandbox)
        m_sandbox->kill();
}

void RecordedCells::reconnect()
{
    const std::lock_guard lock(m_sandboxMutex);
    if (m_sandbox)
        m_sandbox->reconnect();
}

void RecordedCells::prepare()
{
    if (makeSandbox())
        m_recorder.add(SandboxRecord()); // whatever happens, it isn't a local one
}

/// True where there is a new one at exe.dev.
bool RecordedCells::makeSandbox()
{
    const std::lock_guard lock(m_sandboxMutex);
    if (m_killed)
        throw Error(ErrorKind::Cancelled, QStringLiteral("The conversation is being closed."));
    if (m_renew && !hasKernel())
        m_sandbox.reset();
    if (m_sandbox)
        return false;
    m_renew = false;
    m_sandbox = m_make();
    if (m_sandbox->outlives()) {
        const std::lock_guard placeLock(m_mutex);
        if (!m_place.vm.isEmpty())
            m_sandbox->goOn(m_place, m_cells);
    }
    QObject::connect(
        m_sandbox.get(), &Sandbox::output, m_sandbox.get(),
        [this](const CellId &cell, const Output &output) { record(cell, output); },
        Qt::DirectConnection);
    QObject::connect(
        m_sandbox.get(), &Sandbox::notice, m_sandbox.get(),
        [this](const CellId &cell, const Notice &notice) {
            m_recorder.addNotice(cell, notice);
            const std::lock_guard noticeLock(m_mutex);
            if (notice.kind == kernelNotice && !m_current.isNull())
                m_toldFirst += notice.text + QLatin1Char('\n');
        },
        Qt::DirectConnection);
    QObject::connect(
        m_sandbox.get(), &Sandbox::stateChanged, m_sandbox.get(),
        [this](SandboxState next, const QString &detail) { state(next, detail); },
        Qt::DirectConnection);
    QObject::connect(
        m_sandbox.get(), &Sandbox::placeChanged, m_sandbox.get(),
        [this](const SandboxPlace &next) { setPlace(next); }, Qt::DirectConnection);
    return m_sandbox->outlives() && vm().isEmpty();
}

/// Records where the sandbox is. `last` goes on only with the ends of cells: a cell that is gone on
/// with later is told from its first output on.
void RecordedCells::setPlace(const SandboxPlace &next)
{
    SandboxRecord record;
    {
        const std::lock_guard lock(m_mutex);
        const bool isSame = next.vm == m_place.vm && next.boot == m_place.boot;
        if (isSame && !m_current.isNull()) {
            m_laterPlace = next;
            return;
        }
        const bool isNews = next != m_place;
        m_place = next;
        m_laterPlace.reset();
        if (!m_current.isNull() && !isSame)
            m_place.last = 0;
        if (!isNews)
            return;
        record = {m_place.vm, m_place.boot, m_place.last};
    }
    m_recorder.add(record);
}

/// The current cell has its end in the journal.
void RecordedCells::endCurrent()
{
    std::optional<SandboxPlace> later;
    {
        const std::lock_guard lock(m_mutex);
        m_current = {};
        later = std::exchange(m_laterPlace, {});
    }
    if (later)
        setPlace(*later);
}

QString RecordedCells::vm() const
{
    const std::lock_guard lock(m_mutex);
    return m_place.vm;
}

/// Whether the cell goes on and only this program doesn't see it.
bool RecordedCells::isLeft(const Error &error)
{
    const std::lock_guard lock(m_sandboxMutex);
    return m_killed && error.kind() == ErrorKind::Cancelled && m_sandbox && m_sandbox->outlives();
}

void RecordedCells::resume(const CellId &cell, int segment, std::stop_token stop)
{
    if (vm().isEmpty()) { // the program ended before there was a VM to send it to
        addFailure(cell, {ErrorKind::NotRunning,
                          QStringLiteral("Sandglass ended while the sandbox of this conversation "
                                         "was being made, so the cell was not run."),
                          QStringLiteral("Run it again.")});
        CellResult result;
        result.status = CellStatus::Interrupted;
        m_recorder.add(DoneRecord{cell, result});
        return;
    }
    prepare();
    {
        const std::lock_guard lock(m_mutex);
        m_current = cell;
        m_told = ResultText();
    }
    m_recorder.beginAgain(cell, segment);
    try {
        m_recorder.add(DoneRecord{cell, m_sandbox->await(cell, stop)});
        endCurrent();
    } catch (const Error &error) {
        if (isLeft(error))
            return;
        addFailure(cell, error.failure());
        m_recorder.add(DoneRecord{cell, CellResult()});
        endCurrent();
    }
}

void RecordedCells::state(SandboxState next, const QString &detail)
{
    {
        const std::lock_guard lock(m_mutex);
        m_state = next;
    }
    m_onState(next, detail);
}

void RecordedCells::record(const CellId &cell, const Output &output)
{
    {
        const std::lock_guard lock(m_mutex);
        if (cell == m_current)
            m_told.add(output);
    }
    m_recorder.addOutput(cell, output);
}

RecordedCells::Ran RecordedCells::run(const CellRecord &cell, std::chrono::milliseconds timeout,
                                      std::stop_token stop)
{
    m_recorder.add(cell);
    {
        const std::lock_guard lock(m_mutex);
        m_current = cell.cell;
        m_told = ResultText();
        m_toldFirst.clear();
        m_cells << cell.cell;
    }
    try {
        prepare();
        const CellResult result =
            m_sandbox->execute({cell.cell, cell.code.toUtf8(), timeout}, stop);
        m_recorder.add(DoneRecord{cell.cell, result});
        endCurrent();
        const std::lock_guard lock(m_mutex);
        return {result, m_toldFirst + m_told.finish(result)};
    } catch (const Error &error) {
        if (isLeft(error))
            throw;
        recordFailure(cell.cell, error.failure());
        throw;
    } catch (const std::exception &error) {
        const Failure failure{
            ErrorKind::Protocol,
            QStringLiteral("The cell could not be run: %1").arg(QString::fromUtf8(error.what())),
            {}};
        recordFailure(cell.cell, failure);
        throw Error(failure);
    }
}

void RecordedCells::addFailure(const CellId &cell, const Failure &failure)
{
    const QString text =
        failure.remedy.isEmpty() ? failure.text : failure.text + QLatin1Char(' ') + failure.remedy;
    m_recorder.add(NoticeRecord{cell, {}, {QStringLiteral("sandbox"), text, {}}});
}

void RecordedCells::recordFailure(const CellId &cell, const Failure &failure)
{
    const bool stopped = failure.kind == ErrorKind::Cancelled;
    if (!stopped)
        addFailure(cell, failure);
    CellResult result;
    result.status = stopped ? CellStatus::Interrupted : CellStatus::Error;
    m_recorder.add(DoneRecord{cell, result});
    endCurrent();
}

void RecordedCells::restart()
{
    if (!m_sandbox && vm().isEmpty())
        return;
    prepare();
    const bool had = hasKernel() || m_sandbox->outlives();
    m_sandbox->restart();
    if (!m_sandbox->outlives())
        state(SandboxState::None, {});
    if (had) {
        m_recorder.add(
            NoticeRecord{{},
                         {},
                         {kernelNotice,
                          QStringLiteral("The kernel was restarted; all variables are gone."),
                          {}}});
    }
}

} // namespace sandglass
