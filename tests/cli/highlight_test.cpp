// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/highlight.h"

#include <gmock/gmock.h>

using sandglass::cli::highlighted;

namespace {

TEST(Highlight, ColoursWordsAndStrings)
{
    EXPECT_EQ(highlighted(QStringLiteral("if x:\n    print('a')"), true),
              "\x1b[35mif\x1b[0m x:\n    \x1b[34mprint\x1b[0m(\x1b[32m'a'\x1b[0m)\n");
}

TEST(Highlight, WithoutColoursItIsTheCode)
{
    EXPECT_EQ(highlighted(QStringLiteral("x = 1  # one\n\n"), false), "x = 1  # one\n");
}

TEST(Highlight, CodeCannotBringItsOwnSequences)
{
    const QByteArray shown =
        highlighted(QStringLiteral("x = '\x1b]0;evil\x07\x1b[31m\x1b[2J'\n"), true);

    EXPECT_EQ(shown, "x = \x1b[32m''\x1b[0m\n");
}

} // namespace
