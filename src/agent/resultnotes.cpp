// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/resultnotes.h"

#include "llm/toolresult.h"

#include <QStringList>

namespace sandglass {

namespace {

constexpr qsizetype maxFiles = 20;

QString causeText(const DeathCause &cause)
{
    switch (cause.kind) {
    case DeathCause::Kind::Exit:
        return QStringLiteral("it ended with exit status %1").arg(cause.number);
    case DeathCause::Kind::Signal:
        return QStringLiteral("it was ended by signal %1%2")
            .arg(cause.number)
            .arg(cause.memoryLikely ? QStringLiteral(", most likely because memory ran out")
                                    : QString());
    case DeathCause::Kind::OutOfMemory:
        return QStringLiteral("it used more memory than the limit allows");
    }
    return {};
}

QString lost(const CellResult &result)
{
    return result.variablesLost
               ? QStringLiteral(
                     " All variables and imports are lost; the next cell starts in a new kernel.")
               : QStringLiteral(" The variables are kept.");
}

} // namespace

QString shownName(const QString &name)
{
    QString shown;
    for (const QChar c : name.left(255)) {
        if (c.category() == QChar::Other_Control || c == QChar::LineSeparator ||
            c == QChar::ParagraphSeparator)
            shown += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
        else
            shown += c;
    }
    return shown;
}

QString filesNote(const QList<FileInfo> &files)
{
    if (files.isEmpty())
        return {};
    QStringList names;
    for (const FileInfo &file : files.first(qMin(files.size(), maxFiles)))
        names.append(QStringLiteral("%1 (%2 bytes)").arg(shownName(file.name)).arg(file.size));
    QString note = QStringLiteral("New or changed files: ") + names.join(QLatin1String(", "));
    if (files.size() > maxFiles)
        note += QStringLiteral(", and %1 more").arg(files.size() - maxFiles);
    return note;
}

QString statusNote(const CellResult &result, const QString &error)
{
    switch (result.status) {
    case CellStatus::Ok:
        return {};
    case CellStatus::Error:
        return failureNote(error.isEmpty() ? QStringLiteral("it ended with an error.") : error) +
               (result.variablesLost ? lost(result) : QString());
    case CellStatus::TimedOut:
        return failureNote(QStringLiteral("its time was over after %1 seconds and it was stopped.")
                               .arg(result.seconds, 0, 'f', 0)) +
               lost(result);
    case CellStatus::Interrupted:
        return failureNote(QStringLiteral("the person stopped it.")) + lost(result);
    case CellStatus::Died:
        return failureNote(
            QStringLiteral("the kernel died%1. All variables and imports are lost; "
                           "the next cell starts in a new kernel.")
                .arg(result.cause ? QStringLiteral(": ") + causeText(*result.cause) : QString()));
    case CellStatus::Unknown:
        return failureNote(QStringLiteral("its sandbox is gone and nobody saw how it ended. "
                                          "The variables are lost."));
    }
    return {};
}

} // namespace sandglass
