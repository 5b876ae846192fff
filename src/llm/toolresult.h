// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace sandglass {

/// The text of a tool result taken apart: what the cell put out, and the notes about it. Notes are
/// lines of the form "[note: …]" at the start and the end; ResultText in src/agent writes them.
struct ToolResultText
{
    QString output;
    QStringList notes;
    QString failure; ///< why the cell failed, one sentence; empty where it did not
    int figures = 0; ///< shown to the person
};

/// One note as a line of a tool result, without its line end; line ends inside become spaces.
QString noteLine(const QString &note);

/// The note that says that a cell failed.
QString failureNote(const QString &why);

/// The note that says how many figures were shown; `count` is 1 or more.
QString figuresNote(int count);

ToolResultText parseToolResult(const QString &text);

} // namespace sandglass
