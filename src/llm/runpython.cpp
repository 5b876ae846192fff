// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/runpython.h"

#include <QJsonArray>

namespace sandglass {

QString pythonToolName()
{
    return QStringLiteral("run_python");
}

QString pythonToolDescription()
{
    return QStringLiteral(
        "Runs Python code as a cell of the conversation's notebook kernel and returns what it "
        "printed, the value of its last expression, errors, and the names of new files. Variables "
        "and imports stay from cell to cell. Figures are shown to the person, not to you.");
}

QJsonObject pythonToolSchema()
{
    const QJsonObject code{
        {QStringLiteral("type"), QStringLiteral("string")},
        {QStringLiteral("description"), QStringLiteral("Python source of the cell")},
    };
    return {
        {QStringLiteral("type"), QStringLiteral("object")},
        {QStringLiteral("properties"), QJsonObject{{QStringLiteral("code"), code}}},
        {QStringLiteral("required"), QJsonArray{QStringLiteral("code")}},
    };
}

} // namespace sandglass
