// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/pythonenvironment.h"

#include <optional>

namespace sandglass {

/// What is kept of a finished set-up, as environment.json in its folder: the set-up is finished
/// exactly where this file is.
struct PythonRecord
{
    PythonEnvironment environment;
    QString key;     ///< of what it was made from: digest of the requirements, or chosen path
    QString program; ///< the real program behind the interpreter
    QString stamp;   ///< its size and time, so that an exchanged one is seen

    friend bool operator==(const PythonRecord &, const PythonRecord &) = default;
};

/// Size and time of a file; empty where there is none.
QString programStamp(const QString &path);

/// The record in `folder`, or nothing where there is none, it isn't one, or what it names is gone
/// or was exchanged.
std::optional<PythonRecord> readRecord(const QString &folder);

/// Throws Error(File).
void writeRecord(const QString &folder, const PythonRecord &record);

} // namespace sandglass
