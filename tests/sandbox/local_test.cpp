// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/localkit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace sandglass;
using namespace sandglass::test;
using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(LocalSandbox, RunsACellAndKeepsItsVariables)
{
    LocalKit kit;
    EXPECT_EQ(kit.run("x = 21\nprint('first')").status, CellStatus::Ok);
    EXPECT_EQ(kit.text(), "first\n");
    const CellResult second = kit.run("x * 2");
    EXPECT_EQ(second.status, CellStatus::Ok);
    EXPECT_EQ(second.executionCount, 2);
    const auto *result = std::get_if<ExecuteResult>(&kit.shown().back().output);
    ASSERT_NE(result, nullptr);
    EXPECT_EQ(result->bundle.data.at(QStringLiteral("text/plain")), "42");
}
