// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exenotes.h"

#include <QCoreApplication>

namespace sandglass {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("ExeNotes", text);
}

/// "30 minutes", "1.5 days"
QString amount(std::chrono::seconds time, int unit, const char *one, const char *many)
{
    const double count = double(time.count()) / unit;
    return tr(count == 1 ? one : many).arg(count, 0, 'g', 4);
}

} // namespace

QStringList exeNotes(const Settings &settings)
{
    return {
        tr("Code in a sandbox at exe.dev reaches what is attached to all of your VMs (auto:all), "
           "the LLM gateway too, at your account's cost and also where the network is cut off. "
           "Attach such integrations by tag to keep them from it."),
        tr("Sandboxes are not backed up: save the files that you want to keep."),
        tr("Each counts towards your exe.dev plan. Idle ones are paused after %1 and deleted after "
           "%2, but only while Sandglass or sandglass-cli sweep runs.")
            .arg(amount(settings.pauseAfter, 60, QT_TRANSLATE_NOOP("ExeNotes", "%1 minute"),
                        QT_TRANSLATE_NOOP("ExeNotes", "%1 minutes")),
                 amount(settings.deleteAfter, 24 * 3600, QT_TRANSLATE_NOOP("ExeNotes", "%1 day"),
                        QT_TRANSLATE_NOOP("ExeNotes", "%1 days"))),
    };
}

} // namespace sandglass
