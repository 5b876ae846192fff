// SPDX-License-Identifier: MIT
#pragma once

#include "base/secret.h"

#include <QLoggingCategory>
#include <QString>

namespace sandglass {

Q_DECLARE_LOGGING_CATEGORY(lcNet)
Q_DECLARE_LOGGING_CATEGORY(lcSandbox)
Q_DECLARE_LOGGING_CATEGORY(lcModel)
Q_DECLARE_LOGGING_CATEGORY(lcApp)

/// Text from outside made fit for one line of a log or a message: control characters shown as
/// escapes, at most `maxLength` characters, known secrets and key-like words replaced by "…".
/// Any thread.
QString redacted(const QString &text, int maxLength = 2000);

/// From now on redacted() hides this value wherever it stands. Any thread.
void hideInLogs(const Secret &secret);

/// Sends every Qt message through redacted() to `path` (mode 600, rotated at 1 MiB) and warnings to
/// stderr as well. Before threads start. Throws Error(File).
void logToFile(const QString &path);

} // namespace sandglass
