// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

#include <vector>

namespace sandglass {

/// File name extension for a MIME type, of at most eight letters; "bin" where it isn't known.
QString extensionFor(const QString &mime);

/// The first `maxBytes` of a file below `folder`; empty where `name` isn't a name that OutputStore
/// gives, or no regular file.
QByteArray readOutput(const QString &folder, const QString &name, qint64 maxBytes);

/// Makes records that were read from a journal whole again: what lies in files gets its head and
/// tail. With `adopt`, the records that finish files which a killed app left growing are returned,
/// to be journaled before OutputStore::rename() does it, and files that nothing names are removed.
QList<OutputRecord> restoreOutputs(const QString &folder, std::vector<Record> &records, bool adopt);

} // namespace sandglass
