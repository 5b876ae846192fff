// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace sandglass {

/// PACKAGE…: what makes a new VM fit for cells, as a POSIX sh script. A Python environment ~/.venv
/// with the packages, unless the VM's image has them there; fonts for charts in Chinese, Japanese
/// and Korean where they can be had; the work folder.
extern const char *const vmSetupScript;

/// What is installed where nobody chose: the packages of the code-interpreter recipe.
QStringList standardPackages();

} // namespace sandglass
