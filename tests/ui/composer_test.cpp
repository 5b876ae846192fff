// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/composer.h"

#include "ui/button.h"
#include "ui/codeedit.h"
#include "ui/filechips.h"
#include "ui/filesaver.h"
#include "ui/messagebar.h"
#include "ui/plainlabel.h"
#include "ui/questionedit.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace sandglass;

namespace {

class ComposerTest : public testing::Test
{
protected:
    ComposerTest()
    {
        composer.resize(600, 120);
        composer.show();
    }

    QuestionEdit *edit() { return composer.findChild<QuestionEdit *>(); }
    Button *button(const char *name) { return composer.findChild<Button *>(QLatin1String(name)); }

    Composer composer;
    QSignalSpy asked{&composer, &Composer::asked};
};

} // namespace

TEST_F(ComposerTest, SendsWithEnterAndIsEmptyAfterwards)
{
    QTest::keyClicks(edit(), QStringLiteral("How many?"));
    QTest::keyClick(edit(), Qt::Key_Return);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked.at(0).at(0).toString(), QStringLiteral("How many?"));
    EXPECT_EQ(composer.text(), QString());
}

TEST_F(ComposerTest, BeginsALineWithShiftEnterAndGrows)
{
    const int before = edit()->sizeHint().height();
    QTest::keyClicks(edit(), QStringLiteral("one"));
    QTest::keyClick(edit(), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(edit(), QStringLiteral("two"));
    EXPECT_EQ(composer.text(), QStringLiteral("one\ntwo"));
    EXPECT_TRUE(asked.isEmpty());
    EXPECT_GT(edit()->sizeHint().height(), before);
}

TEST_F(ComposerTest, StopsGrowingAfterSomeLines)
{
    composer.setText(QStringLiteral("line\n").repeated(500));
    EXPECT_LT(edit()->sizeHint().height(), 300);
}

TEST_F(ComposerTest, AsksNothingWithoutWords)
{
    EXPECT_FALSE(button("send")->isEnabled());
    QTest::keyClicks(edit(), QStringLiteral("   "));
    QTest::keyClick(edit(), Qt::Key_Return);
    EXPECT_TRUE(asked.isEmpty());
}

TEST_F(ComposerTest, ShowsStopInsteadOfSendWhileSomethingRuns)
{
    EXPECT_FALSE(button("stop")->isVisible());
    composer.setBusy(true);
    EXPECT_TRUE(button("stop")->isVisible());
    EXPECT_FALSE(button("send")->isVisible());
    QSignalSpy stopped(&composer, &Composer::stopRequested);
    QTest::mouseClick(button("stop"), Qt::LeftButton);
    EXPECT_EQ(stopped.size(), 1);
    QTest::keyClicks(edit(), QStringLiteral("next"));
    QTest::keyClick(edit(), Qt::Key_Return);
    EXPECT_TRUE(asked.isEmpty());
    EXPECT_EQ(composer.text(), QStringLiteral("next"));
}

TEST_F(ComposerTest, OffersPastedFilesAndTypesPastedText)
{
    QSignalSpy offered(&composer, &Composer::filesOffered);
    auto *files = new QMimeData;
    files->setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/a b.csv"))});
    QGuiApplication::clipboard()->setMimeData(files);
    QTest::keySequence(edit(), QKeySequence::Paste);
    ASSERT_EQ(offered.size(), 1);
    EXPECT_EQ(offered.at(0).at(0).toStringList(), QStringList{QStringLiteral("/tmp/a b.csv")});
    EXPECT_EQ(composer.text(), QString());
    QGuiApplication::clipboard()->setText(QStringLiteral("Générer 特性"));
    QTest::keySequence(edit(), QKeySequence::Paste);
    EXPECT_EQ(composer.text(), QStringLiteral("Générer 特性"));
}

TEST_F(ComposerTest, RunsItsTextAsACellByTheButtonAndByCtrlEnter)
{
    QSignalSpy cells(&composer, &Composer::cellAsked);
    composer.setText(QStringLiteral("for i in range(2):\n    print(i)"));
    QTest::mouseClick(button("runAsCell"), Qt::LeftButton);
    composer.setText(QStringLiteral("    indented"));
    composer.setBusy(true);
    QTest::keyClick(edit(), Qt::Key_Return, Qt::ControlModifier);
    ASSERT_EQ(cells.size(), 2);
    EXPECT_EQ(cells.at(0).at(0).toString(), QStringLiteral("for i in range(2):\n    print(i)"));
    EXPECT_EQ(cells.at(1).at(0).toString(), QStringLiteral("    indented"));
    EXPECT_TRUE(asked.isEmpty());
    EXPECT_EQ(composer.text(), QString());
}

TEST_F(ComposerTest, WritesCodeInsteadOfAQuestion)
{
    QSignalSpy cells(&composer, &Composer::cellAsked);
    QTest::mouseClick(button("runAsCell"), Qt::LeftButton);
    auto *code = composer.findChild<CodeEdit *>();
    ASSERT_TRUE(code->isVisible());
    EXPECT_FALSE(edit()->isVisible());
    const int before = code->height();
    QTest::keyClicks(code, QStringLiteral("if 1:"));
    QTest::keyClick(code, Qt::Key_Return);
    QTest::keyClicks(code, QStringLiteral("print(2)"));
    EXPECT_GT(code->height(), before);
    QTest::keyClick(code, Qt::Key_Return, Qt::ControlModifier);
    ASSERT_EQ(cells.size(), 1);
    EXPECT_EQ(cells.at(0).at(0).toString(), QStringLiteral("if 1:\n    print(2)"));
    EXPECT_TRUE(code->isVisible());
    QTest::keyClicks(code, QStringLiteral("x"));
    QTest::mouseClick(button("send"), Qt::LeftButton);
    EXPECT_EQ(cells.size(), 2);
    QTest::keyClicks(code, QStringLiteral("not sent"));
    QTest::keyClick(code, Qt::Key_Escape);
    EXPECT_FALSE(code->isVisible());
    EXPECT_EQ(composer.text(), QStringLiteral("not sent"));
    EXPECT_TRUE(edit()->isVisible());
    EXPECT_TRUE(asked.isEmpty());
}

TEST_F(ComposerTest, RecallsEarlierTextsWithUpAndDown)
{
    composer.setRecall({QStringLiteral("first"), QStringLiteral("second\nline")});
    QTest::keyClick(edit(), Qt::Key_Up);
    EXPECT_EQ(composer.text(), QStringLiteral("second\nline"));
    QTest::keyClick(edit(), Qt::Key_Up);
    EXPECT_EQ(composer.text(), QStringLiteral("first"));
    QTest::keyClick(edit(), Qt::Key_Up);
    EXPECT_EQ(composer.text(), QStringLiteral("first"));
    QTest::keyClick(edit(), Qt::Key_Down);
    EXPECT_EQ(composer.text(), QStringLiteral("second\nline"));
    QTest::keyClick(edit(), Qt::Key_Down);
    EXPECT_EQ(composer.text(), QString());
}

TEST_F(ComposerTest, KeepsWhatIsTypedWhenUpIsPressed)
{
    composer.setRecall({QStringLiteral("first")});
    QTest::keyClicks(edit(), QStringLiteral("mine"));
    QTest::keyClick(edit(), Qt::Key_Up);
    EXPECT_EQ(composer.text(), QStringLiteral("mine"));
}

TEST_F(ComposerTest, OffersAPastedPicture)
{
    QSignalSpy offered(&composer, &Composer::imageOffered);
    QImage image(40, 30, QImage::Format_RGB32);
    image.fill(Qt::red);
    QGuiApplication::clipboard()->setImage(image);
    QTest::keySequence(edit(), QKeySequence::Paste);
    ASSERT_EQ(offered.size(), 1);
    EXPECT_EQ(offered.at(0).at(0).value<QImage>().size(), QSize(40, 30));
    EXPECT_EQ(composer.text(), QString());
}

TEST_F(ComposerTest, ShowsFilesWithTheirSizesAndTakesOneAway)
{
    auto *chips = composer.findChild<FileChips *>(QStringLiteral("attachedFiles"));
    EXPECT_FALSE(chips->isVisible());
    composer.setFiles({{QStringLiteral("sales.csv"), 1'200'000}, {QStringLiteral("b.bin"), 5}}, {});
    EXPECT_TRUE(chips->isVisible());
    const auto labels = chips->findChildren<PlainLabel *>(QStringLiteral("fileChip"));
    ASSERT_EQ(labels.size(), 2);
    EXPECT_EQ(labels.at(0)->text(), QStringLiteral("▤ sales.csv · 1.2 MB"));
    QSignalSpy removed(&composer, &Composer::removeRequested);
    QTest::mouseClick(chips->findChildren<Button *>(QStringLiteral("removeFile")).at(1),
                      Qt::LeftButton);
    ASSERT_EQ(removed.size(), 1);
    EXPECT_EQ(removed.at(0).at(0).toString(), QStringLiteral("b.bin"));
    composer.setFiles({}, {});
    EXPECT_FALSE(chips->isVisible());
}

TEST_F(ComposerTest, ShowsEveryChipAndNoHalfOfAHintWhereItIsNarrow)
{
    composer.setFiles(
        {{QStringLiteral("sales-2026.csv"), 19},
         {QStringLiteral("survey results.csv"), 19},
         {QStringLiteral("a name that goes on for longer than there is room.csv"), 19}},
        {});
    auto *chips = composer.findChild<FileChips *>(QStringLiteral("attachedFiles"));
    for (const int width : {900, 360, 700}) {
        composer.resize(width, composer.sizeHint().height());
        composer.resize(width, composer.heightForWidth(width));
        QApplication::processEvents();
        for (const PlainLabel *label : chips->findChildren<PlainLabel *>()) {
            EXPECT_LE(label->geometry().bottom(), chips->height()) << width;
            EXPECT_LE(label->geometry().right(), chips->width()) << width;
        }
        for (const PlainLabel *label : composer.findChildren<PlainLabel *>()) {
            if (label->isVisible() && label->parentWidget() == &composer) {
                EXPECT_GE(label->width(), label->sizeHint().width()) << width;
            }
        }
    }
}

TEST_F(ComposerTest, BreaksManyFilesIntoRowsAndCountsTheRest)
{
    QList<FileChips::File> files;
    for (int i = 0; i < 1000; ++i)
        files.append({QStringLiteral("a rather long file name %1.csv").arg(i), i});
    composer.setFiles(files, {});
    auto *chips = composer.findChild<FileChips *>(QStringLiteral("attachedFiles"));
    const auto labels = chips->findChildren<PlainLabel *>(QStringLiteral("fileChip"));
    EXPECT_EQ(labels.size(), FileChips::maxChips + 1);
    EXPECT_EQ(labels.last()->text(), QStringLiteral("and 960 more"));
    for (const PlainLabel *label : labels)
        EXPECT_LE(label->geometry().right(), chips->width());
}

TEST_F(ComposerTest, NamesItsControlsForAScreenReader)
{
    for (const QAbstractButton *control : composer.findChildren<QAbstractButton *>())
        EXPECT_FALSE(control->accessibleName().isEmpty()) << control->objectName().toStdString();
    EXPECT_FALSE(edit()->accessibleName().isEmpty());
}

TEST(MessageBar, ShowsAFailureWithItsRemedyUntilItIsClosed)
{
    QWidget window;
    MessageBar bar(&window);
    window.show();
    EXPECT_FALSE(bar.isVisible());
    bar.showFailure(FailedAt::ThisComputer, {ErrorKind::File, QStringLiteral("The disk is full."),
                                             QStringLiteral("Make room.")});
    EXPECT_TRUE(bar.isVisible());
    EXPECT_EQ(bar.text(), QStringLiteral("The disk is full. Make room."));
    EXPECT_FALSE(bar.findChild<Button *>(QStringLiteral("messageAction"))->isVisible());
    QTest::mouseClick(bar.findChild<Button *>(QStringLiteral("messageClose")), Qt::LeftButton);
    EXPECT_FALSE(bar.isVisible());
}

TEST(MessageBar, ActsOnceWhenItsButtonIsClicked)
{
    QWidget window;
    MessageBar bar(&window);
    window.show();
    int acts = 0;
    bar.ask(QStringLiteral("Open https://x.example/?"), QStringLiteral("Open"), [&] { ++acts; });
    EXPECT_EQ(acts, 0);
    QTest::mouseClick(bar.findChild<Button *>(QStringLiteral("messageAction")), Qt::LeftButton);
    EXPECT_EQ(acts, 1);
    EXPECT_FALSE(bar.isVisible());
}

TEST(FileSaver, TellsHowFarItIsAndLeavesNothingWhenItIsCancelled)
{
    QTemporaryDir folder;
    SaveRequest request;
    request.file = folder.filePath(QStringLiteral("large"));
    QFile large(request.file);
    ASSERT_TRUE(large.open(QIODevice::WriteOnly));
    ASSERT_TRUE(large.resize(40LL << 30)); // holes
    const QString target = folder.filePath(QStringLiteral("saved"));
    QWidget window;
    FileSaver saver(&window);
    QSignalSpy progress(&saver, &FileSaver::progress);
    QSignalSpy saved(&saver, &FileSaver::saved);
    QSignalSpy failed(&saver, &FileSaver::failed);
    QSignalSpy ended(&saver, &FileSaver::ended);
    saver.write(request, target);
    ASSERT_TRUE(progress.wait(10'000));
    EXPECT_EQ(progress.at(0).at(2).toLongLong(), 40LL << 30);
    saver.cancel();
    ASSERT_TRUE(ended.wait(10'000));
    EXPECT_TRUE(saved.isEmpty());
    EXPECT_TRUE(failed.isEmpty());
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("large")});
}

TEST(FileSaver, SuggestsOnlyPlainNames)
{
    EXPECT_EQ(suggestedFileName(QStringLiteral("d/deep.csv")), QStringLiteral("deep.csv"));
    EXPECT_EQ(suggestedFileName(QStringLiteral("../../.bashrc")), QStringLiteral("bashrc"));
    EXPECT_EQ(suggestedFileName(QStringLiteral("a\nb\u202E.csv")), QStringLiteral("ab.csv"));
    EXPECT_EQ(suggestedFileName(QStringLiteral("..")), QStringLiteral("file"));
}
