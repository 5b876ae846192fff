// SPDX-License-Identifier: GPL-3.0-or-later
// Cells and answers as the conversation shows them, clicked and typed into.
#include "app/fakes.h"
#include "ui/answerwidget.h"
#include "ui/button.h"
#include "ui/cellwidget.h"
#include "ui/codeedit.h"
#include "ui/conversationview.h"
#include "ui/divider.h"
#include "ui/figureview.h"
#include "ui/figurewindow.h"
#include "ui/outputview.h"
#include "ui/plainlabel.h"
#include "ui/records.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace sandglass;
using namespace sandglass::test;

namespace {

class Cells : public testing::Test
{
protected:
    Cells()
    {
        view.resize(900, 700);
        view.show();
    }

    void open() { view.setDocument(&document, {}); }

    template <class Widget>
    QList<Widget *> shown(const char *name = nullptr)
    {
        QList<Widget *> found =
            view.findChildren<Widget *>(name == nullptr ? QString() : QString::fromLatin1(name));
        found.removeIf([](const Widget *widget) { return !widget->isVisible(); });
        return found;
    }

    void click(const char *name, qsizetype index = 0)
    {
        const QList<Button *> buttons = shown<Button>(name);
        ASSERT_GT(buttons.size(), index) << name;
        QTest::mouseClick(buttons.at(index), Qt::LeftButton);
    }

    CodeEdit *editor()
    {
        const auto editors = shown<CodeEdit>("codeEdit");
        return editors.isEmpty() ? nullptr : editors.at(0);
    }

    void chooseInMenu(const QString &text)
    {
        click("cellMenu");
        auto *menu = view.findChild<QMenu *>();
        ASSERT_NE(menu, nullptr);
        for (QAction *action : menu->actions())
            if (action->text() == text)
                action->trigger();
        delete menu;
    }

    CellId finished(const QString &code, CellResult result = Records::ok())
    {
        const CellId cell = records.cell(code);
        records.print(cell, "shown\n");
        records.done(cell, std::move(result));
        return cell;
    }

    Conversation document{ConversationId::create()};
    Records records{document};
    ConversationView view;
    QSignalSpy ran{&view, &ConversationView::runRequested};
};

QStringList traceback(int frames)
{
    QStringList parts{QStringLiteral("-----------"), QStringLiteral("ValueError  Traceback")};
    for (int i = 0; i < frames; ++i)
        parts << QStringLiteral("File deep.py:%1, in f%1()\n   1 def f():\n-> 2     g()").arg(i);
    return parts << QStringLiteral("ValueError: the last line");
}

} // namespace

struct State
{
    CellStatus status;
    const char *text;
};

class CellStates : public Cells, public testing::WithParamInterface<State>
{};

TEST_P(CellStates, AreToldInWordsAndNotByColourAlone)
{
    CellResult result = Records::ok(7, 1.5);
    result.status = GetParam().status;
    finished(QStringLiteral("x"), result);
    open();
    EXPECT_TRUE(
        shown<PlainLabel>("cellStatus").at(0)->text().contains(QString::fromUtf8(GetParam().text)));
    EXPECT_TRUE(shown<PlainLabel>("cellTitle").at(0)->text().contains(QStringLiteral("[7]")));
}

INSTANTIATE_TEST_SUITE_P(All, CellStates,
                         testing::Values(State{CellStatus::Ok, "✓ 1.5 s"},
                                         State{CellStatus::Error, "error"},
                                         State{CellStatus::TimedOut, "timed out"},
                                         State{CellStatus::Interrupted, "stopped"},
                                         State{CellStatus::Died, "died"},
                                         State{CellStatus::Unknown, "not known"}));

TEST_F(Cells, AreQueuedUntilTheKernelHasStartedAndThenCountTheirTime)
{
    open();
    view.setKernelStarting(true);
    view.setBusy(true);
    records.cell(QStringLiteral("import time"));
    const auto status = [&] {
        const auto labels = shown<PlainLabel>("cellStatus");
        return labels.isEmpty() ? QString() : labels.at(0)->text();
    };
    EXPECT_TRUE(waitFor([&] { return status().contains(QStringLiteral("queued")); }));
    view.setKernelStarting(false);
    EXPECT_TRUE(waitFor([&] { return status().contains(QStringLiteral("running 0")); }));
}

TEST_F(Cells, RunAgainAsNewOnesWithTheSameCode)
{
    finished(QStringLiteral("a = 1\nprint(a)"));
    open();
    click("runAgain");
    ASSERT_EQ(ran.size(), 1);
    EXPECT_EQ(ran.at(0).at(0).toString(), QStringLiteral("a = 1\nprint(a)"));
}

TEST_F(Cells, AreEditedAndRunByTheKeyboard)
{
    finished(QStringLiteral("for i in range(3):"));
    open();
    click("editCell");
    ASSERT_NE(editor(), nullptr);
    EXPECT_TRUE(shown<CodeView>("code").isEmpty());
    QTest::keyClick(editor(), Qt::Key_Return);
    QTest::keyClicks(editor(), QStringLiteral("print(i)"));
    QTest::keyClick(editor(), Qt::Key_Return);
    QTest::keyClick(editor(), Qt::Key_Tab);
    QTest::keyClicks(editor(), QStringLiteral("pass"));
    QTest::keyClick(editor(), Qt::Key_Backtab);
    EXPECT_EQ(editor()->toPlainText(),
              QStringLiteral("for i in range(3):\n    print(i)\n    pass"));
    QTest::keyClick(editor(), Qt::Key_Return, Qt::ControlModifier);
    ASSERT_EQ(ran.size(), 1);
    EXPECT_EQ(ran.at(0).at(0).toString(),
              QStringLiteral("for i in range(3):\n    print(i)\n    pass"));
    EXPECT_EQ(editor(), nullptr);
    EXPECT_EQ(shown<CodeView>("code").at(0)->toPlainText(), QStringLiteral("for i in range(3):"));
}

TEST_F(Cells, IndentAllLinesThatAreSelected)
{
    finished(QStringLiteral("a\nb"));
    open();
    click("editCell");
    editor()->selectAll();
    QTest::keyClick(editor(), Qt::Key_Tab);
    EXPECT_EQ(editor()->toPlainText(), QStringLiteral("    a\n    b"));
    editor()->selectAll();
    QTest::keyClick(editor(), Qt::Key_Backtab);
    EXPECT_EQ(editor()->toPlainText(), QStringLiteral("a\nb"));
}

TEST_F(Cells, AreLeftAsTheyWereWithEscape)
{
    finished(QStringLiteral("a = 1"));
    open();
    click("editCell");
    QTest::keyClicks(editor(), QStringLiteral("23"));
    QTest::keyClick(editor(), Qt::Key_Escape);
    EXPECT_EQ(editor(), nullptr);
    EXPECT_TRUE(ran.isEmpty());
    EXPECT_EQ(view.focusWidget(), shown<Button>("editCell").at(0));
    EXPECT_EQ(shown<CodeView>("code").at(0)->toPlainText(), QStringLiteral("a = 1"));
}

TEST_F(Cells, KeepWhatIsEditedWhileTheyAreOutOfSight)
{
    finished(QStringLiteral("a = 1"));
    for (int i = 0; i < 60; ++i)
        records.answer(QStringLiteral("Text\n\n").repeated(20));
    open();
    view.verticalScrollBar()->setValue(0);
    click("editCell");
    QTest::keyClicks(editor(), QStringLiteral("23"));
    view.setFocus();
    view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
    ASSERT_TRUE(shown<CellWidget>().isEmpty());
    view.verticalScrollBar()->setValue(0);
    ASSERT_NE(editor(), nullptr);
    EXPECT_EQ(editor()->toPlainText(), QStringLiteral("a = 123"));
}

TEST_F(Cells, FoldTheirCodeAndTheirOutput)
{
    finished(QStringLiteral("a\nb\nc"));
    open();
    const int tall = shown<CellWidget>().at(0)->height();
    chooseInMenu(QStringLiteral("Fold code"));
    EXPECT_TRUE(shown<CodeView>("code").isEmpty());
    EXPECT_EQ(shown<Button>("showCode").at(0)->text(), QStringLiteral("▸ Show code · 3 lines"));
    chooseInMenu(QStringLiteral("Fold output"));
    EXPECT_TRUE(shown<OutputView>().isEmpty());
    EXPECT_LT(shown<CellWidget>().at(0)->height(), tall);
    click("showOutput");
    EXPECT_EQ(shown<OutputView>().size(), 1);
    click("showCode");
    EXPECT_EQ(shown<CodeView>("code").size(), 1);
    EXPECT_EQ(shown<CellWidget>().at(0)->height(), tall);
}

TEST_F(Cells, OfferNothingThatRunsWhereNothingCanRun)
{
    finished(QStringLiteral("a"));
    records.question(QStringLiteral("q"));
    records.answer(QStringLiteral("```python\nprint(1)\n```\n"));
    open();
    view.setRunnable(false);
    EXPECT_TRUE(waitFor([&] {
        return shown<Button>("editCell").isEmpty() && shown<Button>("runAgain").isEmpty();
    }));
    EXPECT_EQ(shown<Button>("copyCode").size(), 1);
}

TEST_F(Cells, MarkThePlaceWhereTheKernelWasLost)
{
    CellResult died;
    died.status = CellStatus::Died;
    died.variablesLost = true;
    finished(QStringLiteral("import os; os._exit(1)"), died);
    finished(QStringLiteral("1"));
    records.notice({}, QStringLiteral("kernel"), QStringLiteral("The kernel was restarted."));
    open();
    const QList<Divider *> marks = shown<Divider>();
    ASSERT_EQ(marks.size(), 2);
    for (const Divider *mark : marks)
        EXPECT_TRUE(mark->text().contains(QStringLiteral("Variables from above are gone")));
}

TEST_F(Cells, ShowOfATracebackTheLastFramesAndAllOnDemand)
{
    const CellId cell = records.cell(QStringLiteral("f()"));
    records.error(cell, QStringLiteral("ValueError"), traceback(20));
    records.done(cell);
    open();
    OutputView *error = shown<OutputView>().at(0);
    const int folded = error->height();
    const auto rows = [&] {
        return error->height() / (error->fontMetrics().lineSpacing() + 1);
    };
    EXPECT_LT(rows(), 15);
    EXPECT_TRUE(error->allText().contains(QStringLiteral("in f0()")));
    click("showAll");
    EXPECT_GT(error->height(), folded);
    EXPECT_GT(rows(), 60);
    click("showAll");
    EXPECT_EQ(error->height(), folded);
}

TEST_F(Cells, ShowAShortTracebackWhole)
{
    const CellId cell = records.cell(QStringLiteral("f()"));
    records.error(cell, QStringLiteral("ValueError"), traceback(1));
    records.done(cell);
    open();
    EXPECT_TRUE(shown<Button>("showAll").isEmpty());
}

TEST_F(Cells, ThatRanAgainForTheirVariablesAreFoldedUnlessTheyFail)
{
    const CellId good = records.cell(QStringLiteral("a = 1"), CellOrigin::Rerun);
    records.print(good, "x\n");
    records.done(good);
    const CellId bad = records.cell(QStringLiteral("b = c"), CellOrigin::Rerun);
    records.print(bad, "why\n");
    CellResult failed;
    failed.status = CellStatus::Error;
    records.done(bad, failed);
    open();
    ASSERT_EQ(shown<OutputView>().size(), 1);
    EXPECT_EQ(shown<OutputView>().at(0)->allText(), QStringLiteral("why\n"));
}

TEST_F(Cells, SaveTheSvgOfAFigureAsItCame)
{
    const QByteArray svg = "<svg xmlns='http://www.w3.org/2000/svg'><image "
                           "href='file:///etc/passwd'/></svg>";
    const CellId cell = records.cell(QStringLiteral("plot"));
    records.show(cell, {{QStringLiteral("image/png"), png(QSize(200, 100))},
                        {QStringLiteral("image/svg+xml"), svg}});
    records.show(cell, {{QStringLiteral("image/svg+xml"), svg}});
    open();
    QSignalSpy saved(&view, &ConversationView::saveRequested);
    ASSERT_EQ(shown<Button>("saveSvg").size(), 2);
    EXPECT_EQ(shown<Button>("saveImage").size(), 1);
    for (int i = 0; i < 2; ++i) {
        click("saveSvg", i);
        const auto request = saved.at(i).at(0).value<SaveRequest>();
        EXPECT_EQ(request.bytes, svg);
        EXPECT_TRUE(request.suggestedName.endsWith(QStringLiteral(".svg")));
    }
}

TEST_F(Cells, EnlargeAFigureByAClickAndByEnter)
{
    const CellId cell = records.cell(QStringLiteral("plot"));
    records.show(cell, {{QStringLiteral("image/png"), png(QSize(800, 600))}},
                 R"({"image/png": {"width": 400, "height": 300}})");
    open();
    QSignalSpy enlarged(&view, &ConversationView::enlargeRequested);
    FigureView *figure = shown<FigureView>().at(0);
    QTest::mouseClick(figure, Qt::LeftButton, {}, figure->pictureRect().center());
    QTest::keyClick(figure, Qt::Key_Return);
    ASSERT_EQ(enlarged.size(), 2);
    FigureWindow window(enlarged.at(0).at(0).value<ImageSource>(), &view);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    EXPECT_GT(window.width(), 400);
    const QColor before = window.grab().toImage().pixelColor(window.rect().center());
    EXPECT_TRUE(waitFor(
        [&] { return window.grab().toImage().pixelColor(window.rect().center()) != before; }));
    QTest::keyClick(&window, Qt::Key_Escape);
    EXPECT_FALSE(window.isVisible());
}

TEST_F(Cells, CopyAFigureAsAPicture)
{
    const CellId cell = records.cell(QStringLiteral("plot"));
    records.show(cell, {{QStringLiteral("image/png"), png(QSize(200, 100))}});
    open();
    QGuiApplication::clipboard()->clear();
    ASSERT_TRUE(waitFor([&] {
        click("copyImage");
        return !QGuiApplication::clipboard()->image().isNull();
    }));
    EXPECT_EQ(QGuiApplication::clipboard()->image().size(), QSize(200, 100));
}

TEST_F(Cells, AreReachedAtOnceBelowAQuestionOfAMillionCharacters)
{
    records.question(QStringLiteral("a long text ").repeated(90'000));
    finished(QStringLiteral("x"));
    QElapsedTimer clock;
    clock.start();
    open();
    EXPECT_LT(clock.elapsed(), 2'000);
    EXPECT_EQ(shown<CellWidget>().size(), 1);
    const auto *question = view.findChild<PlainLabel *>(QStringLiteral("question"));
    ASSERT_NE(question, nullptr);
    EXPECT_LT(question->text().size(), 13'000);
    EXPECT_TRUE(question->text().contains(QStringLiteral("left out: 1,068,000")));
}

TEST_F(Cells, RunTheCodeOfAnAnswerOnceItIsWhole)
{
    records.question(QStringLiteral("q"));
    const BlockId block = records.answer(QStringLiteral("Try:\n\n```python\nprint(1)\n"));
    open();
    EXPECT_TRUE(shown<Button>("runFence").isEmpty());
    records.answer(QStringLiteral("```\n\n```sh\nrm x\n```\n"), block);
    ASSERT_TRUE(waitFor([&] { return shown<Button>("copyFence").size() == 2; }));
    ASSERT_EQ(shown<Button>("runFence").size(), 1); // no shell
    click("runFence");
    ASSERT_EQ(ran.size(), 1);
    EXPECT_EQ(ran.at(0).at(0).toString(), QStringLiteral("print(1)"));
}
