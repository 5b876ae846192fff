// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"

namespace sandglass {

/// What a person should know before code runs at exe.dev, in sentences: what it reaches, that
/// nothing is backed up, what it costs. To be said once: see Settings::exeNotesShown. Pure.
QStringList exeNotes(const Settings &settings);

} // namespace sandglass
