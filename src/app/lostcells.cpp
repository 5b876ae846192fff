// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lostcells.h"

namespace sandglass {

namespace {

/// Goes through a conversation and moves cells from those that live to those that are lost.
class Ledger
{
public:
    void operator()(const CellBlock &cell)
    {
        if (!cell.result)
            return;
        const CellStatus status = cell.result->status;
        // One that failed has often done half of its work, which later cells build on.
        const bool counts = status == CellStatus::Ok || status == CellStatus::Error;
        if (cell.result->variablesLost)
            lose();
        else if (counts && cell.record.origin != CellOrigin::Rerun)
            m_alive << cell.record.cell;
    }

    void operator()(const NoticeBlock &block)
    {
        const Notice &notice = block.record.notice;
        if (notice.kind == kernelNotice)
            lose();
        else if (notice.kind == restoredNotice && notice.subject == allRestored)
            m_alive = std::exchange(m_lost, {}) + m_alive;
    }

    void operator()(const QuestionBlock &) {}
    void operator()(const AnswerBlock &) {}

    void lose() { m_lost += std::exchange(m_alive, {}); }
    const QList<CellId> &lost() const { return m_lost; }

private:
    QList<CellId> m_alive;
    QList<CellId> m_lost;
};

} // namespace

QList<CellId> lostCells(const Conversation &conversation, bool kernelIsOld)
{
    Ledger ledger;
    for (const Block &block : conversation.blocks())
        std::visit(ledger, block);
    if (kernelIsOld)
        ledger.lose();
    return ledger.lost();
}

} // namespace sandglass
