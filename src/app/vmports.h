// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace sandglass {

/// A port of a VM that a program listens on, among those that exe.dev leads to.
struct VmPort
{
    int number = 0;
    bool isInside = false; ///< only on the VM's loopback address: nobody outside reaches it
    QString address{};     ///< where it is reached; empty where that isn't known

    friend bool operator==(const VmPort &, const VmPort &) = default;
};

/// What a VM runs to print the addresses that programs listen on, one a line.
extern const char *const listeningCommand;

/// The ports in what that printed, in order. Pure.
QList<VmPort> listeningPorts(const QByteArray &printed);

/// The port of the server that the output `text` tells of, at its end: an address such as
/// http://0.0.0.0:8000/ that only means the VM itself. Pure.
std::optional<int> serverPort(const QByteArray &text);

} // namespace sandglass
