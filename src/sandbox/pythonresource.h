// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace sandglass {

/// A file of resources/python that is built into the program. Any thread.
QByteArray pythonResource(const QString &name);

} // namespace sandglass
