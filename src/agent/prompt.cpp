// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/prompt.h"

#include "agent/resultnotes.h"

#include <QFile>
#include <QLocale>

#include <stdexcept>

// Outside the namespace: the macro declares a global function. A static library's resources are
// there only where someone asks for them.
static void initResources()
{
    Q_INIT_RESOURCE(prompts);
}

namespace sandglass {

namespace {

constexpr qsizetype maxFiles = 100;
constexpr qsizetype maxPackages = 200;
constexpr qsizetype maxCells = 10;
constexpr qsizetype maxCellText = 4000;

QString promptText()
{
    initResources();
    QFile file(QStringLiteral(":/sandglass/prompts/system.md"));
    if (!file.open(QIODevice::ReadOnly))
        throw std::logic_error("the system prompt is missing");
    return QString::fromUtf8(file.readAll()).trimmed();
}

QString bounded(const QString &text)
{
    if (text.size() <= maxCellText)
        return text;
    return QStringLiteral("…") + text.right(maxCellText);
}

/// `text` set off by four spaces, so that it can't be taken for a fact.
QString indented(const QString &text)
{
    return QStringLiteral("    ") +
           QString(text).replace(QLatin1Char('\n'), QLatin1String("\n    "));
}

QString pythonFact(const PromptFacts &facts)
{
    QString text = QStringLiteral("- Python");
    if (!facts.pythonVersion.isEmpty())
        text += QLatin1Char(' ') + facts.pythonVersion;
    if (!facts.packages.isEmpty())
        text += QStringLiteral(" with %1")
                    .arg(facts.packages.mid(0, maxPackages).join(QLatin1String(", ")));
    return text + QLatin1Char('.');
}

QString networkFact(bool network)
{
    return network
               ? QStringLiteral(
                     "- Code reaches the network. `%pip install` works until the kernel ends.")
               : QStringLiteral(
                     "- Code has no network: nothing can be downloaded and `%pip install` fails. "
                     "Where a package is missing, say which one: the person can add it.");
}

QString filesFact(const QList<AttachedFile> &files)
{
    QString text = QStringLiteral("- Files from the person, in the work folder:");
    for (const AttachedFile &file : files.mid(0, maxFiles)) {
        text += QStringLiteral("\n  - `%1` (%2 bytes").arg(shownName(file.name)).arg(file.size);
        if (!file.hint.isEmpty())
            text += QLatin1String("; ") + shownName(file.hint.simplified());
        text += QLatin1Char(')');
    }
    if (files.size() > maxFiles)
        text += QStringLiteral("\n  - and %1 more").arg(files.size() - maxFiles);
    return text;
}

QString cellsFact(const QList<PromptFacts::PersonCell> &cells)
{
    const qsizetype first = std::max<qsizetype>(0, cells.size() - maxCells);
    QString text = QStringLiteral("- Since your last answer the person ran %1 of their own%2:")
                       .arg(cells.size() == 1 ? QStringLiteral("a cell")
                                              : QStringLiteral("%1 cells").arg(cells.size()),
                            first > 0 ? QStringLiteral(", the last of them") : QString());
    for (const PromptFacts::PersonCell &cell : cells.mid(first))
        text += QStringLiteral("\n\n") + indented(bounded(cell.code)) +
                QLatin1String("\n\n  gave:\n\n") + indented(bounded(cell.result));
    return text;
}

} // namespace

QString systemPrompt(const PromptFacts &facts)
{
    QStringList lines;
    if (facts.date.isValid())
        lines.append(QStringLiteral("- Today is %1.").arg(facts.date.toString(Qt::ISODate)));
    lines.append(pythonFact(facts));
    if (!facts.workFolder.isEmpty())
        lines.append(QStringLiteral("- The work folder, where code starts: `%1`.")
                         .arg(shownName(facts.workFolder)));
    lines.append(networkFact(facts.network));
    if (facts.cellTimeout > 0)
        lines.append(QStringLiteral("- A cell may take %1 seconds.").arg(facts.cellTimeout));
    if (facts.maxCells > 0)
        lines.append(QStringLiteral("- One answer may take up to %1 cells.").arg(facts.maxCells));
    if (!facts.files.isEmpty())
        lines.append(filesFact(facts.files));
    for (const QString &folder : facts.folders.mid(0, maxFiles))
        lines.append(QStringLiteral("- Below `data/`, read-only:\n\n") + indented(bounded(folder)));
    if (facts.kernelIsNew)
        lines.append(QStringLiteral("- The kernel started anew: variables and imports of earlier "
                                    "cells are lost; files are still there."));
    if (!facts.personCells.isEmpty())
        lines.append(cellsFact(facts.personCells));
    QString prompt = promptText();
    return prompt.replace(QLatin1String("{{facts}}"), lines.join(QLatin1Char('\n')));
}

} // namespace sandglass
