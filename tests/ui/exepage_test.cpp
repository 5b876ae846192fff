// SPDX-License-Identifier: GPL-3.0-or-later
// The token for exe.dev in the window: the card, the settings and the health page, with a stand-in
// exe.dev and a model server behind its gateway.
#include "ui/windowfixture.h"

#include "app/tokenrights.h"
#include "exe/server.h"
#include "parts/localparts.h"
#include "standin/standin.h"
#include "ui/button.h"
#include "ui/commandview.h"
#include "ui/execard.h"
#include "ui/plainlabel.h"
#include "ui/settingsdialog.h"
#include "ui/startpage.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDirIterator>
#include <QDoubleSpinBox>
#include <QLineEdit>

using namespace sandglass;

namespace {

const char *const token = "exe1.token-of-this-test";

class ExeWindow : public Window
{
protected:
    ExeWindow()
        : gateway(QStringLiteral("model_server.py"),
                  {QStringLiteral("--model"), QStringLiteral("gpt-5.5"), QStringLiteral("--model"),
                   QStringLiteral("claude"), QStringLiteral("--answer"),
                   QStringLiteral("Answered.")})
        , exe({QStringLiteral("--llm-url"), gateway.url().toString(), QStringLiteral("--token"),
               QLatin1String(token), QStringLiteral("--token"),
               QStringLiteral("plain:cmds=default")})
    {
        settings.dataFolder = folder.path();
        settings.exeUrl = exe.baseUrl();
        settings.gatewayUrl = gateway.url();
        saveSettings(settings);
        Session::Parts parts;
        parts.sandbox = [](const QString &, const Settings &, const QList<FileRecord> &) {
            return std::make_unique<FakeSandbox>([](const FakeCell &) { return okResult(); });
        };
        parts.model = makeModel;
        window = std::make_unique<MainWindow>(parts, settings, Secret(), servers);
        window->show();
    }

    ExeCard *card() { return page()->findChild<ExeCard *>(); }

    template <class Widget>
    static Widget *in(QWidget *place, const char *name)
    {
        return place->findChild<Widget *>(QLatin1String(name));
    }

    /// Types a token, has it checked and gives the words that say how that went.
    QString check(QWidget *place, const char *typed)
    {
        auto *button = in<Button>(place, "checkExeToken");
        in<QLineEdit>(place, "exeToken")->setText(QString::fromUtf8(typed));
        QTest::mouseClick(button, Qt::LeftButton);
        auto *result = in<PlainLabel>(place, "exeTokenResult");
        EXPECT_TRUE(waitFor([&] { return !result->text().endsWith(u'…'); }));
        return result->text();
    }

    SettingsDialog *dialog(SettingsDialog::Page shown)
    {
        // An earlier one deletes itself.
        EXPECT_TRUE(waitFor([&] { return window->findChild<SettingsDialog *>() == nullptr; }));
        press(Qt::Key_Comma, Qt::ControlModifier);
        auto *found = window->findChild<SettingsDialog *>();
        found->showPage(shown);
        return found;
    }

    Settings saved() { return loadSettings(folder.path()); }

    test::StandIn gateway;
    exedev::test::Server exe;
};

} // namespace

TEST_F(ExeWindow, NeedsNothingButATokenInTheCardForAModel)
{
    check(card(), token);
    ASSERT_TRUE(waitFor([&] { return find<Button>("modelName")->text() == u"gpt-5.5"; }));
    EXPECT_TRUE(exe.state().empty()) << "the check made something";
    EXPECT_FALSE(in<QLineEdit>(card(), "exeToken")->isVisible());
    EXPECT_EQ(saved().chosenProvider, Settings::Provider::Gateway);
    EXPECT_TRUE(saved().hasExeToken);
    EXPECT_TRUE(saved().exeNotesShown);
    EXPECT_TRUE(find<PlainLabel>("whereCodeRuns")->text().contains(QStringLiteral("at exe.dev")));
    EXPECT_TRUE(messages()->findChild<PlainLabel *>()->text().contains(QStringLiteral("auto:all")));

    type(QStringLiteral("What is it?"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 2; }, 60'000));
    EXPECT_TRUE(exe.state()[0]["comment"].get<std::string>().starts_with("code-interpreter-relay"));
    QDirIterator files(folder.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        EXPECT_FALSE(file.readAll().contains(token)) << file.fileName().toStdString();
    }
}

TEST_F(ExeWindow, RunsCodeAtExeDevThoughAFileWasGivenBeforeAndKeepsItsNetwork)
{
    QFile file(folder.filePath(QStringLiteral("a.csv")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("x\n1\n");
    file.close();
    ASSERT_TRUE(drop(window.get(), {QUrl::fromLocalFile(file.fileName())}));
    ASSERT_TRUE(
        waitFor([&] { return page()->session() != nullptr && document().files().size() == 1; }));
    SettingsDialog *shown = dialog(SettingsDialog::Page::ExeDev);
    check(card(), token);
    ASSERT_TRUE(waitFor([&] { return find<Button>("modelName")->text() == u"gpt-5.5"; }));
    EXPECT_EQ(page()->settings().sandbox, Settings::SandboxKind::Exe);
    Settings chosen = page()->settings();
    chosen.egress = Settings::Egress::Integrations;
    page()->setSettings(chosen);
    press(Qt::Key_Plus, Qt::ControlModifier); // a setting of all conversations
    EXPECT_GT(page()->settings().zoom, chosen.zoom);
    EXPECT_EQ(page()->settings().egress, Settings::Egress::Integrations);
    QTest::mouseClick(in<Button>(shown, "saveSettings"), Qt::LeftButton);
    EXPECT_EQ(saved().sandbox, Settings::SandboxKind::Exe) << "the dialog took it back";
}

TEST_F(ExeWindow, SaysWhatATokenIsNotGoodFor)
{
    EXPECT_TRUE(check(card(), "wrong").contains(QStringLiteral("refused the token")));
    EXPECT_TRUE(check(card(), "two words").contains(QStringLiteral("That is no token")));
    const QString lacks = check(card(), "plain");
    EXPECT_TRUE(lacks.contains(QStringLiteral("no code can run in a sandbox")))
        << lacks.toStdString();
    EXPECT_EQ(page()->settings().provider, Settings::Provider::Builtin);
    EXPECT_FALSE(saved().hasExeToken);
}

TEST_F(ExeWindow, CopiesTheCommandThatMakesAToken)
{
    QTest::mouseClick(in<Button>(card(), "copyTokenCommand"), Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->text(), newTokenCommand());
    auto *command = in<CommandView>(card(), "tokenCommand");
    const QString whole = CommandView::typed(command->toPlainText());
    EXPECT_EQ(QString(whole).replace(QStringLiteral(" \\\n  "), QStringLiteral(" ")),
              newTokenCommand());
    command->selectAll();
    command->copy();
    EXPECT_EQ(QApplication::clipboard()->text(), whole);
}

TEST_F(ExeWindow, SavesItsSettingsAndRefusesWhatMakesNoSense)
{
    SettingsDialog *shown = dialog(SettingsDialog::Page::ExeDev);
    in<QLineEdit>(shown, "relayVm")->setText(QStringLiteral("not a name"));
    QTest::mouseClick(in<Button>(shown, "saveSettings"), Qt::LeftButton);
    EXPECT_TRUE(
        in<PlainLabel>(shown, "messageText")->text().contains(QStringLiteral("not a name")));
    in<QDoubleSpinBox>(shown, "pauseAfter")->setValue(7);
    in<QDoubleSpinBox>(shown, "deleteAfter")->setValue(5);
    EXPECT_EQ(in<QDoubleSpinBox>(shown, "pauseAfter")->text(), QStringLiteral("7 min"));
    EXPECT_EQ(in<QDoubleSpinBox>(shown, "deleteAfter")->text(), QStringLiteral("5 days"));
    in<QLineEdit>(shown, "exePackages")->setText(QStringLiteral("ipykernel polars>=1"));
    in<QLineEdit>(shown, "gatewayModel")->setText(QStringLiteral("claude"));
    in<QLineEdit>(shown, "relayVm")->setText(QStringLiteral("my-vm"));
    in<QLineEdit>(shown, "exeToken")->setText(QStringLiteral("Token: xyz"));
    QTest::mouseClick(in<Button>(shown, "saveSettings"), Qt::LeftButton);
    EXPECT_TRUE(in<PlainLabel>(shown, "messageText")->text().contains(QStringLiteral("no token")));
    in<QLineEdit>(shown, "exeToken")->setText(QString::fromUtf8(token));
    in<QCheckBox>(shown, "egress")->setChecked(false);
    in<QComboBox>(shown, "sandboxKind")->setCurrentIndex(1);
    QTest::mouseClick(in<Button>(shown, "saveSettings"), Qt::LeftButton);
    const Settings now = saved();
    EXPECT_EQ(now.pauseAfter, std::chrono::minutes(7));
    EXPECT_EQ(now.deleteAfter, std::chrono::hours(5 * 24));
    EXPECT_EQ(now.packages.join(u' '), QStringLiteral("ipykernel polars>=1"));
    EXPECT_EQ(now.gatewayModel, QStringLiteral("claude"));
    EXPECT_EQ(now.relayVm, QStringLiteral("my-vm"));
    EXPECT_EQ(now.egress, Settings::Egress::Integrations);
    EXPECT_EQ(now.sandbox, Settings::SandboxKind::Exe);
    EXPECT_TRUE(now.hasExeToken);
    EXPECT_TRUE(in<Button>(card(), "useExe")->isVisible());

    shown = dialog(SettingsDialog::Page::ExeDev);
    EXPECT_EQ(in<QLineEdit>(shown, "relayVm")->text(), QStringLiteral("my-vm"));
    EXPECT_TRUE(in<QLineEdit>(shown, "exeToken")->text().isEmpty()) << "a token is never shown";
    in<QLineEdit>(shown, "relayVm")->clear();
    in<QCheckBox>(shown, "forgetExeToken")->setChecked(true);
    QTest::mouseClick(in<Button>(shown, "saveSettings"), Qt::LeftButton);
    EXPECT_TRUE(saved().relayVm.isEmpty());
    EXPECT_FALSE(saved().hasExeToken);
    EXPECT_FALSE(in<Button>(card(), "useExe")->isVisible());
}

TEST_F(ExeWindow, AsksTheGatewayOnlyByItsOwnButton)
{
    window->useExeToken(Secret(token));
    SettingsDialog *shown = dialog(SettingsDialog::Page::ExeDev);
    auto *answer = in<PlainLabel>(shown, "gatewayAnswer");
    EXPECT_TRUE(answer->text().contains(QStringLiteral("20 seconds"))); // what it takes
    EXPECT_TRUE(answer->text().contains(QStringLiteral("your plan")));  // and costs
    EXPECT_TRUE(exe.state().empty());
    QTest::mouseClick(in<Button>(shown, "askGateway"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return in<Button>(shown, "askGateway")->isEnabled(); }, 60'000));
    EXPECT_TRUE(answer->text().contains(QStringLiteral("gpt-5.5, claude")))
        << answer->text().toStdString();
    EXPECT_EQ(exe.state().size(), 1U);
}

TEST_F(ExeWindow, IsWhereToLookWhenATokenIsRefused)
{
    window->useExeToken(Secret("wrong"));
    QTest::mouseClick(in<Button>(card(), "useExe"), Qt::LeftButton);
    type(QStringLiteral("What is it?"));
    Button *remedy = nullptr;
    ASSERT_TRUE(waitFor([&] {
        remedy = idle() ? find<Button>("turnRemedy") : nullptr;
        return remedy != nullptr && remedy->isVisible();
    }));
    QTest::mouseClick(remedy, Qt::LeftButton);
    auto *shown = window->findChild<SettingsDialog *>();
    ASSERT_NE(shown, nullptr);
    EXPECT_TRUE(in<QLineEdit>(shown, "exeToken")->isVisible());
}

TEST_F(ExeWindow, TellsTheHealthOfWhatAnAnswerNeeds)
{
    SettingsDialog *shown = dialog(SettingsDialog::Page::Health);
    auto *exeState = in<PlainLabel>(shown, "healthExe");
    ASSERT_TRUE(waitFor([&] { return exeState->text() != QStringLiteral("Checking…"); }));
    EXPECT_TRUE(exeState->text().contains(QStringLiteral("No token for exe.dev is set.")));
    EXPECT_TRUE(
        in<PlainLabel>(shown, "healthModel")->text().startsWith(QStringLiteral("✓ The built-in")));
    QTest::mouseClick(in<Button>(shown, "healthSandboxCheck"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return in<PlainLabel>(shown, "healthSandbox")->text() == u"✓"; }));
    ASSERT_TRUE(waitFor([&] { return in<Button>(shown, "healthKeychainCheck")->isEnabled(); }));
    EXPECT_FALSE(in<PlainLabel>(shown, "healthKeychain")->text().isEmpty());
    shown->close();

    window->useExeToken(Secret("plain"));
    shown = dialog(SettingsDialog::Page::Health);
    exeState = in<PlainLabel>(shown, "healthExe");
    ASSERT_TRUE(waitFor([&] { return exeState->text() != QStringLiteral("Checking…"); }));
    EXPECT_TRUE(exeState->text().contains(QStringLiteral("It may not run “pause”")))
        << exeState->text().toStdString();
}
