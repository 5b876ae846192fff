// SPDX-License-Identifier: MIT
#pragma once

#include "exe/call.h"

#include <QIODevice>
#include <QString>

namespace exedev {

/// Unpacks a gzipped tar that a VM made into `folder`, which exists. The archive is hostile:
/// absolute names, names and links that lead out of the folder, devices, pipes and more than
/// `maxBytes` or a million entries throw UnsafeArchiveError; nothing is written outside, and what
/// stands in the folder as a link isn't followed. Owners are ignored; set-id and sticky bits and
/// others' right to write are dropped.
void unpackFolder(QIODevice &packed, const QString &folder, qint64 maxBytes, const Call &call);

} // namespace exedev
