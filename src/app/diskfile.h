// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

namespace sandglass {

/// Everything written to the open file is on the disk after this; false where that failed, with the
/// reason in `error`.
bool syncToDisk(QFile &file, QString *error);

/// The same for a file or folder by its path; a missing one is left alone.
void syncToDisk(const QString &path);

/// Renames over what is there (QFile::rename refuses). False where it failed.
bool replaceFile(const QString &from, const QString &to);

} // namespace sandglass
