// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/builtinrules.h"

#include "llm/pythontemplate.h"

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype maxTables = 5; // in one answer

QString ending(const QString &name)
{
    return name.section(QLatin1Char('.'), -1).toLower();
}

/// The template that reads such a file; empty where the built-in model can't.
QString readerFor(const QString &name)
{
    static const QStringList text{QStringLiteral("csv"), QStringLiteral("tsv"),
                                  QStringLiteral("tab"), QStringLiteral("txt"),
                                  QStringLiteral("psv"), QStringLiteral("dat")};
    static const QStringList other{QStringLiteral("xlsx"),    QStringLiteral("xlsm"),
                                   QStringLiteral("parquet"), QStringLiteral("json"),
                                   QStringLiteral("jsonl"),   QStringLiteral("ndjson")};
    if (text.contains(ending(name)))
        return QStringLiteral("read_table");
    return other.contains(ending(name)) ? QStringLiteral("read_other") : QString();
}

/// Files of earlier questions that this one is about.
QList<AttachedFile> namedFiles(const QString &text, const QList<AttachedFile> &earlier)
{
    QList<AttachedFile> named;
    for (const AttachedFile &file : earlier) {
        if (text.contains(file.name, Qt::CaseInsensitive) && !named.contains(file))
            named.append(file);
    }
    if (!named.isEmpty() || earlier.isEmpty())
        return named;
    for (const char *word :
         {"file", "table", "data", "csv", "plot", "chart", "describe", "column"}) {
        if (text.contains(QLatin1String(word), Qt::CaseInsensitive))
            return {earlier.last()};
    }
    return {};
}

} // namespace

std::optional<BuiltinPlan> readAttachedTables(const Question &question,
                                              const QList<AttachedFile> &earlier)
{
    const QList<AttachedFile> files =
        question.files.isEmpty() ? namedFiles(question.text, earlier) : question.files;
    if (files.isEmpty())
        return std::nullopt;
    BuiltinPlan plan;
    QStringList left;
    for (const AttachedFile &file : files) {
        const QString reader = readerFor(file.name);
        if (reader.isEmpty() || plan.cells.size() == maxTables) {
            left.append(file.name);
            continue;
        }
        const QString code = pythonFromTemplate(reader, {{QStringLiteral("file"), file.name}}) +
                             QLatin1String("\n\n") +
                             pythonFromTemplate(QStringLiteral("describe_table"), {});
        plan.cells.append(
            BuiltinPlan::Cell{code, QStringLiteral("What I found in the file"), false});
    }
    if (!left.isEmpty())
        plan.text = QStringLiteral("I left out %1 of the files: the built-in model reads up to %2 "
                                   "CSV, TSV, text, Excel, Parquet or JSON tables at a time.")
                        .arg(left.size())
                        .arg(maxTables);
    return plan;
}

} // namespace sandglass
