// SPDX-License-Identifier: MIT
#pragma once

#include "exe/call.h"

#include <QIODevice>
#include <QString>
#include <QStringList>

namespace exedev {

/// Writes a gzipped tar of what is in `folder` to `out`: sorted, owned by nobody in particular.
/// Names that match a pattern of `exclude` (case matters) are left out with all below them; links
/// stay links; what is neither file, folder nor link is left out. Throws LocalFileError, and what
/// requireGoingOn() throws.
void packFolder(const QString &folder, const QStringList &exclude, QIODevice &out,
                const Call &call);

} // namespace exedev
