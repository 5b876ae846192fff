// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/keeprules.h"

#include <gtest/gtest.h>

namespace sandglass {

namespace {

const QDateTime now(QDate(2026, 11, 30), QTime(12, 0), Qt::UTC);
constexpr int minute = 60;
constexpr int hour = 60 * minute;

KeepRules rules()
{
    KeepRules rules;
    rules.install = QStringLiteral("ours");
    return rules;
}

/// A running sandbox of ours that was last used `seconds` ago.
VmUse used(int seconds)
{
    VmUse use;
    use.comment = VmComment::fromText(QStringLiteral("code-interpreter c=conversation i=ours"));
    use.status = QStringLiteral("running");
    use.created = now.addDays(-30);
    use.conversation = VmUse::Conversation::Idle;
    use.lastUse = now.addSecs(-seconds);
    return use;
}

KeepAct actOf(const VmUse &use)
{
    return keepAct(use, rules(), now);
}

} // namespace

TEST(KeepRules, PauseAfterHalfAnHourAndDeleteAfterThreeDaysWithoutUse)
{
    EXPECT_EQ(actOf(used(0)), KeepAct::Nothing);
    EXPECT_EQ(actOf(used(30 * minute - 1)), KeepAct::Nothing);
    EXPECT_EQ(actOf(used(30 * minute)), KeepAct::Pause);
    EXPECT_EQ(actOf(used(72 * hour - 1)), KeepAct::Pause);
    EXPECT_EQ(actOf(used(72 * hour)), KeepAct::Delete);
    VmUse paused = used(hour);
    paused.status = QStringLiteral("paused");
    EXPECT_EQ(actOf(paused), KeepAct::Nothing);
    paused.lastUse = now.addSecs(-72 * hour);
    EXPECT_EQ(actOf(paused), KeepAct::Delete);
}

TEST(KeepRules, LeaveAloneWhatIsInUse)
{
    VmUse use = used(100 * hour);
    use.conversation = VmUse::Conversation::Open;
    use.isBusy = true;
    EXPECT_EQ(actOf(use), KeepAct::Nothing);
    use.isBusy = false;
    use.isElsewhere = true;
    EXPECT_EQ(actOf(use), KeepAct::Nothing);
    use.isElsewhere = false;
    EXPECT_EQ(actOf(use), KeepAct::Delete);
}

TEST(KeepRules, NeverTouchWhatIsNotOurs)
{
    for (const char *comment :
         {"code-interpreter c=conversation i=theirs", "code-interpreter c=conversation",
          "code-interpreter", "code-interpreter-base d=1 i=ours", "code-interpreter-relay i=theirs",
          "code-interpreters c=x i=ours", "web server i=ours", "",
          "code-interpreter c=conversation i=ours keep"}) {
        VmUse use = used(1000 * hour);
        use.conversation = VmUse::Conversation::None;
        use.comment = VmComment::fromText(QString::fromUtf8(comment));
        EXPECT_EQ(actOf(use), KeepAct::Nothing) << comment;
    }
}

TEST(KeepRules, PauseWhenAConversationIsRemovedAndDeleteWhenItIsGone)
{
    VmUse use = used(0);
    use.conversation = VmUse::Conversation::Removed;
    EXPECT_EQ(actOf(use), KeepAct::Pause);
    use.status = QStringLiteral("paused");
    EXPECT_EQ(actOf(use), KeepAct::Nothing);
    use.conversation = VmUse::Conversation::None;
    EXPECT_EQ(actOf(use), KeepAct::Delete);
}

TEST(KeepRules, OnlyPauseTheVmFromWhichTheModelIsAsked)
{
    VmUse use = used(29 * minute);
    use.comment = VmComment::fromText(QStringLiteral("code-interpreter-relay i=ours"));
    EXPECT_EQ(actOf(use), KeepAct::Nothing);
    use.lastUse = now.addSecs(-1000 * hour);
    EXPECT_EQ(actOf(use), KeepAct::Pause);
    use.status = QStringLiteral("paused");
    EXPECT_EQ(actOf(use), KeepAct::Nothing);
}

TEST(KeepRules, DeleteABaseWhoseMakingWasBrokenOff)
{
    VmUse use = used(0);
    use.comment = VmComment::fromText(QStringLiteral("code-interpreter-new i=ours"));
    use.created = now.addSecs(-hour);
    EXPECT_EQ(actOf(use), KeepAct::Nothing);
    use.created = now.addSecs(-3 * hour);
    EXPECT_EQ(actOf(use), KeepAct::Delete);
}

TEST(KeepRules, CanBeSwitchedOff)
{
    KeepRules never = rules();
    never.pauseAfter = never.deleteAfter = std::chrono::seconds(0);
    EXPECT_EQ(keepAct(used(10'000 * hour), never, now), KeepAct::Nothing);
}

TEST(KeepRules, KeepWhatNobodyKnowsTheUseOf)
{
    VmUse use = used(0);
    use.lastUse = QDateTime();
    EXPECT_EQ(actOf(use), KeepAct::Nothing);
}

TEST(VmComment, IsReadAndWrittenAlike)
{
    const QString id = QStringLiteral("0193a5d0-7c1e-7abc-8def-0123456789ab");
    VmComment comment;
    comment.kind = VmComment::Kind::Sandbox;
    comment.conversation = id;
    comment.install = id;
    EXPECT_EQ(comment.toText(), QStringLiteral("code-interpreter c=%1 i=%1").arg(id));
    EXPECT_EQ(VmComment::fromText(comment.toText()), comment);
    comment.isKept = true;
    EXPECT_EQ(VmComment::fromText(comment.toText()), comment);
    EXPECT_LE(comment.toText().toUtf8().size(), 200);
}

TEST(VmComment, ComparesTheFirstWordWhole)
{
    using Kind = VmComment::Kind;
    const std::pair<const char *, Kind> table[] = {
        {"code-interpreter", Kind::Sandbox},         {"code-interpreter-base", Kind::Base},
        {"code-interpreter-base d=12", Kind::Base},  {"code-interpreter-based", Kind::Other},
        {"code-interpreter-new i=1", Kind::NewBase}, {"code-interpreter-relay i=1", Kind::Relay},
        {"my code-interpreter", Kind::Other},        {"", Kind::Other},
    };
    for (const auto &[text, kind] : table)
        EXPECT_EQ(VmComment::fromText(QString::fromUtf8(text)).kind, kind) << text;
}

TEST(VmComment, TellsBasesWithOtherPackagesApartWhateverTheirOrder)
{
    const QStringList one{QStringLiteral("numpy"), QStringLiteral("pandas")};
    const QStringList turned{QStringLiteral("pandas"), QStringLiteral("numpy")};
    EXPECT_EQ(baseDigest(one), baseDigest(turned));
    EXPECT_NE(baseDigest(one), baseDigest({QStringLiteral("numpy")}));
    EXPECT_EQ(baseDigest(one).size(), 16);
}

} // namespace sandglass
