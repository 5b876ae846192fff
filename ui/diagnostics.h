// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"

namespace sandglass {

/// What a report of a fault needs, without keys: version, system, settings, the end of the log.
QString diagnosticsText(const Settings &settings, const QString &logFile);

/// Where the window's log is.
QString logFile(const QString &dataFolder);

} // namespace sandglass
