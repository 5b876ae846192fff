// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <vector>

#include <sys/types.h>

namespace sandglass::test {

/// Code that leaves a child behind with `marker` (NAME=value) in its environment.
QByteArray markedChild(const QByteArray &marker);

/// How many processes of this machine have `marker` in their environment.
int processesWith(const QByteArray &marker);
bool appearsWithin(const QByteArray &marker, std::chrono::seconds longest);
bool goneWithin(const QByteArray &marker, std::chrono::seconds longest);
bool isGoneWithin(pid_t pid, std::chrono::seconds longest);

/// All processes below `pid`.
std::vector<pid_t> descendants(pid_t pid);

/// Ends our own children whose program has this name; returns how many.
int killChildrenNamed(const QByteArray &name);

/// Starts a program that owns a sandbox in `folder`, in which a marked child runs.
pid_t startOwner(const QString &folder, const QByteArray &marker);
void killAndCollect(pid_t pid);

} // namespace sandglass::test
