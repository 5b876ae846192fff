// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messagebar.h"

#include "ui/button.h"
#include "ui/plainlabel.h"

#include <gtest/gtest.h>

#include <QTest>

using namespace sandglass;

namespace {

class Messages : public testing::Test
{
protected:
    Messages() { window.show(); }

    Button *action() { return bar.findChild<Button *>(QStringLiteral("messageAction")); }
    void close()
    {
        QTest::mouseClick(bar.findChild<Button *>(QStringLiteral("messageClose")), Qt::LeftButton);
    }

    QWidget window;
    MessageBar bar{&window};
};

Failure failure(ErrorKind kind)
{
    return {kind, QStringLiteral("It failed."), QStringLiteral("Do this.")};
}

} // namespace

TEST_F(Messages, ShowTheSameThingOnce)
{
    bar.showFailure(failure(ErrorKind::File));
    bar.showFailure(failure(ErrorKind::File));
    close();
    EXPECT_FALSE(bar.isVisible());
}

TEST_F(Messages, ComeBackWhenWhatCoveredThemIsClosed)
{
    bar.showFailure(failure(ErrorKind::File));
    bar.showNews(QStringLiteral("Saved."));
    EXPECT_EQ(bar.text(), QStringLiteral("Saved."));
    bar.showNews(QStringLiteral("Saved again."));
    close();
    EXPECT_EQ(bar.text(), QStringLiteral("It failed. Do this."));
    close();
    EXPECT_FALSE(bar.isVisible());
}

TEST_F(Messages, KeepTheButtonOfAQuestionUnderNews)
{
    int acts = 0;
    bar.ask(QStringLiteral("Deleted."), QStringLiteral("Undo"), [&] { ++acts; });
    bar.showNews(QStringLiteral("News."));
    EXPECT_FALSE(action()->isVisible());
    close();
    ASSERT_TRUE(action()->isVisible());
    QTest::mouseClick(action(), Qt::LeftButton);
    EXPECT_EQ(acts, 1);
}

TEST_F(Messages, TakeBackAQuestionThatNeedsNoAnswerAndNoOther)
{
    const int first = bar.ask(QStringLiteral("Deleted."), QStringLiteral("Undo"), [] {});
    int acts = 0;
    bar.ask(QStringLiteral("Deleted."), QStringLiteral("Undo"), [&] { ++acts; });
    bar.take(first);
    ASSERT_TRUE(bar.isVisible());
    QTest::mouseClick(action(), Qt::LeftButton);
    EXPECT_EQ(acts, 1);
    EXPECT_FALSE(bar.isVisible());
}

TEST_F(Messages, AreNoMoreThanFiveAndCutToALength)
{
    for (int i = 0; i < 50; ++i)
        bar.showFailure({ErrorKind::File, QString::number(i), {}});
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(bar.isVisible());
        close();
    }
    EXPECT_FALSE(bar.isVisible());
    bar.showNews(QString(1'000'000, u'x'));
    EXPECT_LE(bar.text().size(), 2000);
}

TEST_F(Messages, OfferWhatHelps)
{
    const std::pair<ErrorKind, Remedy> cases[]{{ErrorKind::Auth, Remedy::SandboxSettings},
                                               {ErrorKind::NotRunning, Remedy::SandboxSettings},
                                               {ErrorKind::SetupFailed, Remedy::SandboxSettings},
                                               {ErrorKind::Protocol, Remedy::ShowLog}};
    for (const auto &[kind, remedy] : cases) {
        std::optional<Remedy> asked;
        const auto connection =
            QObject::connect(&bar, &MessageBar::remedyRequested, [&](Remedy r) { asked = r; });
        bar.showFailure(failure(kind));
        ASSERT_TRUE(action()->isVisible());
        EXPECT_FALSE(action()->text().isEmpty());
        QTest::mouseClick(action(), Qt::LeftButton);
        EXPECT_EQ(asked, remedy);
        QObject::disconnect(connection);
    }
    for (const ErrorKind kind : {ErrorKind::File, ErrorKind::NotFound}) {
        // Whatever its words are.
        bar.showFailure({kind, QStringLiteral("It failed."), QStringLiteral("See Settings.")});
        EXPECT_FALSE(action()->isVisible());
    }
}

TEST(Remedies, OfAnAnswerAreTheModelsUnlessACellCouldNotRun)
{
    for (const ErrorKind kind :
         {ErrorKind::Auth, ErrorKind::Permission, ErrorKind::NotFound, ErrorKind::NotRunning})
        EXPECT_EQ(remedyForAnswer(failure(kind)), Remedy::ModelSettings);
    EXPECT_EQ(remedyForAnswer(failure(ErrorKind::SetupFailed)), Remedy::SandboxSettings);
    EXPECT_EQ(remedyForAnswer(failure(ErrorKind::Protocol)), Remedy::ShowLog);
    EXPECT_EQ(remedyForAnswer(failure(ErrorKind::RateLimited)), Remedy::None);
}
