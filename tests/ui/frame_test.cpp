// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of the window: list, header, panels, keys, messages and how it is left.
#include "ui/windowfixture.h"

#include "app/library.h"
#include "app/openconversation.h"
#include "app/recordjson.h"
#include "app/vmcontrol.h"
#include "app/windowstate.h"
#include "ui/button.h"
#include "ui/cellwidget.h"
#include "ui/centeredcolumn.h"
#include "ui/composer.h"
#include "ui/conversationlistmodel.h"
#include "ui/filepanel.h"
#include "ui/pageheader.h"
#include "ui/plainlabel.h"
#include "ui/previewdialog.h"
#include "ui/quitdialog.h"
#include "ui/resizedialog.h"
#include "ui/sandboxeswindow.h"
#include "ui/sandboxusage.h"
#include "ui/sidebar.h"
#include "ui/startpage.h"
#include "ui/titleedit.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QSplitter>

using namespace sandglass;

namespace {

/// A cell that runs until it is stopped.
CellResult runUntilStopped(const FakeCell &cell)
{
    std::mutex waiting;
    std::condition_variable_any stopped;
    std::unique_lock lock(waiting);
    stopped.wait(lock, cell.stop, [] { return false; });
    CellResult result = okResult();
    result.status = CellStatus::Interrupted;
    return result;
}

class Frame : public Window
{
protected:
    QListView *list() { return window->findChild<QListView *>(QStringLiteral("conversations")); }
    template <class Widget>
    Widget *part(const char *name)
    {
        return window->findChild<Widget *>(QLatin1String(name));
    }
    void click(const char *name)
    {
        auto *button = part<Button>(name);
        ASSERT_NE(button, nullptr) << name;
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void askAndWait(const QString &text)
    {
        type(text);
        ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    }
    void writeConversation(const ConversationId &id, const QString &title, int daysAgo)
    {
        const QString path = conversationFolder(folder.path(), id);
        ASSERT_TRUE(QDir().mkpath(path));
        QFile journal(path + QStringLiteral("/journal.jsonl"));
        ASSERT_TRUE(journal.open(QIODevice::WriteOnly));
        const QDateTime time = QDateTime::currentDateTimeUtc().addDays(-daysAgo);
        journal.write(recordToLine({1, time, MetaRecord{title}}));
    }
    QStringList titles()
    {
        QStringList all;
        for (int row = 0; row < list()->model()->rowCount(); ++row)
            all << list()->model()->index(row, 0).data().toString();
        return all;
    }
    QAction *menuAction(QMenu *menu, const QString &text)
    {
        const QList<QAction *> actions = menu->actions();
        for (QAction *action : actions)
            if (action->text().startsWith(text))
                return action;
        return nullptr;
    }
};

} // namespace

TEST_F(Frame, SearchesTitlesAndSaysWhenNoneIsFound)
{
    start();
    askAndWait(QStringLiteral("Coffee sales by region"));
    click("newConversation");
    askAndWait(QStringLiteral("Two dice"));
    ASSERT_EQ(titles().size(), 2);
    auto *search = part<QLineEdit>("searchConversations");
    press(Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(search, QStringLiteral("region COFFEE"));
    EXPECT_EQ(titles(), QStringList{QStringLiteral("Coffee sales by region")});
    search->setText(QStringLiteral("tea"));
    EXPECT_TRUE(titles().isEmpty());
    EXPECT_TRUE(part<PlainLabel>("noConversations")->isVisible());
    QTest::keyClick(search, Qt::Key_Escape);
    EXPECT_EQ(titles().size(), 2);
    EXPECT_FALSE(part<PlainLabel>("noConversations")->isVisible());
}

TEST_F(Frame, OpensTheFirstConversationThatTheSearchFinds)
{
    start();
    askAndWait(QStringLiteral("Coffee sales by region"));
    ConversationPage *first = page();
    click("newConversation");
    askAndWait(QStringLiteral("Two dice"));
    ASSERT_NE(page(), first);
    auto *search = part<QLineEdit>("searchConversations");
    QTest::keyClicks(search, QStringLiteral("coffee"));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(page(), first);
}

TEST_F(Frame, GroupsTheListByDay)
{
    start();
    askAndWait(QStringLiteral("First"));
    click("newConversation");
    askAndWait(QStringLiteral("Second"));
    const QAbstractItemModel *rows = list()->model();
    EXPECT_EQ(rows->index(0, 0).data(ConversationListModel::GroupRole).toString(),
              QStringLiteral("Today"));
    EXPECT_EQ(rows->index(1, 0).data(ConversationListModel::GroupRole).toString(), QString());
    EXPECT_EQ(rows->index(0, 0).data(ConversationListModel::NoteRole).toString(),
              QStringLiteral("now"));
}

TEST_F(Frame, OpensAnOldConversationWithoutMovingItUp)
{
    writeConversation(ConversationId::create(), QStringLiteral("Old"), 5);
    writeConversation(ConversationId::create(), QStringLiteral("Newer"), 4);
    start();
    ASSERT_TRUE(waitFor([&] { return titles().size() == 2; }));
    Q_EMIT list()->clicked(list()->model()->index(1, 0));
    EXPECT_EQ(page()->session(), nullptr); // it is read first, and named by the list meanwhile
    EXPECT_EQ(find<TitleEdit>("conversationTitle")->text(), QStringLiteral("Old"));
    EXPECT_EQ(window->windowTitle(), QStringLiteral("Old"));
    ASSERT_TRUE(waitFor([&] { return idle(); }));
    EXPECT_EQ(page()->session()->document().title(), QStringLiteral("Old"));
    EXPECT_EQ(titles(), (QStringList{QStringLiteral("Newer"), QStringLiteral("Old")}));
}

TEST_F(Frame, TakesAConversationThatCannotBeOpenedForNoNewOne)
{
    const ConversationId broken = ConversationId::create();
    writeConversation(broken, QStringLiteral("Broken"), 1);
    start();
    ConversationPage *fresh = page();
    ASSERT_TRUE(waitFor([&] { return titles().size() == 1; }));
    const QString journal =
        conversationFolder(settings.dataFolder, broken) + QStringLiteral("/journal.jsonl");
    QFile::remove(journal);
    QDir().mkpath(journal);
    Q_EMIT list()->clicked(list()->model()->index(0, 0));
    ASSERT_NE(page(), fresh);
    ASSERT_TRUE(waitFor([&] { return !page()->messages()->text().isEmpty(); }));
    ASSERT_EQ(page()->session(), nullptr);
    click("newConversation");
    EXPECT_EQ(page(), fresh);
}

TEST_F(Frame, ShowsTitlesInTooltipsAsTheyAre)
{
    writeConversation(ConversationId::create(), QStringLiteral("<b>R&D</b>"), 1);
    start();
    ASSERT_TRUE(waitFor([&] { return titles().size() == 1; }));
    EXPECT_EQ(list()->model()->index(0, 0).data(Qt::ToolTipRole).toString(),
              QStringLiteral("<p>&lt;b&gt;R&amp;D&lt;/b&gt;</p>"));
}

TEST_F(Frame, SaysWhatToDoWhereThereIsNoConversation)
{
    start();
    auto *empty = part<PlainLabel>("noConversations");
    ASSERT_TRUE(waitFor([&] { return empty->isVisible(); }));
    EXPECT_FALSE(empty->text().isEmpty());
}

TEST_F(Frame, RenamesInPlaceAndKeepsTheTitle)
{
    start();
    askAndWait(QStringLiteral("Old title"));
    list()->setCurrentIndex(list()->model()->index(0, 0));
    list()->setFocus();
    QTest::keyClick(list(), Qt::Key_F2);
    auto *edit = part<QLineEdit>("renameConversation");
    ASSERT_NE(edit, nullptr);
    EXPECT_EQ(edit->text(), QStringLiteral("Old title"));
    edit->setText(QStringLiteral("  New \n title "));
    QTest::keyClick(edit, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return titles() == QStringList{QStringLiteral("New title")}; }));
    ASSERT_TRUE(waitFor([&] { return document().title() == QStringLiteral("New title"); }));
    EXPECT_EQ(find<TitleEdit>("conversationTitle")->text(), QStringLiteral("New title"));
    ASSERT_TRUE(waitFor([&] {
        const auto entries = Library(folder.path()).list();
        return entries.size() == 1 && entries[0].title == QStringLiteral("New title");
    }));
}

TEST_F(Frame, RenamesAConversationThatIsNotOpen)
{
    start();
    askAndWait(QStringLiteral("Old title"));
    window.reset();
    start();
    ASSERT_TRUE(waitFor([&] { return titles().size() == 1; }));
    list()->model()->setData(list()->model()->index(0, 0), QStringLiteral("Kept"), Qt::EditRole);
    ASSERT_TRUE(waitFor([&] {
        const auto entries = Library(folder.path()).list();
        return entries.size() == 1 && entries[0].title == QStringLiteral("Kept");
    }));
}

TEST_F(Frame, ShowsTheTitleThatAConversationKeepsWhereItCannotBeRenamed)
{
    const ConversationId id = ConversationId::create();
    writeConversation(id, QStringLiteral("Kept"), 1);
    const OpenedConversation elsewhere = openConversation(folder.path(), id);
    start();
    ASSERT_TRUE(waitFor([&] { return titles().size() == 1; }));
    const auto rename = [&] {
        list()->model()->setData(list()->model()->index(0, 0), QStringLiteral("Lost"),
                                 Qt::EditRole);
    };
    rename();
    EXPECT_TRUE(waitFor([&] { return titles() == QStringList{QStringLiteral("Kept")}; }));
    EXPECT_FALSE(messages()->text().isEmpty());
    Q_EMIT list()->clicked(list()->model()->index(0, 0));
    ASSERT_TRUE(waitFor([&] { return idle(); }));
    ASSERT_TRUE(page()->session()->isReadOnly());
    rename();
    EXPECT_TRUE(waitFor([&] { return titles() == QStringList{QStringLiteral("Kept")}; }));
    EXPECT_EQ(find<TitleEdit>("conversationTitle")->text(), QStringLiteral("Kept"));
}

TEST_F(Frame, RenamesByAClickOnTheTitle)
{
    start();
    askAndWait(QStringLiteral("Old title"));
    auto *title = find<TitleEdit>("conversationTitle");
    window->activateWindow();
    title->setFocus();
    ASSERT_TRUE(waitFor([&] { return title->hasFocus(); }));
    title->setText(QStringLiteral("By click"));
    QTest::keyClick(title, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return titles() == QStringList{QStringLiteral("By click")}; }));
    title->setFocus();
    title->setText(QStringLiteral("not kept"));
    QTest::keyClick(title, Qt::Key_Escape);
    EXPECT_EQ(title->text(), QStringLiteral("By click"));
    EXPECT_EQ(document().title(), QStringLiteral("By click"));
}

TEST_F(Frame, ShowsWhichConversationsRunAndKeepsThemRunning)
{
    start(runUntilStopped);
    type(QStringLiteral("First loop"));
    ASSERT_TRUE(waitFor([&] { return page()->findChild<CellWidget *>() != nullptr; }));
    ConversationPage *first = page();
    click("newConversation");
    type(QStringLiteral("Second loop"));
    ASSERT_TRUE(waitFor([&] { return page()->findChild<CellWidget *>() != nullptr; }));
    const QAbstractItemModel *rows = list()->model();
    ASSERT_EQ(rows->rowCount(), 2);
    for (int row = 0; row < 2; ++row) {
        EXPECT_TRUE(rows->index(row, 0).data(ConversationListModel::RunningRole).toBool());
        EXPECT_EQ(rows->index(row, 0).data(ConversationListModel::NoteRole).toString(),
                  QStringLiteral("running"));
    }
    page()->stop();
    ASSERT_TRUE(waitFor([&] { return idle(); }));
    EXPECT_TRUE(first->isBusy());
    EXPECT_FALSE(rows->index(0, 0).data(ConversationListModel::RunningRole).toBool());
    EXPECT_TRUE(rows->index(1, 0).data(ConversationListModel::RunningRole).toBool());
    first->stop();
    ASSERT_TRUE(waitFor([&] { return !first->isBusy(); }));
}

TEST_F(Frame, AsksOnceBeforeItStopsACellByClosing)
{
    start(runUntilStopped);
    type(QStringLiteral("Loop for ever"));
    ASSERT_TRUE(waitFor([&] { return page()->findChild<CellWidget *>() != nullptr; }));
    window->close();
    EXPECT_TRUE(window->isVisible());
    EXPECT_TRUE(messages()->isVisible());
    EXPECT_TRUE(page()->isBusy());
    QElapsedTimer clock;
    clock.start();
    QTest::mouseClick(messages()->findChild<Button *>(QStringLiteral("messageAction")),
                      Qt::LeftButton);
    EXPECT_FALSE(window->isVisible());
    window.reset();
    EXPECT_LT(clock.elapsed(), 5000);
}

TEST_F(Frame, TakesTheQuestionBackWhenNothingRunsAnyMore)
{
    start(runUntilStopped);
    type(QStringLiteral("Loop for ever"));
    ASSERT_TRUE(waitFor([&] { return page()->findChild<CellWidget *>() != nullptr; }));
    window->close();
    EXPECT_TRUE(messages()->isVisible());
    page()->stop();
    ASSERT_TRUE(waitFor([&] { return idle(); }));
    EXPECT_TRUE(waitFor([&] { return !messages()->isVisible(); }));
    window->close();
    EXPECT_FALSE(window->isVisible());
}

TEST_F(Frame, KeepsSizesAndHiddenPanels)
{
    start();
    window->resize(1000, 700);
    auto *splitter = part<QSplitter>("windowSplitter");
    ASSERT_TRUE(waitFor([&] { return splitter->width() == 1000; }));
    press(Qt::Key_J, Qt::ControlModifier);
    press(Qt::Key_J, Qt::ControlModifier);
    splitter->setSizes({300, 700});
    Q_EMIT splitter->splitterMoved(300, 1);
    press(Qt::Key_B, Qt::ControlModifier);
    EXPECT_FALSE(part<Sidebar>("sidebar")->isVisible());
    EXPECT_TRUE(find<Button>("showSidebar")->isVisible());
    window->close();
    window.reset();

    const WindowState state = loadWindowState(folder.path());
    EXPECT_EQ(state.sidebarWidth, 300);
    EXPECT_FALSE(state.sidebarShown);
    EXPECT_FALSE(state.filesShown);
    start();
    EXPECT_EQ(window->size(), QSize(1000, 700));
    EXPECT_FALSE(part<Sidebar>("sidebar")->isVisible());
    EXPECT_EQ(find<Button>("toggleFiles")->accessibleName(), QStringLiteral("Show files"));
    click("showSidebar");
    EXPECT_TRUE(part<Sidebar>("sidebar")->isVisible());
    EXPECT_TRUE(waitFor([&] { return part<Sidebar>("sidebar")->width() == 300; }));
    EXPECT_FALSE(find<Button>("showSidebar")->isVisible());
}

TEST_F(Frame, HidesAndShowsTheFiles)
{
    start([](const FakeCell &) {
        CellResult result = okResult();
        result.files = {{QStringLiteral("made.csv"), 10, 1}};
        return result;
    });
    askAndWait(QStringLiteral("Make a file"));
    ASSERT_TRUE(waitFor([&] { return page()->files()->isVisible(); }));
    click("toggleFiles");
    EXPECT_FALSE(page()->files()->isVisible());
    click("toggleFiles");
    EXPECT_TRUE(page()->files()->isVisible());
}

TEST_F(Frame, OpensTheFilesWhereThereAreNone)
{
    start();
    auto *toggle = find<Button>("toggleFiles");
    EXPECT_FALSE(page()->files()->isVisible());
    EXPECT_FALSE(toggle->isChecked());
    click("toggleFiles");
    EXPECT_TRUE(page()->files()->isVisible());
    EXPECT_TRUE(toggle->isChecked());
    EXPECT_EQ(toggle->accessibleName(), QStringLiteral("Hide files"));
    EXPECT_TRUE(find<PlainLabel>("noFiles")->isVisible());
    press(Qt::Key_J, Qt::ControlModifier);
    EXPECT_FALSE(page()->files()->isVisible());
    EXPECT_FALSE(toggle->isChecked());
}

TEST_F(Frame, ShowsItsMessagesAboveTheComposerOfThePageThatIsOpen)
{
    start();
    askAndWait(QStringLiteral("Old"));
    click("toggleFiles"); // beside them
    window->tell(QStringLiteral("News."));
    const auto isAbove = [&] {
        const QRect bar(messages()->mapTo(window.get(), QPoint()), messages()->size());
        const auto *composer = find<QWidget>("composer");
        const QRect field(composer->mapTo(window.get(), QPoint()), composer->size());
        return messages()->isVisible() && bar.left() == field.left() &&
               bar.right() == field.right() && bar.bottom() < field.top();
    };
    EXPECT_TRUE(waitFor(isAbove));
    ASSERT_TRUE(waitFor([&] { return list()->model()->rowCount() == 1; }));
    press(Qt::Key_N, Qt::ControlModifier);
    EXPECT_EQ(messages()->text(), QStringLiteral("News."));
    EXPECT_TRUE(waitFor(isAbove));
}

TEST_F(Frame, GivesTheListRoomForLargerText)
{
    start();
    auto *sidebar = part<Sidebar>("sidebar");
    const int usual = sidebar->width();
    const int height = window->fontMetrics().height();
    for (int i = 0; i < 5; ++i)
        press(Qt::Key_Plus, Qt::ControlModifier);
    EXPECT_TRUE(waitFor([&] {
        return window->fontMetrics().height() > height &&
               std::abs(sidebar->width() - usual * window->fontMetrics().height() / height) <= 4;
    }));
}

TEST_F(Frame, KeepsTheWidthOfTheFiles)
{
    const auto makeFile = [](const FakeCell &) {
        CellResult result = okResult();
        result.files = {{QStringLiteral("made.csv"), 10, 1}};
        return result;
    };
    start(makeFile);
    askAndWait(QStringLiteral("Make a file"));
    ASSERT_TRUE(waitFor([&] { return page()->files()->isVisible(); }));
    page()->setFilesWidth(333);
    ASSERT_TRUE(waitFor([&] { return page()->files()->width() == 333; }));
    Q_EMIT page()->filesWidthChanged(333);
    window->close();
    window.reset();
    start(makeFile);
    ASSERT_TRUE(waitFor([&] { return titles().size() == 1; }));
    Q_EMIT list()->clicked(list()->model()->index(0, 0));
    EXPECT_TRUE(waitFor([&] { return page()->files()->width() == 333; }));
    EXPECT_EQ(window->windowTitle(), QStringLiteral("Make a file"));
}

TEST_F(Frame, FitsIntoASmallWindow)
{
    start();
    window->resize(900, 600);
    EXPECT_LE(window->minimumSizeHint().width(), 900);
    EXPECT_LE(window->minimumSizeHint().height(), 600);
    EXPECT_EQ(window->size(), QSize(900, 600));
}

TEST_F(Frame, KeepsTextReadableInAVeryLargeWindow)
{
    start();
    askAndWait(QStringLiteral("Something"));
    const QString path = folder.filePath(QStringLiteral("a.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.close();
    ASSERT_TRUE(drop(window.get(), {QUrl::fromLocalFile(path)}));
    window->resize(3840, 2160);
    ASSERT_TRUE(waitFor([&] {
        return window->size() == QSize(3840, 2160) && page()->width() > 3000 &&
               find<PlainLabel>("fileChip") != nullptr && page()->files()->isVisible();
    }));
    auto *cell = page()->findChild<CellWidget *>();
    auto *composer = page()->findChild<Composer *>();
    ASSERT_TRUE(waitFor([&] { return cell->width() == composer->width(); }));
    EXPECT_EQ(composer->width(), CenteredColumn::maxColumn);
    EXPECT_EQ(cell->mapTo(page(), QPoint()).x(), composer->mapTo(page(), QPoint()).x());
    EXPECT_LT(page()->files()->width(), 600);
    for (const char *name : {"attach", "runAsCell", "send", "toggleFiles", "removeFile"})
        EXPECT_GE(find<Button>(name)->width(), find<Button>(name)->sizeHint().width()) << name;
    for (const PlainLabel *chip : page()->findChildren<PlainLabel *>(QStringLiteral("fileChip")))
        EXPECT_GE(chip->width(), chip->sizeHint().width());
}

TEST_F(Frame, ZoomsTextAndRemembersIt)
{
    start();
    const double usual = QApplication::font().pointSizeF();
    const double heading = find<PlainLabel>("startHeading")->font().pointSizeF();
    press(Qt::Key_Plus, Qt::ControlModifier);
    press(Qt::Key_Equal, Qt::ControlModifier);
    EXPECT_NEAR(QApplication::font().pointSizeF(), usual * 1.2, 0.01);
    const auto size = [&](const QWidget *widget) {
        return widget->font().pointSizeF();
    };
    // Widgets hear of it a moment later.
    EXPECT_TRUE(waitFor(
        [&] { return std::abs(size(find<PlainLabel>("whereCodeRuns")) - usual * 1.2) < 0.01; }));
    EXPECT_NEAR(size(find<PlainLabel>("startHeading")), heading * 1.2, 0.01);
    EXPECT_NEAR(size(find<TitleEdit>("conversationTitle")), usual * 1.2, 0.01);
    EXPECT_TRUE(waitFor([&] { return loadSettings(folder.path()).zoom == 120; }));
    press(Qt::Key_Minus, Qt::ControlModifier);
    EXPECT_NEAR(QApplication::font().pointSizeF(), usual * 1.1, 0.01);
    press(Qt::Key_0, Qt::ControlModifier);
    EXPECT_NEAR(QApplication::font().pointSizeF(), usual, 0.01);
    window.reset();
    EXPECT_NEAR(QApplication::font().pointSizeF(), usual, 0.01);
}

TEST_F(Frame, ListsItsShortcuts)
{
    start();
    press(Qt::Key_F1);
    auto *shortcuts = part<QDialog>("shortcuts");
    ASSERT_NE(shortcuts, nullptr);
    EXPECT_TRUE(shortcuts->isVisible());
    bool found = false;
    for (const PlainLabel *label : shortcuts->findChildren<PlainLabel *>())
        found = found || label->text() == QStringLiteral("Ctrl+K");
    EXPECT_TRUE(found);
}

TEST_F(Frame, MovesBetweenConversationsByKeys)
{
    start();
    askAndWait(QStringLiteral("First"));
    ConversationPage *first = page();
    press(Qt::Key_N, Qt::ControlModifier);
    askAndWait(QStringLiteral("Second"));
    ConversationPage *second = page();
    press(Qt::Key_PageDown, Qt::ControlModifier);
    EXPECT_EQ(page(), first);
    press(Qt::Key_PageUp, Qt::ControlModifier);
    EXPECT_EQ(page(), second);
}

TEST_F(Frame, NamesEveryControl)
{
    start();
    askAndWait(QStringLiteral("Something"));
    press(Qt::Key_Comma, Qt::ControlModifier);
    press(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_NE(part<QDialog>("settings"), nullptr);
    ASSERT_NE(part<QDialog>("logWindow"), nullptr);
    VmControl control;
    const QString vm = QStringLiteral("one-vm");
    SandboxesWindow sandboxes(&control, window.get());
    PreviewDialog preview(&control, vm, 8000, window.get());
    ResizeDialog resizing(vm, window.get());
    SandboxUsage usage(&control, vm, window.get());
    QuitDialog quit(&control, {vm}, window.get());
    for (QDialog *dialog :
         std::initializer_list<QDialog *>{&sandboxes, &preview, &resizing, &usage, &quit})
        dialog->show();
    int controls = 0;
    for (QWidget *widget : window->findChildren<QWidget *>()) {
        const bool isControl =
            qobject_cast<QAbstractButton *>(widget) || qobject_cast<QLineEdit *>(widget) ||
            qobject_cast<QPlainTextEdit *>(widget) || qobject_cast<QAbstractItemView *>(widget) ||
            qobject_cast<QComboBox *>(widget) || qobject_cast<QAbstractSpinBox *>(widget);
        // Parts of a control of Qt's own: the field of a number box, the button of a search field.
        const bool isInner = widget->objectName().startsWith(QLatin1String("qt_")) ||
                             widget->inherits("QLineEditIconButton") ||
                             widget->inherits("QComboBoxListView") ||
                             widget->inherits("QToolBarExtension");
        // A button that has nothing to offer now is hidden, and gets words when it has.
        const auto *button = qobject_cast<QAbstractButton *>(widget);
        const bool isUnused = button != nullptr && button->isHidden() && button->text().isEmpty();
        if (!isControl || isInner || isUnused || widget->focusPolicy() == Qt::NoFocus)
            continue;
        ++controls;
        QAccessibleInterface *access = QAccessible::queryAccessibleInterface(widget);
        ASSERT_NE(access, nullptr);
        EXPECT_FALSE(access->text(QAccessible::Name).isEmpty())
            << widget->metaObject()->className() << ' ' << widget->objectName().toStdString();
    }
    EXPECT_GT(controls, 50);
}

TEST_F(Frame, ShowsWhichButtonHasTheFocus)
{
    QWidget both;
    auto *other = new Button(Button::Look::Plain, QStringLiteral("Other"), &both);
    other->move(200, 0);
    for (const Button::Look look : {Button::Look::Plain, Button::Look::Link, Button::Look::Chip,
                                    Button::Look::Outline, Button::Look::Primary}) {
        Button button(look, QStringLiteral("Press"), &both);
        button.resize(button.sizeHint());
        both.show();
        button.show();
        both.activateWindow();
        ASSERT_TRUE(waitFor([&] { return both.isActiveWindow(); }));
        other->setFocus();
        ASSERT_FALSE(button.hasFocus());
        const QImage without = button.grab().toImage();
        button.setFocus(Qt::TabFocusReason);
        ASSERT_TRUE(button.hasFocus());
        EXPECT_NE(button.grab().toImage(), without) << static_cast<int>(look);
    }
}

TEST_F(Frame, ReachesEveryButtonByTab)
{
    start();
    for (QAbstractButton *button : window->findChildren<QAbstractButton *>()) {
        if (button->inherits("QLineEditIconButton"))
            continue;
        EXPECT_TRUE(button->focusPolicy() & Qt::TabFocus) << button->objectName().toStdString();
    }
    EXPECT_TRUE(list()->focusPolicy() & Qt::TabFocus);
    EXPECT_TRUE(find<TitleEdit>("conversationTitle")->focusPolicy() & Qt::TabFocus);
}

TEST_F(Frame, OffersAServerThatRunsOnThisComputer)
{
    servers = {{QStringLiteral("Ollama"), QUrl(QStringLiteral("http://localhost:11434/v1"))},
               {QStringLiteral("vLLM"), QUrl(QStringLiteral("http://localhost:8000/v1"))}};
    start();
    // Either may answer first.
    const auto use = [&]() -> Button * {
        for (Button *button : page()->findChildren<Button *>(QStringLiteral("useServer")))
            if (button->text() == QStringLiteral("Use Ollama"))
                return button;
        return nullptr;
    };
    ASSERT_TRUE(waitFor([&] { return use() != nullptr; }));
    QTest::mouseClick(use(), Qt::LeftButton);
    EXPECT_EQ(page()->settings().provider, Settings::Provider::OpenAi);
    EXPECT_EQ(page()->settings().baseUrl, QUrl(QStringLiteral("http://localhost:11434/v1")));
    const Settings saved = loadSettings(folder.path());
    EXPECT_EQ(saved.provider, Settings::Provider::OpenAi);
    ASSERT_EQ(saved.endpoints.size(), 1);
    EXPECT_EQ(saved.endpoints[0].name, QStringLiteral("Ollama"));
}

TEST_F(Frame, AnswersASampleQuestionByTheExamplesAlsoWhereAModelIsChosen)
{
    settings.provider = Settings::Provider::OpenAi;
    settings.baseUrl = QUrl(QStringLiteral("http://localhost:9/v1"));
    start();
    QTest::mouseClick(page()->findChildren<Button *>(QStringLiteral("sampleQuestion")).at(0),
                      Qt::LeftButton);
    EXPECT_EQ(page()->settings().provider, Settings::Provider::Builtin);
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    EXPECT_FALSE(loadSettings(folder.path()).chosenProvider); // nothing was chosen for others
    click("newConversation");
    EXPECT_EQ(page()->settings().provider, Settings::Provider::OpenAi);
}

TEST_F(Frame, ChoosesAModelForOneConversationOnly)
{
    settings.endpoints = {{QStringLiteral("Mine"), QUrl(QStringLiteral("http://localhost:9/v1")),
                           QStringLiteral("small"), false}};
    start();
    askAndWait(QStringLiteral("First"));
    ConversationPage *first = page();
    click("newConversation");
    auto *menu = part<QMenu>("modelMenu");
    Q_EMIT menu->aboutToShow();
    Q_EMIT menu->aboutToShow();
    EXPECT_EQ(menu->findChildren<QMenu *>().size(), 1); // none of before is left
    QAction *mine = menuAction(menu, QStringLiteral("Mine"));
    ASSERT_NE(mine, nullptr);
    QAction *small = menuAction(mine->menu(), QStringLiteral("small"));
    ASSERT_NE(small, nullptr);
    small->trigger();
    EXPECT_EQ(page()->settings().model, QStringLiteral("small"));
    EXPECT_EQ(first->settings().provider, Settings::Provider::Builtin);
    EXPECT_EQ(find<Button>("modelName")->text(), QStringLiteral("small"));
}

TEST_F(Frame, GivesTheNetworkToOneConversationOnly)
{
    start();
    askAndWait(QStringLiteral("First"));
    ConversationPage *first = page();
    click("newConversation");
    auto *menu = find<QMenu>("sandboxMenu");
    Q_EMIT menu->aboutToShow();
    QAction *network = menu->findChild<QAction *>(QStringLiteral("networkOn"));
    ASSERT_NE(network, nullptr);
    EXPECT_FALSE(network->isChecked());
    network->trigger();
    EXPECT_TRUE(page()->settings().network);
    EXPECT_FALSE(first->settings().network);
    EXPECT_FALSE(loadSettings(folder.path()).network);
    EXPECT_TRUE(part<PlainLabel>("status")->text().contains(QStringLiteral("network on")));
}

TEST_F(Frame, AsksOnceWhetherTheKernelShallStartAgain)
{
    start();
    askAndWait(QStringLiteral("First"));
    for (int i = 0; i < 2; ++i) {
        Q_EMIT find<QMenu>("sandboxMenu")->aboutToShow();
        find<QMenu>("sandboxMenu")->findChild<QAction *>(QStringLiteral("networkOn"))->trigger();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    EXPECT_TRUE(page()->messages()->text().contains(QStringLiteral("has no network")));
    QTest::mouseClick(page()->messages()->findChild<Button *>(QStringLiteral("messageClose")),
                      Qt::LeftButton);
    EXPECT_FALSE(page()->messages()->isVisible());
}

TEST_F(Frame, SaysTheLimitsInTheSandboxMenu)
{
    start();
    auto *menu = find<QMenu>("sandboxMenu");
    Q_EMIT menu->aboutToShow();
    EXPECT_NE(menuAction(menu, QStringLiteral("256 processes")), nullptr);
    EXPECT_FALSE(menu->findChild<QAction *>(QStringLiteral("restartKernel"))->isEnabled());
}

TEST_F(Frame, CopiesDiagnosticsWithoutKeys)
{
    settings.endpoints = {{QStringLiteral("Mine"),
                           QUrl(QStringLiteral("https://user:hunter2secret@x.example/v1")),
                           {},
                           true}};
    start();
    press(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    auto *copy = part<QDialog>("logWindow")->findChild<Button *>(QStringLiteral("copyDiagnostics"));
    QTest::mouseClick(copy, Qt::LeftButton);
    const QString text = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(text.contains(QStringLiteral("x.example")));
    EXPECT_TRUE(text.contains(QStringLiteral("key set")));
    EXPECT_FALSE(text.contains(QStringLiteral("hunter2")));
    EXPECT_TRUE(messages()->text().contains(QStringLiteral("copied")));
}

TEST_F(Frame, OffersToUndoADeletionForTenSecondsAndThenDeletesForGood)
{
    start();
    askAndWait(QStringLiteral("Delete me"));
    list()->setCurrentIndex(list()->model()->index(0, 0));
    QElapsedTimer clock;
    clock.start();
    QTest::keyClick(list(), Qt::Key_Delete);
    ASSERT_TRUE(waitFor([&] { return messages()->isVisible(); }));
    EXPECT_EQ(Library(folder.path()).removed().size(), 1);
    ASSERT_TRUE(waitFor([&] { return !messages()->isVisible(); }));
    EXPECT_GE(clock.elapsed(), 9000);
    EXPECT_TRUE(waitFor([&] { return Library(folder.path()).removed().isEmpty(); }));
    EXPECT_TRUE(Library(folder.path()).list().isEmpty());
}
