// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/askcommand.h"

#include "cli/livesession.h"
#include "cli/printers.h"

namespace sandglass::cli {

AskCommand::AskCommand(AskOptions options, SessionOpener opener, Console &console,
                       Interrupts &interrupts)
    : m_options(std::move(options))
    , m_opener(std::move(opener))
    , m_console(console)
    , m_interrupts(interrupts)
{
    m_opener.use(m_options.sandbox);
}

int AskCommand::run()
{
    return m_opener.run(m_options.conversation, [this](Session &session) { return ask(session); });
}

int AskCommand::ask(Session &session)
{
    const std::unique_ptr<Printer> printer =
        makePrinter(m_console, session.document().id(), m_options.json);
    const std::unique_ptr<Figures> figures = makeFigures(m_options.saveFolder, m_options.json);
    LiveSession live(session, *printer, figures.get(), m_interrupts);

    if (!live.attach(m_options.files))
        return m_interrupts.wasInterrupted() ? Cancelled : Failed;
    const std::optional<TurnDoneRecord> end = live.ask(m_options.question);
    printer->finish();
    bool isSaved = true;
    if (!m_options.saveFolder.isEmpty() && !m_interrupts.wasInterrupted())
        isSaved = live.saveFiles(m_options.saveFolder);
    if (!m_console.isGood())
        return Failed;
    if (m_interrupts.wasInterrupted())
        return Cancelled;
    return end && end->kind == TurnDoneRecord::Kind::Finished && isSaved ? Done : Failed;
}

} // namespace sandglass::cli
