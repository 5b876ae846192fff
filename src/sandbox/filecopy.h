// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/workfolder.h"

namespace sandglass {

/// The error for a call on `name` that left `error` in errno, with what it means for the person.
Error fileError(const QString &name, int error);

/// nameParts(). Throws Error(InvalidInput) where it has none.
QList<QByteArray> checkedParts(const QString &name);

/// Reads exactly `total` bytes of `source` and gives them to `write` in pieces; what the file has
/// grown by meanwhile is left. `name` is for messages. Throws Error: File, Cancelled.
void copyBytes(int source, qint64 total, const QString &name,
               const std::function<void(const char *data, qint64 size)> &write,
               const CopyProgress &progress, const std::stop_token &stop);

/// write(2) until everything is written. Throws Error(File).
void writeAll(int target, const char *data, qint64 size, const QString &name);

} // namespace sandglass
