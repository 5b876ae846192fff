// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/kernelprotocol.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace sandglass {

/// The JSON object in `bytes`, which come from a kernel: nested at most 100 deep (the library
/// writes recursively). Throws Error(Protocol).
nlohmann::json parsedObject(const QByteArray &bytes);

/// The bytes of a JSON string.
QByteArray bytesOf(const std::string &text);

/// The string `key` of an object, cut to `maxLength` characters; empty where it is none.
QString textOf(const nlohmann::json &object, const char *key, qsizetype maxLength);

/// The integer `key` of an object, or nothing where it is none or outside the bounds.
std::optional<qint64> integerOf(const nlohmann::json &object, const char *key, qint64 least,
                                qint64 most);

/// The typed value of an event's content, every part of it checked and capped. Nothing for an
/// event of a kind we don't know. Throws Error(Protocol) for one without its shape.
std::optional<KernelEvent::Content> kernelContent(const QString &event,
                                                  const nlohmann::json &content);

} // namespace sandglass
