// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"

#include <QLatin1String>

#include <functional>
#include <vector>

namespace sandglass {

/// One setting that has a text form: its names, and both ways. Pure.
struct SettingEntry
{
    const char *key;                                       ///< in the file
    const char *variable;                                  ///< of the environment; nullptr for none
    const char *expected;                                  ///< "It must be …"
    std::function<bool(Settings &, const QString &)> read; ///< false: it makes no sense
    std::function<QString(const Settings &)> write;
};

const std::vector<SettingEntry> &settingEntries();

/// The one of that name, which exists.
const SettingEntry &settingEntry(QLatin1String key);

} // namespace sandglass
