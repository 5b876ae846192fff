// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sandboxactions.h"

#include "app/fakes.h"
#include "app/openconversation.h"
#include "exe/server.h"
#include "ui/button.h"
#include "ui/conversationpage.h"
#include "ui/messagebar.h"
#include "ui/pageheader.h"
#include "ui/plainlabel.h"
#include "ui/previewdialog.h"
#include "ui/resizedialog.h"
#include "ui/sandboxeswindow.h"
#include "ui/sandboxusage.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QSpinBox>
#include <QTcpServer>
#include <QTest>

using namespace sandglass;
using exedev::test::text;

namespace {

/// The header of a page whose code runs in a VM of a stand-in server.
class VmMenu : public testing::Test
{
protected:
    void SetUp() override
    {
        exedev::CreateOptions options;
        options.comment = text("code-interpreter c=1 i=2");
        options.waitUntil = exedev::Ready::Created;
        exedev::Vm made = server.client().create(options);
        made.release();
        vm = made.name();
        settings.dataFolder = folder.path();
        settings.sandbox = Settings::SandboxKind::Exe;
        page = std::make_unique<ConversationPage>(ConversationId::create(),
                                                  ConversationPage::MakeSession(), settings);
        page->header()->setSettings(settings);
        page->header()->setVm(vm);
        page->header()->setState(SandboxState::Ready, {});
        actions.connectPage(page.get());
        window.show();
        page->show();
        use("all");
    }
    void use(const char *token)
    {
        actions.control()->setAccess(server.baseUrl(), Secret(QByteArray(token)), folder.path());
    }
    QAction *entry(const char *name)
    {
        Q_EMIT page->header()->sandboxMenu()->aboutToShow();
        return page->header()->sandboxMenu()->findChild<QAction *>(QLatin1String(name));
    }
    void choose(const char *name)
    {
        QAction *action = entry(name);
        ASSERT_NE(action, nullptr) << name;
        ASSERT_TRUE(action->isEnabled()) << name;
        action->trigger();
    }
    QString message() { return page->messages()->text(); }
    void answer()
    {
        QTest::mouseClick(page->messages()->findChild<Button *>(text("messageAction")),
                          Qt::LeftButton);
    }
    bool says(const char *words)
    {
        return waitFor([&] { return message().contains(text(words)); });
    }
    int asked(const char *op) // of this VM
    {
        int count = 0;
        for (const auto &one : server.log(op))
            count += one["command"].get<std::string>().find(vm.toStdString()) != std::string::npos;
        return count;
    }
    nlohmann::json state() { return server.state().at(0); }
    QString chip() { return page->header()->findChild<Button *>(text("sandboxState"))->text(); }

    exedev::test::Server server;
    QTemporaryDir folder;
    Settings settings;
    QString vm;
    QWidget window;
    SandboxActions actions{&window};
    std::unique_ptr<ConversationPage> page;
};

} // namespace

TEST_F(VmMenu, ShowsEachStateOfTheVmInTheHeader)
{
    const std::pair<SandboxState, const char *> states[] = {
        {SandboxState::None, "not connected"},
        {SandboxState::MakingBase, "making the base…"},
        {SandboxState::Copying, "copying the base…"},
        {SandboxState::Ready, "ready"},
        {SandboxState::Running, "running"},
        {SandboxState::Paused, "paused"},
        {SandboxState::Resuming, "resuming…"},
        {SandboxState::Gone, "gone"}};
    for (const auto &[state, words] : states) {
        page->header()->setState(state, {});
        EXPECT_EQ(chip(), vm + text(" · ") + text(words));
    }
    page->header()->setVm({});
    page->header()->setState(SandboxState::None, {});
    EXPECT_EQ(chip(), text("no sandbox yet"));
    page->header()->setState(SandboxState::MakingBase, {});
    EXPECT_EQ(chip(), text("exe.dev · making the base…"));
}

TEST_F(VmMenu, CountsTheSecondsOfACellThatRuns)
{
    page->header()->setState(SandboxState::Running, {});
    EXPECT_TRUE(waitFor([&] { return chip().endsWith(text("running 2 s")); }))
        << chip().toStdString();
    page->header()->setState(SandboxState::Ready, {});
    EXPECT_TRUE(chip().endsWith(text("ready")));
}

TEST_F(VmMenu, PausesAndResumes)
{
    choose("pauseVm");
    EXPECT_TRUE(says("is paused"));
    EXPECT_EQ(state()["status"], "paused");
    EXPECT_TRUE(chip().endsWith(text("paused")));
    EXPECT_EQ(entry("pauseVm"), nullptr);
    EXPECT_FALSE(entry("restartVm")->isEnabled());
    choose("resumeVm");
    EXPECT_TRUE(says("runs again, with its variables"));
    EXPECT_TRUE(chip().endsWith(text("ready")));
    EXPECT_EQ(state()["status"], "running");
}

TEST_F(VmMenu, SaysWhenAResumedVmHadToBoot)
{
    server.act(vm, "stop");
    page->header()->setState(SandboxState::Paused, {});
    choose("resumeVm");
    EXPECT_TRUE(says("variables are gone"));
    EXPECT_TRUE(chip().endsWith(text("kernel ended")));
}

TEST_F(VmMenu, RestartsAndDeletesOnlyAfterAnAnswer)
{
    choose("restartVm");
    EXPECT_TRUE(message().contains(text("Variables and everything that runs in it are lost")));
    EXPECT_EQ(asked("restart"), 0);
    answer();
    EXPECT_TRUE(says("was restarted"));
    EXPECT_EQ(asked("restart"), 1);
    choose("deleteVm");
    EXPECT_EQ(asked("rm"), 0);
    answer();
    EXPECT_TRUE(says("was deleted"));
    EXPECT_TRUE(chip().endsWith(text("gone")));
    EXPECT_TRUE(server.state().empty());
}

TEST_F(VmMenu, ChangesTheNetworkOfThisConversation)
{
    choose("egressIntegrations");
    EXPECT_TRUE(says("only exe.dev's integrations now"));
    EXPECT_EQ(state()["egress"], "integrations");
    EXPECT_EQ(int(page->settings().egress), int(Settings::Egress::Integrations));
    EXPECT_TRUE(entry("egressIntegrations")->isChecked());
    page->header()->setVm({});
    choose("egressAll");
    EXPECT_TRUE(says("will reach the whole network"));
    EXPECT_EQ(state()["egress"], "integrations");
}

TEST_F(VmMenu, ShowsTheNetworkThatThereIsWhenAChangeIsRefused)
{
    server.addToken("some:cmds=ls,ssh");
    use("some");
    choose("egressIntegrations"); // nothing is known of the token yet
    EXPECT_TRUE(says("may not run"));
    EXPECT_EQ(int(page->settings().egress), int(Settings::Egress::All));
    EXPECT_TRUE(entry("egressAll")->isChecked());
}

TEST_F(VmMenu, ResizesAndRestartsForItsCpus)
{
    choose("resizeVm");
    auto *dialog = window.findChild<ResizeDialog *>();
    ASSERT_NE(dialog, nullptr);
    dialog->findChild<QSpinBox *>(text("resizeCpu"))->setValue(4);
    dialog->findChild<QSpinBox *>(text("resizeDisk"))->setValue(30);
    QTest::mouseClick(dialog->findChild<Button *>(text("resize")), Qt::LeftButton);
    EXPECT_TRUE(says("was resized"));
    EXPECT_EQ(state()["cpu"], 4);
    EXPECT_EQ(state()["disk"], 30LL << 30);
    EXPECT_EQ(asked("restart"), 1);
}

TEST_F(VmMenu, SaysWhatWasRefusedAndDisablesItFromThenOn)
{
    server.addToken("some:cmds=ls,ssh,rm");
    use("some");
    choose("pauseVm"); // nothing is known of the token yet
    EXPECT_TRUE(says("may not run “pause”"));
    EXPECT_FALSE(entry("pauseVm")->isEnabled());
    EXPECT_TRUE(entry("pauseVm")->toolTip().contains(text("“pause”")));
    EXPECT_TRUE(waitFor([&] { return !actions.control()->may(text("egress")); }));
    EXPECT_FALSE(entry("restartVm")->isEnabled());
    EXPECT_TRUE(entry("deleteVm")->isEnabled());
}

TEST_F(VmMenu, SaysThatATokenIsMissing)
{
    use("");
    choose("pauseVm");
    EXPECT_TRUE(message().contains(text("No token for exe.dev is set")));
    EXPECT_EQ(state()["status"], "running");
}

TEST_F(VmMenu, OffersNothingForAVmThatIsGone)
{
    page->header()->setState(SandboxState::Gone, {});
    for (const char *name :
         {"pauseVm", "restartVm", "resizeVm", "vmUsage", "previewVm", "deleteVm"})
        EXPECT_FALSE(entry(name)->isEnabled()) << name;
    EXPECT_TRUE(entry("showSandboxes")->isEnabled());
}

TEST_F(VmMenu, DoesNotPauseWhileACellRuns)
{
    page->header()->setState(SandboxState::Running, {});
    EXPECT_FALSE(entry("pauseVm")->isEnabled());
    EXPECT_TRUE(entry("restartVm")->isEnabled());
}

TEST_F(VmMenu, OpensUsageAndTheListOfSandboxes)
{
    choose("vmUsage");
    EXPECT_NE(window.findChild<SandboxUsage *>(), nullptr);
    choose("previewVm");
    EXPECT_NE(window.findChild<PreviewDialog *>(), nullptr);
    choose("showSandboxes");
    auto *list = window.findChild<SandboxesWindow *>();
    ASSERT_NE(list, nullptr);
    EXPECT_TRUE(list->isVisible());
    int asked = 0;
    QObject::connect(&actions, &SandboxActions::settingsRequested, &window, [&] { ++asked; });
    Q_EMIT list->settingsRequested();
    EXPECT_EQ(asked, 1);
}

TEST_F(VmMenu, PreviewsAServerPrivatelyAndPublishesItOnlyAfterAWarning)
{
    QTcpServer listening; // the stand-in's VMs share the ports of this computer
    int port = 8000;
    while (!listening.listen(QHostAddress::AnyIPv4, static_cast<quint16>(port)) && port < 8100)
        ++port;
    PreviewDialog dialog(actions.control(), vm, port);
    PreviewDialog *preview = &dialog;
    preview->show();
    auto *ports = preview->findChild<QComboBox *>(text("previewPort"));
    ASSERT_TRUE(waitFor([&] { return ports->currentData().toInt() == port; }));
    const auto words = [&](const char *name) {
        return preview->findChild<PlainLabel *>(QLatin1String(name))->text();
    };
    ASSERT_TRUE(waitFor([&] { return words("previewState").contains(text("Private")); }));
    EXPECT_EQ(words("previewAddress"), text("https://%1.exe.xyz:%2/").arg(vm).arg(port));
    QUrl opened;
    QObject::connect(preview, &PreviewDialog::openRequested, preview,
                     [&](const QUrl &address) { opened = address; });
    QTest::mouseClick(preview->findChild<Button *>(text("openPreview")), Qt::LeftButton);
    EXPECT_EQ(opened.toString(), words("previewAddress"));
    auto *publish = preview->findChild<Button *>(text("publishPreview"));
    QTest::mouseClick(publish, Qt::LeftButton);
    auto *messages = preview->findChild<MessageBar *>();
    EXPECT_TRUE(messages->text().contains(text("anyone on the internet")));
    EXPECT_EQ(state()["public"], false);
    QTest::mouseClick(messages->findChild<Button *>(text("messageAction")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return words("previewState").contains(text("Public")); }));
    EXPECT_EQ(state()["public"], true);
    EXPECT_EQ(state()["port"], port);
    QTest::mouseClick(publish, Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return words("previewState").contains(text("Private")); }));
    EXPECT_EQ(state()["public"], false);
}
