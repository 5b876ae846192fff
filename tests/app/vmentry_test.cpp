// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/vmentry.h"

#include <gtest/gtest.h>

using namespace sandglass;

namespace {

VmEntry entryOf(const char *comment)
{
    exedev::VmInfo info;
    info.comment = QLatin1String(comment);
    return vmEntry(info, QStringLiteral("mine"));
}

} // namespace

TEST(VmEntry, KnowsWhoseAVmIsByItsComment)
{
    using Owner = VmEntry::Owner;
    const std::pair<const char *, Owner> table[] = {
        {"code-interpreter c=1 i=mine", Owner::Ours},
        {"code-interpreter c=1 i=mine keep", Owner::Ours},
        {"code-interpreter c=1 i=mine2", Owner::Elsewhere},
        {"code-interpreter c=1", Owner::Elsewhere},
        {"code-interpreter", Owner::Elsewhere},
        {"code-interpreter-base d=12", Owner::Base},
        {"code-interpreter-new i=mine", Owner::Base},
        {"code-interpreter-relay i=mine", Owner::Relay},
        {"code-interpreter-relay i=other", Owner::Elsewhere},
        {"code-interpreters c=1 i=mine", Owner::Foreign},
        {"my code-interpreter", Owner::Foreign},
        {"", Owner::Foreign},
    };
    for (const auto &[comment, owner] : table)
        EXPECT_EQ(int(entryOf(comment).owner), int(owner)) << comment;
}

TEST(VmEntry, IsNobodysWhereThereIsNoInstallation)
{
    exedev::VmInfo info;
    info.comment = QStringLiteral("code-interpreter");
    EXPECT_EQ(int(vmEntry(info, {}).owner), int(VmEntry::Owner::Elsewhere));
}

TEST(VmEntry, IsMarkedToBeKeptWithoutLosingAnythingElse)
{
    const QString comment = QStringLiteral("code-interpreter c=1 i=mine later=word");
    const QString kept = withKept(comment, true);
    EXPECT_EQ(kept, comment + QStringLiteral(" keep"));
    EXPECT_TRUE(VmComment::fromText(kept).isKept);
    EXPECT_EQ(withKept(kept, true), kept);
    EXPECT_EQ(withKept(kept, false), comment);
}

TEST(VmEntry, HasTheSizeOfTheLastMeasurement)
{
    EXPECT_FALSE(sizeFrom({}));
    exedev::Stats stats;
    exedev::StatPoint point;
    point.cpuNominal = 2;
    point.memoryTotal = 4e9;
    point.diskSizeGb = 20;
    stats.points = {exedev::StatPoint(), point};
    EXPECT_EQ(sizeFrom(stats), (VmSize{2, 4e9, 20.0 * 1024 * 1024 * 1024}));
}
