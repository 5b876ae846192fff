// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sandboxeswords.h"

#include "ui/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace sandglass {

namespace {

constexpr int longestReason = 200;

QString tr(const char *text)
{
    return QCoreApplication::translate("sandboxes", text);
}

qsizetype count(const QList<VmEntry> &vms, VmEntry::Owner owner)
{
    return std::count_if(vms.cbegin(), vms.cend(),
                         [owner](const VmEntry &entry) { return entry.owner == owner; });
}

QString counted(qsizetype number, const QString &one, const QString &many)
{
    return number == 1 ? one : many.arg(countText(number));
}

} // namespace

QString noTokenWords()
{
    return tr(
        "With a token, code of each conversation runs in a sandbox of its own at exe.dev, and "
        "they are listed here. Make a token with the command that the "
        "settings show, and paste it there.");
}

QString emptyWords()
{
    return tr("The token sees no sandbox. A conversation whose code runs at exe.dev gets "
              "its sandbox with its first cell; it is listed here from then on.");
}

QString summaryOf(const QList<VmEntry> &vms)
{
    using Owner = VmEntry::Owner;
    QStringList parts;
    const auto add = [&](qsizetype number, const QString &one, const QString &many) {
        if (number > 0)
            parts.append(counted(number, one, many));
    };
    add(count(vms, Owner::Ours), tr("1 sandbox of this computer"),
        tr("%1 sandboxes of this computer"));
    add(count(vms, Owner::Elsewhere), tr("1 of another computer or program"),
        tr("%1 of other computers or programs"));
    add(count(vms, Owner::Base), tr("1 base"), tr("%1 bases"));
    add(count(vms, Owner::Relay), tr("1 that asks the model"), tr("%1 that ask the model"));
    add(count(vms, Owner::Foreign), tr("1 that isn't Sandglass's"),
        tr("%1 that aren't Sandglass's"));
    return tr("%1. All count toward your plan.").arg(parts.join(tr(", ")));
}

QString deniedText(const QString &command)
{
    return tr("The token for exe.dev may not run “%1”.").arg(command);
}

QString missingText(const QStringList &commands)
{
    return tr("The token for exe.dev may not run: %1. A new token with these commands makes that "
              "possible.")
        .arg(commands.join(tr(", ")));
}

QString deleteQuestion(const QList<VmEntry> &vms)
{
    using Owner = VmEntry::Owner;
    QStringList sentences;
    sentences << (vms.size() == 1 ? tr("Delete %1?").arg(vms.first().info.name)
                                  : tr("Delete these %1 sandboxes?").arg(countText(vms.size())));
    sentences << tr("Variables and files that are only there are lost; conversations and what you "
                    "saved stay.");
    const auto running = std::count_if(vms.cbegin(), vms.cend(), [](const VmEntry &entry) {
        return entry.owner != Owner::Base && entry.info.status == QLatin1String("running");
    });
    if (running > 0)
        sentences << counted(running, tr("One is running and may be in the middle of a cell."),
                             tr("%1 are running and may be in the middle of a cell."));
    const qsizetype elsewhere = count(vms, Owner::Elsewhere);
    if (elsewhere > 0)
        sentences << counted(elsewhere, tr("One belongs to another computer or program."),
                             tr("%1 belong to other computers or programs."));
    const auto kept = std::count_if(vms.cbegin(), vms.cend(),
                                    [](const VmEntry &entry) { return entry.comment.isKept; });
    if (kept > 0)
        sentences << counted(kept, tr("One is marked to be kept."),
                             tr("%1 are marked to be kept."));
    if (count(vms, Owner::Base) > 0)
        sentences << tr("The base is made again for the next new sandbox, which takes a minute.");
    return sentences.join(u' ');
}

QString notDeletedText(const QString &reason)
{
    const QString words = reason.simplified().left(longestReason);
    return words.isEmpty() ? tr("not deleted") : tr("not deleted (%1)").arg(words);
}

QString removedText(qsizetype deleted, const QHash<QString, QString> &problems)
{
    QStringList sentences;
    if (deleted > 0 || problems.isEmpty())
        sentences << counted(deleted, tr("1 sandbox was deleted."),
                             tr("%1 sandboxes were deleted."));
    QStringList names = problems.keys();
    names.sort();
    for (const QString &name : std::as_const(names))
        sentences << tr("%1: %2.").arg(name, problems.value(name));
    return sentences.join(u' ');
}

} // namespace sandglass
