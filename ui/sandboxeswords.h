// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/vmentry.h"

namespace sandglass {

/// What the list of sandboxes says, in sentences. GUI thread.

QString noTokenWords();
QString emptyWords();
/// How many VMs of which kind there are.
QString summaryOf(const QList<VmEntry> &vms);
/// Why something is disabled.
QString deniedText(const QString &command);
QString missingText(const QStringList &commands);
/// Asks whether these are to be deleted, and says what that loses.
QString deleteQuestion(const QList<VmEntry> &vms);
QString notDeletedText(const QString &reason);
/// `problems` by name: why those that are still there couldn't be deleted.
QString removedText(qsizetype deleted, const QHash<QString, QString> &problems);

} // namespace sandglass
