// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording.h"

#include <QCoreApplication>
#include <QLocale>

namespace sandglass {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("wording", text);
}

QString causeText(const CellResult &result)
{
    if (!result.cause)
        return tr("The kernel died.");
    switch (result.cause->kind) {
    case DeathCause::Kind::Exit:
        return tr("The kernel exited with status %1.").arg(result.cause->number);
    case DeathCause::Kind::OutOfMemory:
        return tr("The kernel was ended because it reached the memory limit.");
    case DeathCause::Kind::Signal:
        break;
    }
    return result.cause->memoryLikely
               ? tr("The kernel ended (signal %1), probably out of memory.")
                     .arg(result.cause->number)
               : tr("The kernel ended (signal %1).").arg(result.cause->number);
}

} // namespace

QString sizeText(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, bytes < 1'000'000 ? 0 : 1, QLocale::DataSizeSIFormat);
}

QString binarySizeText(qint64 bytes)
{
    const auto text = [bytes](int decimals) {
        return QLocale().formattedDataSize(bytes, decimals, QLocale::DataSizeIecFormat);
    };
    int unit = 0; // of the largest that there is one of
    while (unit < 60 && bytes >= (2LL << (unit + 9)))
        unit += 10;
    return text(bytes % (1LL << unit) == 0 ? 0 : 1);
}

QString secondsText(double seconds)
{
    if (seconds < 60)
        return tr("%1 s").arg(QLocale().toString(seconds, 'f', seconds < 10 ? 1 : 0));
    const auto whole = static_cast<qint64>(seconds);
    return whole % 60 == 0 ? tr("%1 min").arg(whole / 60)
                           : tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
}

QString agoText(const QDateTime &time)
{
    if (!time.isValid())
        return {};
    const qint64 seconds = std::max<qint64>(0, time.secsTo(QDateTime::currentDateTimeUtc()));
    if (seconds < 60)
        return tr("now");
    if (seconds < 3600)
        return tr("%1 min").arg(seconds / 60);
    if (seconds < 24 * 3600)
        return tr("%1 h").arg(seconds / 3600);
    return QLocale().toString(time.toLocalTime().date(),
                              seconds < 300LL * 24 * 3600 ? tr("d MMM") : tr("MMM yyyy"));
}

QString dayText(const QDate &day)
{
    const QDate today = QDate::currentDate();
    const qint64 days = day.daysTo(today);
    if (days <= 0)
        return tr("Today");
    if (days == 1)
        return tr("Yesterday");
    const QString month = QLocale().standaloneMonthName(day.month());
    return day.year() == today.year() ? month : month + u' ' + QString::number(day.year());
}

QString countText(qint64 count)
{
    return QLocale().toString(count);
}

QString resultText(const CellResult &result)
{
    const QString time = secondsText(result.seconds);
    switch (result.status) {
    case CellStatus::Ok:
        return tr("✓ %1").arg(time);
    case CellStatus::Error:
        return tr("✗ error after %1").arg(time);
    case CellStatus::TimedOut:
        return tr("✗ timed out after %1").arg(time);
    case CellStatus::Interrupted:
        return tr("■ stopped after %1").arg(time);
    case CellStatus::Died:
        return tr("✗ kernel died after %1").arg(time);
    case CellStatus::Unknown:
        break;
    }
    return tr("? end not known");
}

QString resultDetail(const CellResult &result)
{
    if (result.status == CellStatus::Died)
        return causeText(result);
    if (result.status == CellStatus::TimedOut)
        return tr("The cell ran longer than its time limit and was interrupted.");
    if (result.status == CellStatus::Unknown)
        return tr("Nobody saw how this cell ended. It isn't run again by itself.");
    return {};
}

QString stateText(SandboxState state)
{
    switch (state) {
    case SandboxState::None:
        return tr("no kernel yet");
    case SandboxState::Preparing:
        return tr("preparing Python…");
    case SandboxState::MakingBase:
        return tr("making the base…");
    case SandboxState::Copying:
        return tr("copying the base…");
    case SandboxState::Starting:
        return tr("starting…");
    case SandboxState::Resuming:
        return tr("resuming…");
    case SandboxState::Ready:
        return tr("ready");
    case SandboxState::Running:
        return tr("running");
    case SandboxState::Paused:
        return tr("paused");
    case SandboxState::Dead:
        return tr("kernel ended");
    case SandboxState::Gone:
        return tr("gone");
    }
    return {};
}

QString plainToolTip(const QString &text)
{
    constexpr qsizetype longest = 500;
    if (text.isEmpty())
        return {};
    return QStringLiteral("<p>") + text.left(longest).toHtmlEscaped() + QStringLiteral("</p>");
}

QStringList limitTexts(const Settings &settings)
{
    return {tr("%1 for a cell").arg(secondsText(double(settings.cellTimeout.count()))),
            settings.memoryLimit > 0 ? tr("%1 of memory").arg(binarySizeText(settings.memoryLimit))
                                     : tr("Half of this computer's memory, at most 4 GiB"),
            tr("%1 processes").arg(settings.taskLimit),
            tr("%1 in one file, %2 in all files")
                .arg(binarySizeText(settings.fileLimit), binarySizeText(settings.workLimit))};
}

QString turnEndText(const TurnDoneRecord &end)
{
    switch (end.kind) {
    case TurnDoneRecord::Kind::Finished:
        return {};
    case TurnDoneRecord::Kind::Stopped:
        return tr("You stopped this answer.");
    case TurnDoneRecord::Kind::CellLimit:
        return tr("The answer ended because it used all the cells that one answer may run.");
    case TurnDoneRecord::Kind::Failed:
        break;
    }
    if (!end.failure)
        return tr("The answer failed.");
    return end.failure->remedy.isEmpty()
               ? end.failure->text
               : end.failure->text + QStringLiteral(" ") + end.failure->remedy;
}

} // namespace sandglass
