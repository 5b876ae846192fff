// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window with code that runs in VMs of a stand-in exe.dev: real sessions and kernels.
#include "parts/localparts.h"
#include "sandbox/exekit.h"
#include "ui/button.h"
#include "ui/pageheader.h"
#include "ui/plainlabel.h"
#include "ui/quitdialog.h"
#include "ui/sandboxesmodel.h"
#include "ui/sandboxeswindow.h"
#include "ui/sandboxmenu.h"
#include "ui/variablesbar.h"
#include "ui/windowfixture.h"

#include <QFile>
#include <QListView>
#include <QTableView>

using namespace sandglass;
using exedev::test::text;

namespace {

class LiveExe : public Window
{
protected:
    void SetUp() override
    {
        settings.dataFolder = folder.path();
        settings.exeUrl = server->baseUrl();
        settings.sandbox = Settings::SandboxKind::Exe;
        settings.packages = QStringList{text("ipykernel"), text("numpy")};
        open();
    }
    void open()
    {
        window = std::make_unique<MainWindow>(localParts(), settings, Secret(), servers);
        window->show();
        window->useExeToken(Secret("all"));
    }
    bool rests()
    {
        return waitFor([this] { return idle(); }, 60'000);
    }
    void run(const char *code)
    {
        page()->runCell(text(code));
        ASSERT_TRUE(rests());
    }
    QByteArray printed()
    {
        for (auto block = document().blocks().rbegin(); block != document().blocks().rend();
             ++block) {
            const auto *cell = std::get_if<CellBlock>(&*block);
            if (cell == nullptr)
                continue;
            QByteArray all;
            for (const ShownOutput &output : cell->outputs) {
                if (const auto *stream = std::get_if<StreamText>(&output.value))
                    all += stream->head + stream->tail;
            }
            return all;
        }
        return {};
    }
    QString chip() { return find<Button>("sandboxState")->text(); }
    QString vm() { return page()->header()->vm(); }
    void choose(const char *name)
    {
        SandboxMenu *menu = page()->header()->sandboxMenu();
        Q_EMIT menu->aboutToShow();
        auto *action = menu->findChild<QAction *>(QLatin1String(name));
        ASSERT_NE(action, nullptr);
        ASSERT_TRUE(action->isEnabled()) << name;
        action->trigger();
    }
    void showLast()
    {
        auto *list = window->findChild<QListView *>(text("conversations"));
        ASSERT_TRUE(waitFor([&] { return list->model()->rowCount() > 0; }));
        Q_EMIT list->clicked(list->model()->index(list->model()->rowCount() - 1, 0));
        ASSERT_TRUE(waitFor([&] { return page()->session() != nullptr; }));
    }
    std::string status(const QString &name)
    {
        for (const auto &one : server->state()) {
            if (one["name"] == name.toStdString())
                return one["status"];
        }
        return "none";
    }

    test::ExeServer server;
};

} // namespace

TEST_F(LiveExe, ShowsTheVmInTheHeaderAndInTheListOfSandboxes)
{
    EXPECT_EQ(chip(), text("no sandbox yet"));
    run("print(6 * 7)");
    EXPECT_EQ(printed(), "42\n");
    ASSERT_FALSE(vm().isEmpty());
    EXPECT_EQ(chip(), vm() + text(" · ready"));
    press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    auto *list = window->findChild<SandboxesWindow *>();
    ASSERT_NE(list, nullptr);
    const QAbstractItemModel *rows = list->findChild<QTableView *>()->model();
    ASSERT_TRUE(waitFor([&] { return rows->rowCount() >= 2; }));
    EXPECT_EQ(rows->index(0, SandboxesModel::Name).data().toString(), vm());
    EXPECT_EQ(rows->index(0, SandboxesModel::Owner).data().toString(), text("This computer"));
    EXPECT_EQ(rows->index(0, SandboxesModel::Status).data().toString(), text("running"));
    EXPECT_EQ(rows->index(0, SandboxesModel::Used).data().toString(), text("0 min"));
    EXPECT_TRUE(
        rows->index(1, SandboxesModel::Conversation).data().toString().contains(text("base")));
}

TEST_F(LiveExe, RestoresASandboxThatIsGoneWithFilesAndCells)
{
    QFile file(folder.filePath(text("sales.csv")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("a,b\n");
    file.close();
    page()->offerFiles({file.fileName()});
    run("x = 40");
    run("x += 2");
    const QString old = vm();
    server->act(old, "delete");
    auto *bar = page()->findChild<VariablesBar *>();
    ASSERT_TRUE(waitFor([&] { return bar->isVisible(); }, 60'000));
    EXPECT_EQ(chip(), old + text(" · gone"));
    EXPECT_TRUE(find<PlainLabel>("variablesGone")->text().contains(text("sandbox is gone")));
    auto *restore = find<Button>("runCellsAgain");
    EXPECT_EQ(restore->text(), text("Restore"));
    QTest::mouseClick(restore, Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return idle() && vm() != old; }, 60'000));
    run("print(x, open('sales.csv').read())");
    EXPECT_EQ(printed(), "42 a,b\n\n");
    EXPECT_EQ(chip(), vm() + text(" · ready"));
    EXPECT_FALSE(bar->isVisible());
}

TEST_F(LiveExe, PausesByTheMenuAndTheNextCellResumesWithItsVariables)
{
    run("x = 41");
    choose("pauseVm");
    ASSERT_TRUE(waitFor([&] { return chip().endsWith(text("paused")); }));
    EXPECT_EQ(status(vm()), "paused");
    run("print(x + 1)");
    EXPECT_EQ(printed(), "42\n");
    EXPECT_TRUE(chip().endsWith(text("ready")));
}

TEST_F(LiveExe, PausesBeforeItClosesAndGoesOnWhenItIsOpenedAgain)
{
    run("x = 41");
    const QString before = vm();
    const ConversationId id = document().id();
    EXPECT_FALSE(window->close());
    auto *quit = window->findChild<QuitDialog *>();
    ASSERT_NE(quit, nullptr);
    QTest::mouseClick(quit->findChild<Button *>(text("pauseAndClose")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return !window->isVisible(); }));
    EXPECT_EQ(status(before), "paused");
    window.reset();
    open();
    showLast();
    EXPECT_EQ(document().id(), id);
    EXPECT_EQ(vm(), before);
    EXPECT_EQ(status(before), "paused") << "to look at it doesn't touch it";
    run("print(x + 1)");
    EXPECT_EQ(printed(), "42\n");
}

TEST_F(LiveExe, LeavesACellRunningWhenItClosesAndShowsItsEndLater)
{
    run("x = 1");
    page()->runCell(text("import time\nfor i in range(40):\n    print(i, flush=True)\n"
                         "    time.sleep(0.05)\n"));
    ASSERT_TRUE(waitFor([&] { return printed().startsWith("0\n1\n"); }));
    EXPECT_FALSE(window->close());
    EXPECT_TRUE(messages()->text().contains(text("goes on there")))
        << messages()->text().toStdString();
    QTest::mouseClick(messages()->findChild<Button *>(text("messageAction")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return !window->isVisible(); }));
    EXPECT_EQ(window->findChild<QuitDialog *>(), nullptr);
    window.reset();
    open();
    showLast();
    ASSERT_TRUE(rests());
    QByteArray all;
    for (int i = 0; i < 40; ++i)
        all += QByteArray::number(i) + '\n';
    EXPECT_EQ(printed(), all);
}

TEST_F(LiveExe, DeletesTheVmAndTheNextCellGetsANewOne)
{
    run("x = 1");
    const QString old = vm();
    choose("deleteVm");
    QTest::mouseClick(page()->messages()->findChild<Button *>(text("messageAction")),
                      Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return chip().endsWith(text("gone")); }));
    EXPECT_EQ(status(old), "none");
    run("print('x' in globals())");
    EXPECT_EQ(printed(), "False\n");
    EXPECT_NE(vm(), old);
}

TEST_F(LiveExe, OffersToOpenAServerThatACellTellsOf)
{
    run("print('Serving HTTP on 0.0.0.0 port 8000 (http://0.0.0.0:8000/) ...')");
    EXPECT_TRUE(
        waitFor([&] { return page()->messages()->text().contains(text("server on port 8000")); }));
    EXPECT_EQ(page()->messages()->findChild<Button *>(text("messageAction"))->text(),
              text("Open preview"));
}
