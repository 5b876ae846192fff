// SPDX-License-Identifier: MIT
#include "exe/base64.h"

#include <array>

namespace exedev {

namespace {

constexpr unsigned wrong = 0x80; ///< in no value of a character

constexpr std::array<uchar, 256> values = [] {
    std::array<uchar, 256> table{};
    table.fill(wrong);
    const char *const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (unsigned i = 0; i < 64; ++i)
        table[uchar(alphabet[i])] = uchar(i);
    return table;
}();

} // namespace

std::optional<QByteArray> fromBase64(QByteArrayView text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    const qsizetype padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
    QByteArray bytes(text.size() / 4 * 3 - padding, Qt::Uninitialized);
    const auto *in = reinterpret_cast<const uchar *>(text.data());
    char *out = bytes.data();
    unsigned seen = 0;
    for (qsizetype left = text.size() - padding; left >= 4; left -= 4, in += 4) {
        const unsigned a = values[in[0]], b = values[in[1]], c = values[in[2]], d = values[in[3]];
        seen |= a | b | c | d;
        *out++ = char(a << 2 | b >> 4);
        *out++ = char(b << 4 | c >> 2);
        *out++ = char(c << 6 | d);
    }
    if (padding > 0) {
        const unsigned a = values[in[0]], b = values[in[1]];
        const unsigned c = padding == 1 ? values[in[2]] : 0;
        seen |= a | b | c;
        *out++ = char(a << 2 | b >> 4);
        if (padding == 1)
            *out = char(b << 4 | c >> 2);
    }
    if (seen & wrong)
        return std::nullopt;
    return bytes;
}

} // namespace exedev
