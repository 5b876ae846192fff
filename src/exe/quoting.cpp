// SPDX-License-Identifier: MIT
#include "exe/quoting.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace exedev {

namespace {

constexpr std::array<bool, 256> plain = [] {
    std::array<bool, 256> table{};
    for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789_@%+=:,./-"))
        table[uchar(c)] = true;
    return table;
}();

} // namespace

QByteArray quoted(const QByteArray &word)
{
    if (word.isEmpty())
        return "''";
    if (std::all_of(word.begin(), word.end(), [](char c) { return plain[uchar(c)]; }))
        return word;
    QByteArray inner = word;
    inner.replace('\'', "'\"'\"'");
    return '\'' + inner + '\'';
}

QByteArray quotedWords(const QByteArrayList &words)
{
    QByteArrayList found;
    for (const QByteArray &word : words)
        found.append(quoted(word));
    return found.join(' ');
}

} // namespace exedev
