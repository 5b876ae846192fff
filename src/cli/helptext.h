// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::cli {

QString helpText();
QString versionText();

} // namespace sandglass::cli
