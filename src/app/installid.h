// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass {

/// The UUID of this installation, by which it knows its own VMs at exe.dev: made once in the data
/// folder, the same for all programs that use it. Any thread. Throws Error(File).
QString installId(const QString &dataFolder);

} // namespace sandglass
