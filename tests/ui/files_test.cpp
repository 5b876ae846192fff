// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of files: what it lists and how a file is saved from it.
#include "ui/button.h"
#include "ui/filedelegate.h"
#include "ui/filepanel.h"
#include "ui/records.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QListView>
#include <QSignalSpy>
#include <QTest>

using namespace sandglass;
using namespace sandglass::test;

namespace {

class Files : public testing::Test
{
protected:
    void SetUp() override
    {
        records.file(QStringLiteral("sales.csv"), 1'200'000);
        CellResult result = Records::ok();
        result.files = {{QStringLiteral("monthly.xlsx"), 9'120, 1},
                        {QStringLiteral("charts/revenue.png"), 31'400, 1}};
        records.done(records.cell(QStringLiteral("save()")), result);
        panel.resize(250, 500);
        panel.setDocument(&document);
        panel.show();
    }

    QListView *list(const char *name) const
    {
        return panel.findChild<QListView *>(QLatin1String(name));
    }

    static QRect row(const QListView *list, int number)
    {
        return list->visualRect(list->model()->index(number, 0));
    }

    Conversation document{ConversationId::create()};
    Records records{document};
    FilePanel panel;
    QSignalSpy saved{&panel, &FilePanel::saveRequested};
};

} // namespace

TEST_F(Files, AreListedWithNoneOfThemChosen)
{
    for (const char *name : {"givenFiles", "sandboxFiles"}) {
        EXPECT_TRUE(list(name)->isVisible());
        EXPECT_FALSE(list(name)->selectionModel()->hasSelection());
        EXPECT_FALSE(list(name)->currentIndex().isValid());
    }
}

TEST_F(Files, AreSavedByTheirArrowAndNotByAClickOnTheName)
{
    QListView *made = list("sandboxFiles");
    QTest::mouseClick(made->viewport(), Qt::LeftButton, {}, row(made, 1).center());
    EXPECT_TRUE(saved.isEmpty());
    for (int i = 0; i < 2; ++i)
        QTest::mouseClick(made->viewport(), Qt::LeftButton, {},
                          FileDelegate::arrowArea(row(made, i)).center());
    QListView *given = list("givenFiles");
    QTest::mouseClick(given->viewport(), Qt::LeftButton, {},
                      FileDelegate::arrowArea(row(given, 0)).center());
    ASSERT_EQ(saved.size(), 3);
    EXPECT_EQ(saved.at(0).at(0).toString(), QStringLiteral("monthly.xlsx"));
    EXPECT_EQ(saved.at(1).at(0).toString(), QStringLiteral("charts/revenue.png"));
    EXPECT_EQ(saved.at(2).at(0).toString(), QStringLiteral("sales.csv"));
}

TEST_F(Files, AreSavedByEnter)
{
    QListView *made = list("sandboxFiles");
    made->setFocus();
    QTest::keyClick(made, Qt::Key_Down);
    QTest::keyClick(made, Qt::Key_Return);
    ASSERT_EQ(saved.size(), 1);
    EXPECT_EQ(saved.at(0).at(0).toString(), made->currentIndex().data().toString());
}

TEST_F(Files, ThatLieElsewhereOnThisComputerAreNotSaved)
{
    document.apply(
        {99, QDateTime::currentDateTimeUtc(),
         FileRecord{
             QStringLiteral("data/big"), 1LL << 40, true, QStringLiteral("/home/x/big"), {}}});
    QListView *given = list("givenFiles");
    ASSERT_EQ(given->model()->rowCount(), 2);
    QTest::mouseClick(given->viewport(), Qt::LeftButton, {},
                      FileDelegate::arrowArea(row(given, 1)).center());
    QTest::keyClick(given, Qt::Key_Return);
    EXPECT_TRUE(saved.isEmpty());
}

TEST_F(Files, AreSavedTogetherWhereThereAreSeveral)
{
    auto *all = panel.findChild<Button *>(QStringLiteral("saveAllFiles"));
    ASSERT_TRUE(all->isVisible());
    QSignalSpy together(&panel, &FilePanel::saveAllRequested);
    QTest::mouseClick(all, Qt::LeftButton);
    EXPECT_EQ(together.size(), 1);
    Conversation other(ConversationId::create());
    Records one(other);
    CellResult result = Records::ok();
    result.files = {{QStringLiteral("r.csv"), 1, 1}};
    one.done(one.cell(QStringLiteral("x")), result);
    panel.setDocument(&other);
    EXPECT_TRUE(list("sandboxFiles")->isVisible());
    EXPECT_FALSE(all->isVisible());
    panel.setDocument(nullptr);
}

TEST_F(Files, KeepAllTheirRowsInSightWhenTextGrows)
{
    QFont large = panel.font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    panel.setFont(large);
    const QListView *made = list("sandboxFiles");
    QApplication::processEvents();
    EXPECT_GE(row(made, 0).height(), QFontMetrics(large).height());
    EXPECT_LE(row(made, 1).bottom(), made->viewport()->height());
}

TEST_F(Files, TellTheirSizeInTheTipWhereThereIsNoRoomForIt)
{
    panel.resize(180, 500);
    const QString tip = list("sandboxFiles")->model()->index(1, 0).data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.contains(QStringLiteral("charts/revenue.png, 31 kB")));
}
