// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/networkwatch.h"
#include "app/session.h"
#include "cli/figures.h"
#include "cli/interrupts.h"
#include "cli/printer.h"

#include <QEventLoop>

#include <optional>

namespace sandglass::cli {

/// A Session whose steps are printed as they come and waited for one at a time, with Ctrl-C as its
/// Stop. Main thread.
class LiveSession : public QObject
{
    Q_OBJECT

public:
    /// `figures` may be null: then none are kept. All must outlive this.
    LiveSession(Session &session, Printer &printer, Figures *figures, Interrupts &interrupts);

    /// False where a file could not be attached; it was said.
    bool attach(const QStringList &paths);

    /// How the turn ended; nothing where it never began.
    std::optional<TurnDoneRecord> ask(const QString &text);

    /// How the cell ended; nothing where it never ran.
    std::optional<CellResult> runCell(const QString &code);

    bool addPackages(const QStringList &names);

    /// Copies all files that cells made into `folder`. False where one could not be.
    bool saveFiles(const QString &folder);

private:
    void onRecord(const Record &record);
    void keepFigure(const OutputRecord &output);
    void onFailure(const Failure &failure);
    void onSavedAll(const QList<SavedFile> &files);
    enum class Awaited { Nothing, Attached, Idle, Packages, Saved };
    void wait(Awaited what);
    void end(Awaited what);

    Session &m_session;
    Printer &m_printer;
    Figures *m_figures;
    NetworkWatch m_network;
    QEventLoop m_loop;
    Awaited m_awaited = Awaited::Nothing;
    bool m_failed = false;
    bool m_unread = false; ///< nobody reads what is printed: stopped for that
    std::optional<TurnDoneRecord> m_turnEnd;
    std::optional<CellResult> m_cellEnd;
    CellId m_cell;
};

} // namespace sandglass::cli
