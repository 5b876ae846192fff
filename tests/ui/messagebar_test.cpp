// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messagebar.h"

#include "ui/button.h"
#include "ui/plainlabel.h"

#include <gtest/gtest.h>

#include <QApplication>
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
    bar.showFailure(FailedAt::ThisComputer, failure(ErrorKind::File));
    bar.showFailure(FailedAt::ThisComputer, failure(ErrorKind::File));
    close();
    EXPECT_FALSE(bar.isVisible());
}

TEST_F(Messages, ComeBackWhenWhatCoveredThemIsClosed)
{
    bar.showFailure(FailedAt::ThisComputer, failure(ErrorKind::File));
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

TEST_F(Messages, CanBeCancelledOrClosedAsTheirWordsMean)
{
    auto *no = bar.findChild<Button *>(QStringLiteral("messageClose"));
    int acts = 0;
    bar.offer(QStringLiteral("Deleted."), QStringLiteral("Undo"), [&] { ++acts; });
    EXPECT_EQ(no->text(), QStringLiteral("Close"));
    bar.ask(QStringLiteral("Delete it?"), QStringLiteral("Delete"), [&] { ++acts; });
    EXPECT_EQ(no->text(), QStringLiteral("Cancel"));
    close();
    EXPECT_EQ(bar.text(), QStringLiteral("Deleted."));
    EXPECT_EQ(no->text(), QStringLiteral("Close"));
    EXPECT_EQ(acts, 0);
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
        bar.showFailure(FailedAt::ThisComputer, {ErrorKind::File, QString::number(i), {}});
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
        bar.showFailure(FailedAt::ThisComputer, failure(kind));
        ASSERT_TRUE(action()->isVisible());
        EXPECT_FALSE(action()->text().isEmpty());
        QTest::mouseClick(action(), Qt::LeftButton);
        EXPECT_EQ(asked, remedy);
        QObject::disconnect(connection);
    }
    for (const ErrorKind kind : {ErrorKind::File, ErrorKind::NotFound}) {
        // Whatever its words are.
        bar.showFailure(FailedAt::ThisComputer,
                        {kind, QStringLiteral("It failed."), QStringLiteral("See Settings.")});
        EXPECT_FALSE(action()->isVisible());
    }
}

TEST(Remedies, AreThoseOfThePlaceThatFailed)
{
    for (const ErrorKind kind : {ErrorKind::Auth, ErrorKind::Permission, ErrorKind::NotRunning}) {
        EXPECT_EQ(remedyFor(failure(kind), FailedAt::ModelServer), Remedy::ModelSettings);
        EXPECT_EQ(remedyFor(failure(kind), FailedAt::ExeDev), Remedy::ExeSettings);
        EXPECT_EQ(remedyFor(failure(kind), FailedAt::ThisComputer), Remedy::SandboxSettings);
    }
    EXPECT_EQ(remedyFor(failure(ErrorKind::Auth), FailedAt::Gateway), Remedy::ExeSettings);
    EXPECT_EQ(remedyFor(failure(ErrorKind::OutputLimit), FailedAt::ExeDev), Remedy::Sandboxes);
    EXPECT_EQ(remedyFor(failure(ErrorKind::OutputLimit), FailedAt::Gateway), Remedy::None);
    const Failure missing = failure(ErrorKind::NotFound);
    EXPECT_EQ(remedyFor(missing, FailedAt::ModelServer), Remedy::ModelSettings);
    EXPECT_EQ(remedyFor(missing, FailedAt::ExeDev), Remedy::None);
    for (const FailedAt where : {FailedAt::ModelServer, FailedAt::ExeDev}) {
        EXPECT_EQ(remedyFor(failure(ErrorKind::Protocol), where), Remedy::ShowLog);
        EXPECT_EQ(remedyFor(failure(ErrorKind::RateLimited), where), Remedy::None);
    }
}

TEST_F(Messages, SayWhereASettingThatHelpsIs)
{
    bar.showFailure(FailedAt::ExeDev, failure(ErrorKind::Auth));
    EXPECT_EQ(action()->text(), QStringLiteral("exe.dev settings…"));
    bar.showFailure(FailedAt::ThisComputer, failure(ErrorKind::SetupFailed));
    EXPECT_EQ(action()->text(), QStringLiteral("Sandbox settings…"));
}

TEST_F(Messages, PutTheirButtonsBelowALongTextInANarrowWindow)
{
    const auto *text = bar.findChild<PlainLabel *>(QStringLiteral("messageText"));
    bar.ask(QStringLiteral("A long message that has to be read. ").repeated(6),
            QStringLiteral("Do it"), [] {});
    for (const int width : {900, 420, 900}) {
        window.resize(width, 400);
        bar.setGeometry(0, 0, width, bar.heightForWidth(width));
        QApplication::processEvents();
        bar.resize(width, bar.heightForWidth(width));
        QApplication::processEvents();
        if (width == 420) {
            EXPECT_GE(action()->y(), text->geometry().bottom());
        } else {
            EXPECT_GE(action()->x(), text->geometry().right());
        }
        EXPECT_GE(text->height(), text->heightForWidth(text->width()));
    }
}
