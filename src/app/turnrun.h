// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "agent/toolloop.h"
#include "app/recordedcells.h"
#include "app/settings.h"
#include "app/textbatch.h"

namespace sandglass {

/// One turn while it runs: the tool loop's cells and text, recorded. Cells worker.
class TurnRun : private CellRunner
{
public:
    struct Hooks
    {
        std::function<void(const QString &code)> onCode;
        std::function<void(int secondsLeft, const QString &reason)> onWaiting;
    };

    TurnRun(TurnId turn, RecordedCells &cells, Recorder &recorder, Settings settings, Hooks hooks);

    /// Answers the question that `request` ends with and records the end. Throws nothing.
    void run(const std::function<std::unique_ptr<Model>()> &make, ModelRequest request,
             std::stop_token stop);

private:
    QString runCell(const QString &callId, const QString &code, std::stop_token stop) override;
    ToolLoop::Events events();

    TurnId m_turn;
    RecordedCells &m_cells;
    Recorder &m_recorder;
    Settings m_settings;
    Hooks m_hooks;
    BlockId m_block;
    TextBatch m_text; // last: its thread uses the above
};

} // namespace sandglass
