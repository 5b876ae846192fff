// SPDX-License-Identifier: MIT
#include "exe/quoting.h"

#include <algorithm>
#include <cstring>

namespace exedev {

namespace {

bool isPlain(char c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
        return true;
    return c != 0 && std::strchr("_@%+=:,./-", c);
}

} // namespace

QByteArray quoted(const QByteArray &word)
{
    if (word.isEmpty())
        return "''";
    if (std::all_of(word.begin(), word.end(), isPlain))
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
