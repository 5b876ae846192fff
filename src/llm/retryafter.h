// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>

#include <chrono>
#include <optional>

namespace sandglass {

/// How long a Retry-After header asks to wait, by its seconds (also with a fraction, rounded up) or
/// its HTTP date; a time gone by is zero. Nothing where it can't be read. Pure.
std::optional<std::chrono::seconds> retryAfter(const QByteArray &header, const QDateTime &now);

} // namespace sandglass
