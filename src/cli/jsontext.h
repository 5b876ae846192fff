// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <QByteArray>
#include <QStringList>

#include <string>
#include <vector>

namespace sandglass::cli {

std::string jsonString(const QString &text);
std::vector<std::string> jsonStrings(const QStringList &texts);

/// `json` on one line with its line end. Characters that a terminal could act on (C1 controls and
/// DEL) are escaped; JSON itself already escapes the others.
QByteArray terminalSafeLine(const nlohmann::ordered_json &json);

} // namespace sandglass::cli
