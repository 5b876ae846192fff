// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstdint>
#include <cstdlib>

namespace sandglass::fuzz {

/// Gives `bytes` to `feed` in pieces of `size` (0: all at once).
template <class Feed>
void inPieces(const QByteArray &bytes, qsizetype size, const Feed &feed)
{
    if (size == 0) {
        feed(bytes);
        return;
    }
    for (qsizetype at = 0; at < bytes.size(); at += size)
        feed(bytes.mid(at, size));
}

/// Ends the run where a property doesn't hold, so that the fuzzer keeps the input.
inline void require(bool holds)
{
    if (!holds)
        std::abort();
}

inline QByteArray input(const uint8_t *data, size_t size)
{
    return QByteArray(reinterpret_cast<const char *>(data), qsizetype(size));
}

} // namespace sandglass::fuzz
