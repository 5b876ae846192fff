// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

namespace exedev {

/// How a command on a VM ended. Both outputs are the bytes as written; they are empty where capture
/// was off.
struct CommandResult
{
    int exitCode = 0; ///< 128 + N for signal N
    QByteArray out;   ///< standard output
    QByteArray err;   ///< standard error

    bool ok() const { return exitCode == 0; }

    /// As UTF-8, with U+FFFD for bytes that are none.
    QString outText() const { return QString::fromUtf8(out); }
    QString errText() const { return QString::fromUtf8(err); }
};

} // namespace exedev
