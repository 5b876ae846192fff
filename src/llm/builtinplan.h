// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/question.h"
#include "llm/toolresult.h"

#include <QStringList>

namespace sandglass {

/// What the built-in model does with one question: the cells to run, or what to say instead.
struct BuiltinPlan
{
    struct Cell
    {
        QString code;
        QString subject;      ///< what its output is, for the answer: "The 1000th prime number"
        bool isValue = false; ///< the output is expected to be one short value
    };

    QList<Cell> cells;
    QString text; ///< what to say where there are no cells
};

/// `earlier` are the files of earlier questions.
BuiltinPlan planFor(const Question &question, const QList<AttachedFile> &earlier);

/// The answer, in Markdown, made from the results alone; one result for each cell of the plan.
QString answerFor(const BuiltinPlan &plan, const QList<ToolResultText> &results);

} // namespace sandglass
