// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/fakes.h"
#include "ui/answerwidget.h"
#include "ui/button.h"
#include "ui/celloutputs.h"
#include "ui/cellwidget.h"
#include "ui/codeview.h"
#include "ui/conversationview.h"
#include "ui/figureview.h"
#include "ui/outputview.h"
#include "ui/plainlabel.h"
#include "ui/records.h"
#include "ui/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace sandglass;
using namespace sandglass::test;

namespace {

class View : public testing::Test
{
protected:
    View()
    {
        view.resize(900, 700);
        view.show();
    }

    void open() { view.setDocument(&document, {}); }
    QScrollBar *bar() { return view.verticalScrollBar(); }

    template <class Widget>
    QList<Widget *> shown(const QString &name = {})
    {
        QList<Widget *> found = view.findChildren<Widget *>(name);
        found.removeIf([](const Widget *widget) { return !widget->isVisible(); });
        return found;
    }

    bool settled()
    {
        const int before = bar()->maximum();
        QTest::qWait(50); // one beat of the view's own clock, for tests that look at places
        return bar()->maximum() == before;
    }

    Conversation document{ConversationId::create()};
    Records records{document};
    ConversationView view;
};

void fill(Records &records, int cells)
{
    const QByteArray picture = png(QSize(640, 480));
    for (int i = 0; i < cells; ++i) {
        if (i % 10 == 0)
            records.question(QStringLiteral("Question %1").arg(i));
        const CellId cell = records.cell(QStringLiteral("a = %1\nb = a * 2\nprint(b)").arg(i));
        records.print(cell, "line one of the output\nline two\n");
        if (i % 10 == 5)
            records.show(cell, {{QStringLiteral("image/png"), picture}});
        records.done(cell);
    }
}

} // namespace

TEST_F(View, OpensTenThousandCellsWithAHandfulOfWidgets)
{
    fill(records, 10'000);
    QElapsedTimer clock;
    clock.start();
    open();
    QApplication::processEvents();
    EXPECT_LT(clock.elapsed(), 5000); // promised: 1 s
    EXPECT_LT(view.findChildren<BlockWidget *>().size(), 60);
    EXPECT_EQ(bar()->value(), bar()->maximum());
}

TEST_F(View, ScrollsThroughItAllWithTheSameWidgets)
{
    fill(records, 2'000);
    open();
    bar()->setValue(0);
    qint64 worst = 0;
    for (int page = 0; page < 100; ++page) {
        QElapsedTimer clock;
        clock.start();
        bar()->setValue(bar()->value() + view.viewport()->height());
        view.viewport()->repaint();
        worst = std::max(worst, clock.elapsed());
    }
    EXPECT_LT(worst, 500);
    EXPECT_LT(view.findChildren<BlockWidget *>().size(), 80);
    bar()->setValue(bar()->maximum());
    EXPECT_EQ(shown<QLabel>(QStringLiteral("cellTitle")).isEmpty(), false);
}

TEST_F(View, StaysAtTheEndWhileAnAnswerStreams)
{
    fill(records, 30);
    open();
    records.question(QStringLiteral("Go on"));
    const BlockId block = records.answer(QStringLiteral("It begins.\n\n"));
    for (int i = 0; i < 40; ++i)
        records.answer(QStringLiteral("Paragraph %1 of the answer.\n\n").arg(i), block);
    ASSERT_TRUE(waitFor([&] {
        const auto answers = shown<AnswerWidget>();
        return !answers.isEmpty() && answers.last()->height() > 500;
    }));
    EXPECT_EQ(bar()->value(), bar()->maximum());
}

TEST_F(View, StaysWhereThePersonScrolledTo)
{
    fill(records, 30);
    open();
    bar()->setValue(200);
    const auto top = shown<BlockWidget>();
    ASSERT_FALSE(top.isEmpty());
    const int before = bar()->value();
    const CellId cell = records.cell(QStringLiteral("x"));
    records.print(cell, QByteArray("many\n").repeated(50));
    ASSERT_TRUE(waitFor([&] { return settled(); }));
    EXPECT_EQ(bar()->value(), before);
    EXPECT_LT(bar()->value(), bar()->maximum());
}

TEST_F(View, KeepsWhatIsInSightInPlaceWhenHeightsAboveTurnOut)
{
    for (int i = 0; i < 200; ++i)
        records.answer(
            QStringLiteral("| a | b |\n|--|--|\n| 1 | 2 |\n\n# Heading\n\n- x\n- y %1").arg(i));
    open();
    bar()->setValue(bar()->maximum() / 2);
    QWidget *seen = nullptr;
    for (BlockWidget *widget : shown<BlockWidget>())
        if (widget->y() >= 0 && widget->y() < 400 && seen == nullptr)
            seen = widget;
    ASSERT_NE(seen, nullptr);
    for (int i = 0; i < 4; ++i) {
        const int y = seen->y();
        bar()->setValue(bar()->value() - 30);
        EXPECT_EQ(seen->y(), y + 30);
    }
}

TEST_F(View, ShowsACellWithItsStateCodeAndOutput)
{
    records.question(QStringLiteral("What is 6 * 7?"));
    const CellId cell = records.cell(QStringLiteral("print(6 * 7)"));
    records.print(cell, "42\n");
    records.done(cell, Records::ok(3, 0.8));
    open();
    ASSERT_EQ(shown<CellWidget>().size(), 1);
    EXPECT_EQ(shown<PlainLabel>(QStringLiteral("cellTitle")).at(0)->text(),
              QStringLiteral("▶ Python [3]"));
    EXPECT_TRUE(shown<PlainLabel>(QStringLiteral("cellStatus")).at(0)->text().startsWith(u'✓'));
    EXPECT_EQ(shown<CodeView>(QStringLiteral("code")).at(0)->toPlainText(),
              QStringLiteral("print(6 * 7)"));
    EXPECT_EQ(shown<OutputView>(QStringLiteral("output")).at(0)->allText(), QStringLiteral("42\n"));
    QTest::mouseClick(shown<Button>(QStringLiteral("copyCode")).at(0), Qt::LeftButton);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("print(6 * 7)"));
}

TEST_F(View, CountsTheTimeOfARunningCellOnly)
{
    records.question(QStringLiteral("Old"));
    const CellId old = records.cell(QStringLiteral("never ended"));
    open();
    view.setBusy(true);
    records.question(QStringLiteral("New"));
    records.cell(QStringLiteral("import time"));
    ASSERT_TRUE(waitFor([&] {
        const auto states = shown<PlainLabel>(QStringLiteral("cellStatus"));
        return states.size() == 2 && states.at(1)->text().contains(QStringLiteral("running"));
    }));
    EXPECT_TRUE(shown<PlainLabel>(QStringLiteral("cellStatus")).at(0)->text().startsWith(u'?'));
    view.setBusy(false);
    EXPECT_TRUE(waitFor([&] {
        return shown<PlainLabel>(QStringLiteral("cellStatus")).at(1)->text().startsWith(u'?');
    }));
}

TEST_F(View, ShowsARetinaFigureInItsLogicalSize)
{
    const CellId cell = records.cell(QStringLiteral("plot"));
    records.show(cell, {{QStringLiteral("image/png"), png(QSize(800, 600))}},
                 R"({"image/png": {"width": 400, "height": 300}})");
    open();
    EXPECT_EQ(shown<FigureView>().at(0)->pictureRect().size(), QSize(400, 300));
}

TEST_F(View, PutsAWhitePlateBehindATransparentFigureInTheDark)
{
    const QPalette before = QApplication::palette();
    QApplication::setPalette(Theme::dark().palette());
    const CellId cell = records.cell(QStringLiteral("plot"));
    records.show(cell, {{QStringLiteral("image/png"), png(QSize(300, 200), true)}});
    open();
    FigureView *figure = shown<FigureView>().at(0);
    const QPoint corner = figure->pictureRect().topLeft() + QPoint(5, 5);
    EXPECT_TRUE(waitFor([&] { return figure->grab().toImage().pixelColor(corner) == Qt::white; }));
    QApplication::setPalette(before);
}

TEST_F(View, SaysThatADamagedPictureCannotBeShown)
{
    const CellId cell = records.cell(QStringLiteral("plot"));
    records.show(cell, {{QStringLiteral("image/png"), QByteArray("\x89PNG\r\n but not really")}});
    open();
    FigureView *figure = shown<FigureView>().at(0);
    const QImage empty = figure->grab().toImage();
    EXPECT_TRUE(waitFor([&] { return figure->grab().toImage() != empty; }));
}

TEST_F(View, NeverShowsThePageOfAnHtmlOutputOrItsRepr)
{
    const CellId cell = records.cell(QStringLiteral("html"));
    records.show(cell, {{QStringLiteral("text/html"), "<img src='https://evil.example/'><b>x</b>"},
                        {QStringLiteral("text/plain"), "<IPython.core.display.HTML object>"}});
    records.show(cell, {{QStringLiteral("text/html"), "<table>…</table>"},
                        {QStringLiteral("text/plain"), "   a\n0  1"}});
    open();
    EXPECT_EQ(shown<OutputView>().size(), 1);
    EXPECT_EQ(shown<OutputView>().at(0)->allText(), QStringLiteral("   a\n0  1\n"));
    bool said = false;
    for (const QLabel *label : shown<QLabel>()) {
        EXPECT_FALSE(label->text().contains(QStringLiteral("IPython")));
        said = said || label->text().contains(QStringLiteral("web page"));
    }
    EXPECT_TRUE(said);
}

TEST_F(View, KeepsTheOrderOfTextAndFigures)
{
    const CellId cell = records.cell(QStringLiteral("mixed"));
    for (const char *letter : {"A\n", "B\n", "C\n"}) {
        records.print(cell, letter);
        records.show(cell, {{QStringLiteral("image/png"), png(QSize(200, 100))}});
    }
    open();
    QList<QWidget *> outputs;
    for (OutputView *text : shown<OutputView>())
        outputs.append(text);
    for (FigureView *figure : shown<FigureView>())
        outputs.append(figure);
    std::sort(outputs.begin(), outputs.end(), [](auto *a, auto *b) { return a->y() < b->y(); });
    ASSERT_EQ(outputs.size(), 6);
    for (int i = 0; i < 6; ++i)
        EXPECT_EQ(qobject_cast<OutputView *>(outputs[i]) != nullptr, i % 2 == 0);
}

TEST_F(View, BoundsTheWidgetsOfACellThatShowsThousands)
{
    const CellId cell = records.cell(QStringLiteral("for i in range(5000): display(i)"));
    for (int i = 0; i < 1000; ++i)
        records.show(cell, {{QStringLiteral("text/plain"), QByteArray::number(i)}});
    open();
    EXPECT_LE(view.findChildren<OutputView *>().size(), CellOutputs::maxWidgets);
}

TEST_F(View, OffersToAddAPackageThatIsMissing)
{
    const CellId cell = records.cell(QStringLiteral("import seaborn"));
    records.done(cell);
    records.notice(cell, QStringLiteral("missing_module"),
                   QStringLiteral("seaborn isn't installed."), QStringLiteral("seaborn"));
    open();
    QSignalSpy asked(&view, &ConversationView::packagesRequested);
    QTest::mouseClick(shown<Button>(QStringLiteral("addPackages")).at(0), Qt::LeftButton);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked.at(0).at(0).toStringList(), QStringList{QStringLiteral("seaborn")});
}

TEST_F(View, SaysUnderATurnWhyItFailedAndAsksAgain)
{
    records.question(QStringLiteral("What now?"));
    records.answer(QStringLiteral("Let me"));
    records.end(TurnDoneRecord::Kind::Failed,
                Failure{ErrorKind::NotRunning, QStringLiteral("The server went away."),
                        QStringLiteral("Start it.")});
    open();
    EXPECT_EQ(shown<PlainLabel>(QStringLiteral("turnEnd")).at(0)->text(),
              QStringLiteral("The server went away. Start it."));
    QSignalSpy again(&view, &ConversationView::askAgainRequested);
    QTest::mouseClick(shown<Button>(QStringLiteral("askAgain")).at(0), Qt::LeftButton);
    ASSERT_EQ(again.size(), 1);
    EXPECT_EQ(again.at(0).at(0).toString(), QStringLiteral("What now?"));
}

TEST_F(View, ReachesEveryControlWithTab)
{
    records.question(QStringLiteral("Q"));
    const CellId cell = records.cell(QStringLiteral("print(1)"));
    records.print(cell, "1\n");
    records.show(cell, {{QStringLiteral("image/png"), png(QSize(200, 100))}});
    records.done(cell);
    open();
    view.activateWindow();
    ASSERT_TRUE(waitFor([&] { return QApplication::activeWindow() == &view; }));
    view.setFocus();
    QStringList order;
    for (int i = 0; i < 9; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        order.append(QApplication::focusWidget()->objectName());
    }
    const QStringList expected{
        QStringLiteral("editCell"), QStringLiteral("runAgain"),  QStringLiteral("copyCode"),
        QStringLiteral("cellMenu"), QStringLiteral("code"),      QStringLiteral("output"),
        QStringLiteral("figure"),   QStringLiteral("saveImage"), QStringLiteral("copyImage")};
    EXPECT_EQ(order, expected);
}

TEST_F(View, ShowsUntrustedTextAsItIs)
{
    records.question(QStringLiteral("<b>bold</b> <img src='file:///etc/passwd'>"));
    const CellId cell = records.cell(QStringLiteral("x"));
    records.notice(cell, QStringLiteral("kernel"),
                   QStringLiteral("<a href='http://evil.example'>x</a>"));
    open();
    for (const QLabel *label : view.findChildren<QLabel *>())
        EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->objectName().toStdString();
}
