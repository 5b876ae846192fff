// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QString>

namespace sandglass {

/// Why venv, pip or uv failed, as far as their output tells.
enum class ToolTrouble {
    Unknown,
    Offline,
    DiskFull,
    NoVenv,
    NoPermission,
    NoSuchPackage,
    Conflict
};

/// Reads the output of a failed venv, pip or uv. pip's output doesn't say that the index wasn't
/// reached (only that there is no such package), but its `log` does. Pure.
ToolTrouble toolTrouble(const QByteArray &output, const QByteArray &log = {});

/// The last lines of the output that say something, in one line, without credentials. Pure.
QString lastWords(const QByteArray &output);

/// The failure of an act, e.g. "The Python environment couldn't be made": why, the tool's last
/// words and a remedy. `version` of Python names the missing system package. Pure.
Failure toolFailure(const QString &act, ToolTrouble trouble, const QByteArray &output,
                    const QString &version);

} // namespace sandglass
