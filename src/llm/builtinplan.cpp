// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/builtinplan.h"

#include "llm/builtinrules.h"

#include <QRegularExpression>

namespace sandglass {

namespace {

QString whatICan()
{
    return QStringLiteral(
        "I am the built-in model: a few fixed rules, no AI. I can't answer this.\n\n"
        "What I can do:\n\n"
        "- \"What is the 1000th prime?\" (any number)\n"
        "- \"Simulate 10,000 rolls of two dice and plot the distribution of the sums\"\n"
        "- read, describe and plot a table: attach a CSV, TSV, text, Excel, Parquet or JSON file\n"
        "- work out a sum: \"What is 12 * 7?\"\n"
        "- run your own Python: write `run:` before it, or put it between lines of ```\n\n"
        "For other questions choose a language model in the settings.");
}

/// `text` between fences that it can't close.
QString fenced(const QString &text)
{
    static const QRegularExpression ticks(QStringLiteral("`{3,}"));
    qsizetype length = 3;
    auto matches = ticks.globalMatch(text);
    while (matches.hasNext())
        length = std::max(length, matches.next().capturedLength() + 1);
    const QString fence(length, QLatin1Char('`'));
    return fence + QLatin1Char('\n') + text + QLatin1Char('\n') + fence;
}

bool isNumber(const QString &text)
{
    static const QRegularExpression number(QStringLiteral("^-?\\d+(\\.\\d+)?(e[+-]?\\d+)?$"),
                                           QRegularExpression::CaseInsensitiveOption);
    return number.match(text).hasMatch();
}

/// What a person reads of a longer output. The templates begin with "Name: value" lines of what
/// they found, where they have any, and end with a paragraph of such lines.
QString summary(const QString &output)
{
    static const QRegularExpression facts(QStringLiteral("^(?:[A-Z][^:\\n]{0,40}: [^\\n]*\\n?)+$"));
    const QStringList parts = output.trimmed().split(QLatin1String("\n\n"));
    if (parts.size() == 1)
        return parts.first();
    return facts.match(parts.first()).hasMatch() ? parts.first() + QLatin1Char('\n') + parts.last()
                                                 : parts.last();
}

QString figuresSentence(int figures)
{
    return figures == 1 ? QStringLiteral("The chart is above.")
                        : QStringLiteral("The %1 charts are above.").arg(figures);
}

QString answerForCell(const BuiltinPlan::Cell &cell, const ToolResultText &result)
{
    const QString output = result.output.trimmed();
    if (!result.failure.isEmpty()) {
        QString text = QStringLiteral("%1: the code did not come to its end.\n\n%2")
                           .arg(cell.subject, fenced(result.failure));
        return text;
    }
    if (cell.isValue && isNumber(output))
        return QStringLiteral("%1 is **%2**.").arg(cell.subject, output);
    QString text;
    if (output.isEmpty())
        text = QStringLiteral("%1: the code ran and put out no text.").arg(cell.subject);
    else
        text = QStringLiteral("%1:\n\n%2").arg(cell.subject, fenced(summary(output)));
    if (result.figures > 0)
        text += QLatin1String("\n\n") + figuresSentence(result.figures);
    return text;
}

} // namespace

BuiltinPlan planFor(const Question &question, const QList<AttachedFile> &earlier)
{
    for (const auto &rule : {runGivenCode, findPrime, rollDice, readAttachedTables, workOut}) {
        if (const std::optional<BuiltinPlan> plan = rule(question, earlier))
            return *plan;
    }
    return BuiltinPlan{{}, whatICan()};
}

QString answerFor(const BuiltinPlan &plan, const QList<ToolResultText> &results)
{
    if (plan.cells.isEmpty())
        return plan.text;
    if (results.isEmpty())
        return QStringLiteral("No code could be run, so there is no answer.");
    QStringList parts;
    const qsizetype count = std::min(plan.cells.size(), results.size());
    for (qsizetype i = 0; i < count; ++i)
        parts.append(answerForCell(plan.cells[i], results[i]));
    if (!plan.text.isEmpty())
        parts.append(plan.text);
    return parts.join(QLatin1String("\n\n"));
}

} // namespace sandglass
