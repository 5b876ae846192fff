// SPDX-License-Identifier: GPL-3.0-or-later
// The main window with a token for exe.dev.
#include "exe/server.h"
#include "ui/button.h"
#include "ui/pageheader.h"
#include "ui/plainlabel.h"
#include "ui/quitdialog.h"
#include "ui/sandboxeswindow.h"
#include "ui/variablesbar.h"
#include "ui/windowfixture.h"

#include <QCheckBox>
#include <QTableView>

using namespace sandglass;
using exedev::test::text;

namespace {

class ExeWindow : public Window
{
protected:
    void open(const char *token = "all")
    {
        settings.exeUrl = server.baseUrl();
        settings.sandbox = Settings::SandboxKind::Exe;
        start();
        window->useExeToken(Secret(QByteArray(token)));
    }
    QString makeVm()
    {
        exedev::CreateOptions options;
        options.comment = text("code-interpreter c=1 i=2");
        options.waitUntil = exedev::Ready::Created;
        exedev::Vm vm = server.client().create(options);
        vm.release();
        return vm.name();
    }
    // As its session tells it.
    QString openWithVm()
    {
        open();
        const QString vm = makeVm();
        page()->header()->setVm(vm);
        page()->header()->setState(SandboxState::Ready, {});
        return vm;
    }
    std::string status() { return server.state().at(0)["status"]; }
    QuitDialog *quit() { return window->findChild<QuitDialog *>(); }
    void clickQuit(const char *name)
    {
        QTest::mouseClick(quit()->findChild<Button *>(QLatin1String(name)), Qt::LeftButton);
    }
    bool isClosed()
    {
        return waitFor([&] { return !window->isVisible(); });
    }

    exedev::test::Server server;
};

} // namespace

TEST_F(ExeWindow, OpensTheListOfSandboxesByItsKeyAndFromTheSidebar)
{
    makeVm();
    open();
    auto *button = window->findChild<Button *>(text("openSandboxes"));
    ASSERT_NE(button, nullptr);
    EXPECT_TRUE(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    auto *list = window->findChild<SandboxesWindow *>();
    ASSERT_NE(list, nullptr);
    auto *table = list->findChild<QTableView *>();
    EXPECT_TRUE(waitFor([&] { return table->model()->rowCount() == 1; }));
    list->close();
    ASSERT_TRUE(waitFor([&] { return window->findChild<SandboxesWindow *>() == nullptr; }));
    press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_NE(window->findChild<SandboxesWindow *>(), nullptr);
}

TEST_F(ExeWindow, OffersNoListInTheSidebarWithoutAToken)
{
    start();
    EXPECT_FALSE(window->findChild<Button *>(text("openSandboxes"))->isVisible());
}

TEST_F(ExeWindow, PausesWhatRunsBeforeItCloses)
{
    openWithVm();
    EXPECT_FALSE(window->close());
    ASSERT_NE(quit(), nullptr);
    EXPECT_TRUE(quit()->findChild<Button *>(text("pauseAndClose"))->isDefault());
    EXPECT_EQ(status(), "running");
    clickQuit("pauseAndClose");
    EXPECT_TRUE(isClosed());
    EXPECT_EQ(status(), "paused");
    EXPECT_EQ(int(loadSettings(folder.path()).atQuit), int(Settings::AtQuit::Ask));
}

TEST_F(ExeWindow, LeavesThemRunningAndRemembersTheAnswer)
{
    openWithVm();
    window->close();
    ASSERT_NE(quit(), nullptr);
    quit()->findChild<QCheckBox *>(text("rememberQuit"))->setChecked(true);
    clickQuit("leaveRunning");
    EXPECT_TRUE(isClosed());
    EXPECT_EQ(status(), "running");
    EXPECT_EQ(int(loadSettings(folder.path()).atQuit), int(Settings::AtQuit::Leave));
}

TEST_F(ExeWindow, StaysOpenWhenTheQuestionIsCancelled)
{
    openWithVm();
    window->close();
    ASSERT_NE(quit(), nullptr);
    clickQuit("cancelQuit");
    EXPECT_TRUE(waitFor([&] { return quit() == nullptr; }));
    EXPECT_TRUE(window->isVisible());
    EXPECT_EQ(status(), "running");
    EXPECT_FALSE(window->close()) << "it asks again";
}

TEST_F(ExeWindow, PausesWithoutAskingWhereThatIsRemembered)
{
    settings.atQuit = Settings::AtQuit::Pause;
    openWithVm();
    EXPECT_FALSE(window->close());
    EXPECT_TRUE(isClosed());
    EXPECT_EQ(status(), "paused");
}

TEST_F(ExeWindow, ClosesThoughOneCannotBePaused)
{
    openWithVm();
    server.fault(500, "pause");
    window->close();
    ASSERT_NE(quit(), nullptr);
    clickQuit("pauseAndClose");
    EXPECT_TRUE(isClosed());
    EXPECT_EQ(status(), "running");
}

TEST_F(ExeWindow, ClosesAtOnceWhileAPauseTakesTooLong)
{
    openWithVm();
    server.fault("slow", "pause", {{"delay", 30}});
    window->close();
    ASSERT_NE(quit(), nullptr);
    clickQuit("pauseAndClose");
    EXPECT_EQ(quit()->findChild<PlainLabel *>(text("quitWords"))->text().left(7), text("Pausing"));
    clickQuit("leaveRunning");
    EXPECT_TRUE(isClosed());
}

TEST_F(ExeWindow, AsksNothingWhereNoVmRuns)
{
    openWithVm();
    page()->header()->setState(SandboxState::Paused, {});
    EXPECT_TRUE(window->close());
}

TEST(VariablesBar, OffersToRestoreASandboxThatIsGone)
{
    VariablesBar bar;
    bar.setLost(3, true);
    EXPECT_TRUE(bar.isVisibleTo(nullptr));
    auto *run = bar.findChild<Button *>(text("runCellsAgain"));
    EXPECT_EQ(run->text(), text("Restore"));
    EXPECT_TRUE(run->accessibleName().contains(text("Run 3 cells again")));
    const auto *words = bar.findChild<PlainLabel *>(text("variablesGone"));
    EXPECT_TRUE(words->text().contains(text("The sandbox is gone")));
    bar.setLost(0, true);
    EXPECT_FALSE(run->isVisibleTo(&bar)) << "there are no cells to run";
    bar.setLost(1);
    EXPECT_EQ(run->text(), text("Run 1 cell again"));
    bar.setLost(0);
    EXPECT_TRUE(bar.isHidden());
}
