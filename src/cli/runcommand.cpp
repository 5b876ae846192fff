// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/runcommand.h"

#include "cli/cellsource.h"
#include "cli/livesession.h"
#include "cli/printers.h"

namespace sandglass::cli {

RunCommand::RunCommand(RunOptions options, SessionOpener opener, Console &console,
                       Interrupts &interrupts)
    : m_options(std::move(options))
    , m_opener(std::move(opener))
    , m_console(console)
    , m_interrupts(interrupts)
{
    m_opener.use(m_options.sandbox);
    if (m_options.timeout)
        m_opener.settings().cellTimeout = *m_options.timeout;
}

int RunCommand::run()
{
    QStringList codes; // all are read first, so that a wrong name runs nothing
    for (const RunOptions::Cell &cell : m_options.cells)
        codes.append(cellCode(cell));

    return m_opener.run(m_options.conversation,
                        [&](Session &session) { return runIn(session, codes); });
}

int RunCommand::runIn(Session &session, const QStringList &codes)
{
    TextPrinter::Style style;
    style.showCode = m_console.outIsTerminal();
    style.errorsToStderr = true;
    const std::unique_ptr<Printer> printer =
        makePrinter(m_console, session.document().id(), m_options.json, style);
    const std::unique_ptr<Figures> figures = makeFigures(m_options.saveFolder, m_options.json);
    LiveSession live(session, *printer, figures.get(), m_interrupts);

    if (!live.attach(m_options.files))
        return m_interrupts.wasInterrupted() ? Cancelled : Failed;
    const int status = runCells(live, codes);
    printer->finish();
    if (status != Cancelled && !m_options.saveFolder.isEmpty() &&
        !live.saveFiles(m_options.saveFolder))
        return Failed;
    return m_console.isGood() ? status : Failed;
}

int RunCommand::runCells(LiveSession &live, const QStringList &codes)
{
    int status = Done;
    for (const QString &code : codes) {
        const std::optional<CellResult> end = live.runCell(code);
        if (m_interrupts.wasInterrupted())
            return Cancelled;
        if (!m_console.isGood())
            return Failed;
        if (end && end->status == CellStatus::Ok)
            continue;
        status = Failed;
        if (!m_options.keepGoing)
            break;
    }
    return status;
}

} // namespace sandglass::cli
