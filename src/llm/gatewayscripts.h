// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/httpcall.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace sandglass {

/// The commands that send one HTTP request from inside a VM: `parts` first, in order, then `send`,
/// which prints the answer, head and all. The body lies in the VM's memory below `folder`, for its
/// user alone, until curl begins. Pure.
struct GatewayCommands
{
    QList<QStringList> parts;
    QStringList send;
    QStringList remove; ///< where `send` wasn't reached; empty where nothing is to remove
};

/// `folder` is a name that no other request has, in /dev/shm. The request's credential isn't sent:
/// the gateway knows the account by the VM.
GatewayCommands gatewayCommands(const HttpRequest &request, const QString &folder);

/// What the exit status of `send` means, where it isn't one of curl's.
constexpr int noMemoryFile = 91; ///< the body couldn't be written or read there
constexpr int noSuchCommand = 127;

} // namespace sandglass
