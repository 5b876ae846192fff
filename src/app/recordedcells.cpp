// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordedcells.h"

#include "app/lostcells.h"

namespace sandglass {

RecordedCells::RecordedCells(MakeSandbox make, Recorder &recorder, OnState onState)
    : m_make(std::move(make))
    , m_recorder(recorder)
    , m_onState(std::move(onState))
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

void RecordedCells::prepare()
{
    const std::lock_guard lock(m_sandboxMutex);
    if (m_killed)
        throw Error(ErrorKind::Cancelled, QStringLiteral("The conversation is being closed."));
    if (m_renew && !hasKernel())
        m_sandbox.reset();
    if (m_sandbox)
        return;
    m_renew = false;
    m_sandbox = m_make();
    QObject::connect(
        m_sandbox.get(), &Sandbox::output, m_sandbox.get(),
        [this](const CellId &cell, const Output &output) { record(cell, output); },
        Qt::DirectConnection);
    QObject::connect(
        m_sandbox.get(), &Sandbox::notice, m_sandbox.get(),
        [this](const CellId &cell, const Notice &notice) { m_recorder.addNotice(cell, notice); },
        Qt::DirectConnection);
    QObject::connect(
        m_sandbox.get(), &Sandbox::stateChanged, m_sandbox.get(),
        [this](SandboxState next, const QString &detail) { state(next, detail); },
        Qt::DirectConnection);
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
    }
    try {
        prepare();
        const CellResult result =
            m_sandbox->execute({cell.cell, cell.code.toUtf8(), timeout}, stop);
        m_recorder.add(DoneRecord{cell.cell, result});
        const std::lock_guard lock(m_mutex);
        m_current = {};
        return {result, m_told.finish(result)};
    } catch (const Error &error) {
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

void RecordedCells::recordFailure(const CellId &cell, const Failure &failure)
{
    const bool stopped = failure.kind == ErrorKind::Cancelled;
    if (!stopped) {
        const QString text = failure.remedy.isEmpty()
                                 ? failure.text
                                 : failure.text + QLatin1Char(' ') + failure.remedy;
        m_recorder.add(NoticeRecord{cell, {}, {QStringLiteral("sandbox"), text, {}}});
    }
    CellResult result;
    result.status = stopped ? CellStatus::Interrupted : CellStatus::Error;
    m_recorder.add(DoneRecord{cell, result});
    const std::lock_guard lock(m_mutex);
    m_current = {};
}

void RecordedCells::restart()
{
    if (!m_sandbox)
        return;
    const bool had = hasKernel();
    m_sandbox->restart();
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
