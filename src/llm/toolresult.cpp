// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/toolresult.h"

#include <QRegularExpression>

namespace sandglass {

namespace {

constexpr QLatin1String noteStart("[note: ");
constexpr QLatin1String failureStart("The cell failed: ");

bool isNote(const QString &line)
{
    return line.startsWith(noteStart) && line.endsWith(QLatin1Char(']'));
}

QString noteText(const QString &line)
{
    return line.mid(noteStart.size(), line.size() - noteStart.size() - 1);
}

void readNote(const QString &note, ToolResultText &result)
{
    static const QRegularExpression figures(QStringLiteral("^(\\d{1,6}) figures? w"));
    if (note.startsWith(failureStart))
        result.failure = note.mid(failureStart.size());
    const QRegularExpressionMatch match = figures.match(note);
    if (match.hasMatch())
        result.figures = match.captured(1).toInt();
    result.notes.append(note);
}

} // namespace

QString noteLine(const QString &note)
{
    return QString(noteStart) + note.simplified() + QLatin1Char(']');
}

QString failureNote(const QString &why)
{
    return QString(failureStart) + why;
}

QString figuresNote(int count)
{
    return count == 1 ? QStringLiteral("1 figure was shown to the person; you do not see it.")
                      : QStringLiteral("%1 figures were shown to the person; you do not see them.")
                            .arg(count);
}

ToolResultText parseToolResult(const QString &text)
{
    ToolResultText result;
    QStringList lines = text.split(QLatin1Char('\n'));
    QStringList last;
    while (!lines.isEmpty() && (isNote(lines.last()) || lines.last().isEmpty())) {
        const QString line = lines.takeLast();
        if (!line.isEmpty())
            last.prepend(noteText(line));
    }
    while (!lines.isEmpty() && isNote(lines.first()))
        readNote(noteText(lines.takeFirst()), result);
    for (const QString &note : last)
        readNote(note, result);
    result.output = lines.join(QLatin1Char('\n'));
    return result;
}

} // namespace sandglass
