// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/packages.h"

namespace sandglass {

/// The installed packages in a folder filled by `pip --target`, by name; at most 10,000.
QList<Package> packagesIn(const QString &folder);

/// Removes the files of `package` from `folder`, as its RECORD names them; what would lie outside
/// is left alone.
void removePackage(const QString &folder, const Package &package);

/// Moves all in `from` into `to` on the same file system, folders merged, files replaced. What says
/// that a package is installed (*.dist-info) comes last. Throws Error(File).
void mergeFolder(const QString &from, const QString &to);

} // namespace sandglass
