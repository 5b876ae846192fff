// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace exedev {

/// What the setup probe found out about a VM's setup script.
struct SetupState
{
    enum class Kind { Done, Pending, Failed };

    Kind kind = Kind::Pending;
    QString result; ///< of Failed: systemd's word, "unsupported" or "not-run"
    std::optional<int> exitCode;
    std::optional<int> signal;
    QByteArray output; ///< of Failed: the end of what the script printed
};

/// A POSIX sh script that prints the state as KEY=VALUE lines.
QByteArray setupProbe();

/// Reads what setupProbe() printed. Pure. Throws ProtocolError where it makes no sense.
SetupState setupState(const QByteArray &printed);

} // namespace exedev
