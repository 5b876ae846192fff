// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

namespace sandglass {

/// The version of records that this program writes.
inline constexpr int journalVersion = 1;

/// Longest line that is read back, in bytes.
inline constexpr qsizetype maxRecordLine = 16 * 1024 * 1024;

/// The record as one line of the journal, with its line end. Bytes that `refs` names aren't in it.
QByteArray recordToLine(const Record &record);

/// What a line of a journal says.
struct ReadLine
{
    enum class Kind { Good, Damaged, Newer };

    Kind kind = Kind::Damaged;
    Record record; ///< for Good; of a type that isn't known it is an UnknownRecord
};

/// Reads a line without its line end. Pure; throws nothing, whatever the bytes. A known type with a
/// wrong shape is Damaged; a newer version is Newer.
ReadLine recordFromLine(const QByteArray &line);

/// True for names that outputs/ may have: <sha256>.<ext> or <cell>-<stream>-<n>.part.
bool isOutputName(const QString &name);

} // namespace sandglass
