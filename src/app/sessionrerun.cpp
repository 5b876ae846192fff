// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session::Private that brings variables back.
#include "app/lostcells.h"
#include "app/sessionprivate.h"

#include <optional>

namespace sandglass {

namespace {

/// `last` is nothing where the cell couldn't be run at all.
Notice restored(size_t done, size_t total, const std::optional<CellResult> &last)
{
    if (done == total) {
        return {restoredNotice,
                total == 1 ? QStringLiteral("1 cell was run again in the new kernel: its "
                                            "variables are back.")
                           : QStringLiteral("%1 cells were run again in the new kernel: their "
                                            "variables are back.")
                                 .arg(total),
                allRestored};
    }
    const QString where =
        QStringLiteral("Running the cells again ended at cell %1 of %2").arg(done + 1).arg(total);
    if (last && last->variablesLost)
        return {restoredNotice,
                where + QStringLiteral(": the kernel ended, so that all variables are gone."),
                {}};
    const QString why = !last ? QStringLiteral(", which could not be run")
                        : last->status == CellStatus::Error ? QStringLiteral(", which now fails")
                        : last->status == CellStatus::TimedOut
                            ? QStringLiteral(", which took too long")
                            : QStringLiteral(", where it was stopped");
    return {restoredNotice,
            where + why + QStringLiteral(": its variables and those of later cells are missing."),
            {}};
}

} // namespace

QList<CellId> Session::Private::cellsToRestore() const
{
    return recorder ? sandglass::lostCells(document, kernelIsOld) : QList<CellId>();
}

Worker::Job Session::Private::rerunJob()
{
    struct Again
    {
        QString code;
        bool hadFailed = false;
    };
    std::vector<Again> again;
    for (const CellId &id : cellsToRestore()) {
        const CellBlock *cell = document.cell(id);
        again.push_back({cell->record.code, cell->result->status == CellStatus::Error});
    }
    const QStringList notes = kernelNotes();
    kernelIsOld = false;
    return [this, again, notes, runner = cells.get(),
            timeout = settings.cellTimeout](std::stop_token stop) {
        if (again.empty())
            return;
        for (const QString &note : notes)
            recorder->add(NoticeRecord{{}, {}, {kernelNotice, note, {}}});
        size_t done = 0;
        std::optional<CellResult> last = CellResult();
        try {
            for (const Again &cell : again) {
                tell([this, done, total = again.size()] {
                    Q_EMIT q->restoring(static_cast<int>(done), static_cast<int>(total));
                });
                last = runner
                           ->run({CellId::create(), {}, {}, cell.code, CellOrigin::Rerun}, timeout,
                                 stop)
                           .result;
                if (last->status != CellStatus::Ok &&
                    !(last->status == CellStatus::Error && cell.hadFailed && !last->variablesLost))
                    break;
                ++done;
            }
        } catch (const Error &error) {
            if (error.kind() != ErrorKind::Cancelled) {
                last.reset();
                tellFailure(error.failure());
            }
        }
        recorder->add(NoticeRecord{{}, {}, restored(done, again.size(), last)});
    };
}

} // namespace sandglass
