// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

namespace sandglass {

/// The one tool that models are offered, as every dialect describes it. Pure.
QString pythonToolName();
QString pythonToolDescription();

/// JSON Schema of its arguments: {"code": string}.
QJsonObject pythonToolSchema();

} // namespace sandglass
