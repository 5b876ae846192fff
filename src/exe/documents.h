// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <QByteArray>

#include <optional>
#include <vector>

namespace exedev {

/// The JSON values of a body: it is one, or one a line. Nothing where any line is no JSON. An empty
/// body has none. Pure.
std::optional<std::vector<nlohmann::json>> documents(const QByteArray &body);

/// True for an object whose only key is "error": that is how a 200 tells a failure.
bool isErrorDocument(const nlohmann::json &document);

} // namespace exedev
