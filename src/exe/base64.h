// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace exedev {

/// The bytes of base64 with its padding (RFC 4648); nothing for any other text. By a table: Qt
/// branches on each character, which is slow where the data is random. Pure.
std::optional<QByteArray> fromBase64(QByteArrayView text);

} // namespace exedev
