// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace sandglass::cli {

/// Python code for a terminal: control sequences taken out, with `colours` keywords, strings and so
/// on in the sixteen standard colours. Ends with a line end. Pure.
QByteArray highlighted(const QString &code, bool colours);

} // namespace sandglass::cli
