// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/output.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace sandglass {

/// The JSON of an output in the shape of nbformat 4 (update_display_data and clear_output in the
/// shape of their Jupyter messages). Text is one string, images are base64. Pure.
nlohmann::ordered_json outputToJson(const Output &output);

/// The output that `json` describes, or nothing where it has another shape.
std::optional<Output> outputFromJson(const nlohmann::ordered_json &json);

/// `json` as text on one line; what isn't UTF-8 becomes U+FFFD.
QByteArray jsonLine(const nlohmann::ordered_json &json);

/// The JSON value that stands in `text`, or nothing. Deeper than 200 levels is nothing too: code
/// that walks it recurses.
std::optional<nlohmann::ordered_json> parseJson(const QByteArray &text);

/// True for MIME types whose bytes are text, in MimeData as in nbformat.
bool isTextMime(const QString &mime);

} // namespace sandglass
