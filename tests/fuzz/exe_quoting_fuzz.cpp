// SPDX-License-Identifier: GPL-3.0-or-later
#include "exe/quoting.h"
#include "fuzz/cut.h"

using namespace exedev;
namespace fuzz = sandglass::fuzz;

namespace {

/// What a shell reads of one quoted word: single quotes are literal, double quotes hold no escapes
/// here, and nothing else may need one.
QByteArray unquoted(const QByteArray &text)
{
    QByteArray word;
    char open = 0;
    for (const char c : text) {
        if (open == 0 && (c == '\'' || c == '"'))
            open = c;
        else if (c == open)
            open = 0;
        else {
            const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                 (c >= '0' && c <= '9') || QByteArrayView("_@%+=:,./-").contains(c);
            fuzz::require(open == '\'' || (open == '"' && c == '\'') || isPlain);
            word += c;
        }
    }
    fuzz::require(open == 0);
    return word;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray word = fuzz::input(data, size);
    fuzz::require(unquoted(quoted(word)) == word);
    fuzz::require(unquoted(unquoted(quoted(quoted(word)))) == word);
    return 0;
}
