// SPDX-License-Identifier: GPL-3.0-or-later
// Cells and answers as the conversation shows them, clicked and typed into.
#include "app/fakes.h"
#include "ui/answerwidget.h"
#include "ui/button.h"
#include "ui/cellwidget.h"
#include "ui/codeedit.h"
#include "ui/codepanel.h"
#include "ui/conversationview.h"
#include "ui/divider.h"
#include "ui/figureview.h"
#include "ui/figurewindow.h"
#include "ui/markdownview.h"
#include "ui/outputview.h"
#include "ui/plainlabel.h"
#include "ui/records.h"

#include <gtest/gtest.h>

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

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
    records.show(cell, {{QStringLiteral("image/png"), png(QSize(3000, 1500))}});
    open();
    QGuiApplication::clipboard()->clear();
    click("copyImage");
    ASSERT_TRUE(waitFor([&] { return !QGuiApplication::clipboard()->image().isNull(); }));
    // As it came, though less of it fits into the column.
    EXPECT_EQ(QGuiApplication::clipboard()->image().size(), QSize(3000, 1500));
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

TEST_F(Cells, RunTheCodeInListsAndQuotesAsItWasWritten)
{
    const QString word(WordLimit::longest + 100, u'x');
    records.question(QStringLiteral("q"));
    const BlockId block = records.answer(
        QStringLiteral(
            "1. First:\n\n   ```python\n   if a:\n       b = '%1'\n   ```\n\n2. Then:\n\n"
            "   ```python\n   c")
            .arg(word));
    open();
    ASSERT_EQ(shown<Button>("copyFence").size(), 2);
    EXPECT_EQ(shown<Button>("runFence").size(), 1); // the other isn't whole
    records.answer(QStringLiteral(" = 1\n   ```\n\n> Said:\n>\n> ```py\n> d\n> ```\n"), block);
    ASSERT_TRUE(waitFor([&] { return shown<Button>("runFence").size() == 3; }));
    for (int i = 0; i < 3; ++i)
        click("runFence", i);
    EXPECT_EQ(ran.at(0).at(0).toString(), QStringLiteral("if a:\n    b = '%1'").arg(word));
    EXPECT_EQ(ran.at(1).at(0).toString(), QStringLiteral("c = 1"));
    EXPECT_EQ(ran.at(2).at(0).toString(), QStringLiteral("d"));
    click("copyFence", 1);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("c = 1"));
}

TEST_F(Cells, PutThePanelOfCodeInAListOverItsTextAndOverNothingElse)
{
    records.answer(QStringLiteral("- before\n\n  ```python\n  x = 1\n  y = 2\n  ```\n\n  after\n"
                                  "- last\n\n      indented\n"));
    open();
    const auto views = shown<MarkdownView>();
    ASSERT_EQ(views.size(), 1);
    const auto panels = shown<CodePanel>();
    ASSERT_EQ(panels.size(), 2);
    QTextBlock block = views.at(0)->document()->begin();
    for (const CodePanel *panel : panels) {
        while (!block.blockFormat().hasProperty(MarkdownWriter::codeText))
            block = block.next();
        const auto place = [&](const QTextBlock &of) {
            return views.at(0)->document()->documentLayout()->blockBoundingRect(of);
        };
        const QRectF over = panel->geometry();
        EXPECT_GE(place(block).top(), over.top());
        EXPECT_LE(place(block).bottom(), over.bottom());
        EXPECT_LE(place(block.previous()).bottom(), over.top());
        if (block.next().isValid()) {
            EXPECT_GE(place(block.next()).top(), over.bottom());
        }
        EXPECT_LE(over.bottom(), views.at(0)->height());
        block = block.next();
    }
    EXPECT_TRUE(views.at(0)->toPlainText().contains(QStringLiteral("x = 1"))); // copied with it
}

TEST_F(Cells, ShowCodeThatAnAnswerBeginsWithAsAWhole)
{
    records.answer(QStringLiteral("    x = 1\n    y = 2\n"));
    open();
    ASSERT_EQ(shown<CodePanel>().size(), 1);
    const CodePanel *panel = shown<CodePanel>().at(0);
    EXPECT_GE(panel->y(), 0);
    EXPECT_LE(panel->geometry().bottom(), panel->parentWidget()->height());
}

TEST_F(Cells, GiveSoMuchCodeOfAnAnswerAPanelAndNoMore)
{
    QString text;
    for (int i = 0; i < 300; ++i)
        text += QStringLiteral("```\nouter%1\n```\n\n- x\n\n  ```\n  inner%1\n  ```\n\nText.\n\n")
                    .arg(i);
    records.answer(text);
    QElapsedTimer clock;
    clock.start();
    open();
    EXPECT_LT(clock.elapsed(), 10'000);
    EXPECT_LE(view.findChildren<CodePanel *>().size(), AnswerWidget::mostPanels);
    QString rest;
    for (const auto *markdown : view.findChildren<MarkdownView *>())
        rest += markdown->toPlainText();
    EXPECT_TRUE(rest.contains(QStringLiteral("outer299")));
    EXPECT_TRUE(rest.contains(QStringLiteral("inner299")));
}

TEST_F(Cells, ShowNoPartOfAFenceWhileItStreams)
{
    const QString text = QStringLiteral("```py\na\n```\n\nTwo.\n\n```py\nb\n```\n\nEnd");
    const BlockId block = records.answer(text.left(1));
    open();
    for (qsizetype i = 1; i < text.size(); ++i) {
        records.answer(text.mid(i, 1), block);
        QApplication::processEvents();
    }
    ASSERT_TRUE(waitFor([&] { return shown<CodePanel>().size() == 2; }));
    ASSERT_TRUE(waitFor([&] {
        const auto views = view.findChildren<MarkdownView *>();
        return views.last()->toPlainText() == QStringLiteral("End");
    }));
    for (const auto *markdown : view.findChildren<MarkdownView *>())
        EXPECT_FALSE(markdown->toPlainText().contains(u'`'));
}

TEST_F(Cells, KeepTheirButtonsApartFromTheirStateInANarrowWindow)
{
    view.resize(360, 600);
    CellResult failed = Records::ok(12, 75);
    failed.status = CellStatus::Error;
    finished(QStringLiteral("x"), failed);
    open();
    const auto *status = shown<PlainLabel>("cellStatus").at(0);
    for (const char *name : {"editCell", "runAgain", "copyCode", "cellMenu"})
        for (const Button *button : shown<Button>(name))
            EXPECT_GE(button->x(), status->geometry().right()) << name;
    EXPECT_TRUE(shown<Button>("copyCode").isEmpty());
    chooseInMenu(QStringLiteral("Copy"));
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("x"));
    chooseInMenu(QStringLiteral("Run again"));
    EXPECT_EQ(ran.size(), 1);
}
