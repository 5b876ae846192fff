// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/livesession.h"

#include <QDir>

namespace sandglass::cli {

namespace {

/// What keeps the first cell waiting; empty for what needs no words.
QString preparation(SandboxState state, const QString &detail)
{
    switch (state) {
    case SandboxState::Preparing:
    case SandboxState::MakingBase:
        return detail;
    case SandboxState::Copying:
        return QStringLiteral("Making a sandbox at exe.dev");
    case SandboxState::Resuming:
        return QStringLiteral("Waking the sandbox at exe.dev");
    default:
        return {};
    }
}

} // namespace

LiveSession::LiveSession(Session &session, Printer &printer, Figures *figures,
                         Interrupts &interrupts)
    : m_session(session)
    , m_printer(printer)
    , m_figures(figures)
{
    connect(&m_network, &NetworkWatch::changed, &session, &Session::reconnect);
    connect(&session, &Session::recorded, this, &LiveSession::onRecord);
    connect(&session, &Session::failed, this, &LiveSession::onFailure);
    connect(&session, &Session::progress, this,
            [this](const QString &what, qint64 done, qint64 total) {
                m_printer.progress(what, done, total);
            });
    connect(&session, &Session::waiting, this,
            [this](const TurnId &, int seconds, const QString &reason) {
                m_printer.waiting(seconds, reason);
            });
    connect(&session, &Session::sandboxStateChanged, this,
            [this](SandboxState state, const QString &detail) {
                const QString text = preparation(state, detail);
                if (!text.isEmpty())
                    m_printer.progress(text, 0, 0);
            });
    connect(&session, &Session::busyChanged, this, [this](bool busy) {
        if (!busy)
            end(Awaited::Idle);
    });
    connect(&session, &Session::attached, this, [this] { end(Awaited::Attached); });
    connect(&session, &Session::packagesAdded, this, [this] { end(Awaited::Packages); });
    connect(&session, &Session::savedAll, this,
            [this](const QString &, const QList<SavedFile> &files) { onSavedAll(files); });
    connect(&interrupts, &Interrupts::interrupted, this, [this] {
        m_session.stop();
        m_session.cancelFiles();
    });
}

bool LiveSession::attach(const QStringList &paths)
{
    if (paths.isEmpty())
        return true;
    m_session.attach(paths);
    wait(Awaited::Attached);
    return !m_failed;
}

std::optional<TurnDoneRecord> LiveSession::ask(const QString &text)
{
    m_turnEnd.reset();
    m_session.ask(text);
    wait(Awaited::Idle);
    return m_turnEnd;
}

std::optional<CellResult> LiveSession::runCell(const QString &code)
{
    m_cellEnd.reset();
    m_cell = m_session.runCell(code);
    wait(Awaited::Idle);
    return m_cellEnd;
}

bool LiveSession::addPackages(const QStringList &names)
{
    m_session.addPackages(names);
    wait(Awaited::Packages);
    return !m_failed;
}

bool LiveSession::saveFiles(const QString &folder)
{
    if (m_session.document().sandboxFiles().isEmpty())
        return true;
    QDir().mkpath(folder); // where that fails, saving says so
    m_session.saveAll(folder);
    wait(Awaited::Saved);
    return !m_failed;
}

void LiveSession::onRecord(const Record &record)
{
    m_printer.record(record);
    if (!m_printer.isRead() && !m_unread) {
        m_unread = true;
        m_session.stop();
    }
    if (const auto *output = std::get_if<OutputRecord>(&record.body))
        keepFigure(*output);
    else if (const auto *turn = std::get_if<TurnDoneRecord>(&record.body))
        m_turnEnd = *turn;
    else if (const auto *cell = std::get_if<DoneRecord>(&record.body)) {
        if (cell->cell == m_cell)
            m_cellEnd = cell->result;
    }
}

void LiveSession::keepFigure(const OutputRecord &output)
{
    if (!m_figures)
        return;
    try {
        if (const auto kept = m_figures->keep(output.output))
            m_printer.saved(output.cell, kept->name, kept->path);
    } catch (const Error &error) {
        m_printer.failure(error.failure());
    }
}

void LiveSession::onFailure(const Failure &failure)
{
    m_failed = true;
    m_printer.failure(failure);
    if (m_awaited == Awaited::Packages || m_awaited == Awaited::Saved)
        end(m_awaited);
}

void LiveSession::onSavedAll(const QList<SavedFile> &files)
{
    for (const SavedFile &file : files) {
        m_failed = m_failed || file.failure;
        if (file.failure)
            m_printer.failure(*file.failure);
        else
            m_printer.saved({}, file.name, file.path);
    }
    end(Awaited::Saved);
}

/// The session's signals come by the event loop, so none can be missed before it runs.
void LiveSession::wait(Awaited what)
{
    m_failed = false;
    m_awaited = what;
    m_loop.exec();
}

void LiveSession::end(Awaited what)
{
    if (m_awaited != what)
        return;
    m_awaited = Awaited::Nothing;
    m_loop.quit();
}

} // namespace sandglass::cli
