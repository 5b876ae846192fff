// SPDX-License-Identifier: GPL-3.0-or-later
// The settings dialog in the window, with a real model server beside it.
#include "ui/windowfixture.h"

#include "parts/localparts.h"
#include "standin/standin.h"
#include "ui/button.h"
#include "ui/modelmenu.h"
#include "ui/plainlabel.h"
#include "ui/settingsdialog.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QRadioButton>
#include <QSpinBox>

using namespace sandglass;

namespace {

class SettingsWindow : public Window
{
protected:
    void open()
    {
        if (!window)
            startReal();
        press(Qt::Key_Comma, Qt::ControlModifier);
        dialog = window->findChild<SettingsDialog *>();
        ASSERT_NE(dialog, nullptr);
    }
    // Real models, so that Test asks a real server.
    void startReal()
    {
        settings.dataFolder = folder.path();
        Session::Parts parts;
        parts.sandbox = [](const QString &, const Settings &, const QList<FileRecord> &) {
            return std::make_unique<FakeSandbox>([](const FakeCell &) { return okResult(); });
        };
        parts.model = makeModel;
        window = std::make_unique<MainWindow>(parts, settings, Secret(), servers);
        window->show();
    }
    template <class Widget>
    Widget *field(const char *name)
    {
        return dialog->findChild<Widget *>(QLatin1String(name));
    }
    void click(const char *name) { QTest::mouseClick(field<Button>(name), Qt::LeftButton); }
    QString problem() { return field<PlainLabel>("messageText")->text(); }
    Settings saved() { return loadSettings(folder.path()); }

    SettingsDialog *dialog = nullptr;
};

const QUrl here(QStringLiteral("http://localhost:11434/v1"));

} // namespace

TEST_F(SettingsWindow, AddsAnEndpointWhichThenAnswers)
{
    open();
    EXPECT_FALSE(field<QLineEdit>("endpointUrl")->isVisible());
    click("addEndpoint");
    field<QLineEdit>("endpointName")->setText(QStringLiteral("Mine"));
    field<QLineEdit>("endpointUrl")->setText(QStringLiteral("localhost:11434/v1"));
    field<QComboBox>("endpointModel")->setEditText(QStringLiteral("small"));
    click("saveSettings");
    ASSERT_EQ(saved().endpoints.size(), 1);
    EXPECT_EQ(saved().endpoints[0],
              (ModelEndpoint{QStringLiteral("Mine"), here, QStringLiteral("small"), false}));
    EXPECT_EQ(page()->settings().baseUrl, here);
    EXPECT_EQ(find<Button>("modelName")->text(), QStringLiteral("small"));
}

TEST_F(SettingsWindow, AppliesChangesToAConversationThatIsOpen)
{
    start();
    type(QStringLiteral("Something"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    open();
    dialog->showPage(SettingsDialog::Page::Sandbox);
    field<QSpinBox>("cellTimeout")->setValue(7);
    field<QCheckBox>("network")->setChecked(true);
    click("saveSettings");
    EXPECT_EQ(page()->session()->settings().cellTimeout.count(), 7);
    EXPECT_TRUE(page()->session()->settings().network);
    EXPECT_EQ(saved().cellTimeout.count(), 7);
    EXPECT_EQ(document().blocks().size(), 4U);
}

TEST_F(SettingsWindow, TestsAServerAndSaysTheResultInASentence)
{
    const test::StandIn server(QStringLiteral("model_server.py"));
    open();
    click("addEndpoint");
    field<QLineEdit>("endpointUrl")->setText(server.url(QStringLiteral("/v1")).toString());
    click("testEndpoint");
    auto *result = field<PlainLabel>("endpointResult");
    ASSERT_TRUE(waitFor([&] { return field<Button>("testEndpoint")->isEnabled(); }));
    EXPECT_TRUE(result->text().startsWith(QStringLiteral("The server answers and has")))
        << result->text().toStdString();
    EXPECT_GT(field<QComboBox>("endpointModel")->count(), 0);
}

TEST_F(SettingsWindow, SaysWhyATestFailed)
{
    int closedPort = 0;
    {
        const test::StandIn server(QStringLiteral("model_server.py"));
        closedPort = server.port();
    }
    open();
    click("addEndpoint");
    field<QLineEdit>("endpointUrl")->setText(QStringLiteral("localhost:%1/v1").arg(closedPort));
    click("testEndpoint");
    auto *result = field<PlainLabel>("endpointResult");
    ASSERT_TRUE(waitFor([&] { return field<Button>("testEndpoint")->isEnabled(); }));
    EXPECT_TRUE(result->text().contains(QStringLiteral("localhost")))
        << result->text().toStdString();
    field<QLineEdit>("endpointUrl")->setText(QStringLiteral("nonsense://"));
    click("testEndpoint");
    EXPECT_TRUE(result->text().contains(QStringLiteral("no address")));
}

TEST_F(SettingsWindow, SendsATypedKeyToItsServerAndShowsItAsDots)
{
    const test::StandIn server(QStringLiteral("model_server.py"));
    open();
    click("addEndpoint");
    field<QLineEdit>("endpointUrl")->setText(server.url(QStringLiteral("/v1")).toString());
    auto *key = field<QLineEdit>("endpointKey");
    key->setText(QStringLiteral("a-typed-key"));
    EXPECT_EQ(key->echoMode(), QLineEdit::Password);
    EXPECT_FALSE(key->displayText().contains(QStringLiteral("typed")));
    click("testEndpoint");
    ASSERT_TRUE(waitFor([&] { return field<Button>("testEndpoint")->isEnabled(); }));
    ASSERT_FALSE(server.log().empty());
    EXPECT_TRUE(server.log().back().contains("a-typed-key"));
}

TEST_F(SettingsWindow, AsksForTheKeyAgainWhereTheAddressChanged)
{
    settings.endpoints = {{QStringLiteral("Mine"), here, {}, true}};
    open();
    auto *key = field<QLineEdit>("endpointKey");
    auto *url = field<QLineEdit>("endpointUrl");
    EXPECT_TRUE(key->placeholderText().contains(QStringLiteral("••••")));
    url->setText(QStringLiteral("https://elsewhere.example/v1"));
    EXPECT_FALSE(key->placeholderText().contains(QStringLiteral("••••")));
    EXPECT_TRUE(field<PlainLabel>("endpointKeyHint")->text().contains(QStringLiteral("localhost")));
    url->setText(QStringLiteral("http://localhost:11434/other"));
    EXPECT_TRUE(key->placeholderText().contains(QStringLiteral("••••")));
    url->setText(QStringLiteral("https://elsewhere.example/v1"));
    click("saveSettings");
    ASSERT_EQ(saved().endpoints.size(), 1);
    EXPECT_FALSE(saved().endpoints[0].hasKey);
}

TEST_F(SettingsWindow, KeepsSeveralEndpointsAndRemovesOne)
{
    settings.endpoints = {
        {QStringLiteral("One"), here, {}, false},
        {QStringLiteral("Two"), QUrl(QStringLiteral("http://localhost:2/v1")), {}, false}};
    settings.provider = Settings::Provider::OpenAi;
    settings.baseUrl = here;
    open();
    auto *list = field<QListWidget>("endpoints");
    ASSERT_EQ(list->count(), 2);
    list->setCurrentRow(1);
    EXPECT_EQ(field<QLineEdit>("endpointName")->text(), QStringLiteral("Two"));
    list->setCurrentRow(0);
    click("removeEndpoint");
    EXPECT_EQ(field<QLineEdit>("endpointName")->text(), QStringLiteral("Two"));
    click("saveSettings");
    ASSERT_EQ(saved().endpoints.size(), 1);
    EXPECT_EQ(saved().endpoints[0].name, QStringLiteral("Two"));
    EXPECT_EQ(page()->settings().baseUrl.port(), 2);
}

TEST_F(SettingsWindow, RefusesWhatMakesNoSenseAndStaysOpen)
{
    open();
    click("addEndpoint");
    click("saveSettings");
    EXPECT_TRUE(dialog->isVisible());
    EXPECT_TRUE(problem().contains(QStringLiteral("base URL")));
    click("removeEndpoint");
    dialog->showPage(SettingsDialog::Page::Sandbox);
    field<QLineEdit>("memoryLimit")->setText(QStringLiteral("12 apples"));
    click("saveSettings");
    EXPECT_TRUE(problem().contains(QStringLiteral("12 apples")));
    field<QLineEdit>("memoryLimit")->setText(QStringLiteral("2 GiB"));
    field<QRadioButton>("chosenPython")->setChecked(true);
    field<QLineEdit>("pythonPath")->setText(folder.path()); // not a program
    click("saveSettings");
    EXPECT_TRUE(problem().contains(QStringLiteral("interpreter")));
    field<QRadioButton>("managedPython")->setChecked(true);
    click("saveSettings");
    EXPECT_EQ(saved().memoryLimit, 2LL << 30);
}

TEST_F(SettingsWindow, SavesTheSizesThatItShowsUnchanged)
{
    settings.memoryLimit = 1'500'000'000;
    settings.fileLimit = 3LL << 30;
    open();
    click("saveSettings");
    EXPECT_EQ(saved().memoryLimit, 1'500'000'000);
    EXPECT_EQ(saved().fileLimit, 3LL << 30);
    EXPECT_EQ(saved().workLimit, Settings().workLimit);
}

TEST_F(SettingsWindow, ChangesTheThemeAtOnce)
{
    open();
    dialog->showPage(SettingsDialog::Page::Appearance);
    field<QRadioButton>("looksDark")->setChecked(true);
    click("saveSettings");
    EXPECT_TRUE(waitFor([&] { return Theme::of(window->palette()).isDark; }));
    EXPECT_EQ(saved().looks, Settings::Looks::Dark);
    open();
    field<QRadioButton>("looksLight")->setChecked(true);
    click("saveSettings");
    EXPECT_TRUE(waitFor([&] { return !Theme::of(window->palette()).isDark; }));
}

TEST_F(SettingsWindow, StaysOpenAndSaysWhyWhereItCannotSave)
{
    settings.dataFolder = QStringLiteral("/proc/nowhere");
    Session::Parts parts;
    parts.model = makeModel;
    window = std::make_unique<MainWindow>(parts, settings, Secret(), servers);
    window->show();
    open();
    click("saveSettings");
    EXPECT_TRUE(dialog->isVisible());
    EXPECT_TRUE(problem().contains(QStringLiteral("can't be saved"))) << problem().toStdString();
}

TEST_F(SettingsWindow, ChangesNothingWhenItIsCancelled)
{
    open();
    dialog->showPage(SettingsDialog::Page::Sandbox);
    field<QSpinBox>("cellTimeout")->setValue(7);
    click("cancelSettings");
    EXPECT_EQ(page()->settings().cellTimeout.count(), 300);
    EXPECT_EQ(saved().cellTimeout.count(), 300);
}

TEST_F(SettingsWindow, KeepsWhatChangedElsewhereWhileItWasOpen)
{
    servers = {};
    settings.endpoints = {{QStringLiteral("Mine"), here, QStringLiteral("small"), false}};
    open();
    dialog->showPage(SettingsDialog::Page::Sandbox);
    field<QSpinBox>("cellTimeout")->setValue(7);
    press(Qt::Key_Plus, Qt::ControlModifier);
    auto *menu = window->findChild<ModelMenu *>();
    Q_EMIT menu->picked({Settings::Provider::OpenAi, here, QStringLiteral("large")});
    click("saveSettings");
    EXPECT_EQ(saved().cellTimeout.count(), 7);
    EXPECT_EQ(saved().zoom, 110);
    EXPECT_EQ(saved().provider, Settings::Provider::OpenAi);
    EXPECT_EQ(saved().model, QStringLiteral("large"));
    EXPECT_EQ(page()->settings().model, QStringLiteral("large"));
}

TEST_F(SettingsWindow, CorrectsAnAddressOfAnEndpointThatStaysTheSame)
{
    settings.endpoints = {{QStringLiteral("Mine"), here, QStringLiteral("small"), true},
                          {{}, QUrl(QStringLiteral("http://localhost:1/v1")), {}, false}};
    settings.provider = Settings::Provider::OpenAi;
    settings.baseUrl = here;
    settings.model = QStringLiteral("large");
    open();
    field<QLineEdit>("endpointUrl")->setText(QStringLiteral("http://localhost:11434/api/v1"));
    click("saveSettings");
    const QUrl corrected(QStringLiteral("http://localhost:11434/api/v1"));
    ASSERT_EQ(saved().endpoints.size(), 2);
    EXPECT_EQ(saved().endpoints[0].baseUrl, corrected);
    EXPECT_TRUE(saved().endpoints[0].hasKey); // the same server has the same key
    EXPECT_EQ(saved().baseUrl, corrected);
    EXPECT_EQ(page()->settings().baseUrl, corrected);
    EXPECT_EQ(page()->settings().model, QStringLiteral("large"));
    EXPECT_EQ(knownEndpoints(page()->settings()).size(), 2);
}

TEST_F(SettingsWindow, SavesTheZoomOnceItRests)
{
    open();
    dialog->close();
    for (int i = 0; i < 5; ++i) {
        press(Qt::Key_Plus, Qt::ControlModifier);
        EXPECT_EQ(saved().zoom, 100);
    }
    ASSERT_TRUE(waitFor([&] { return saved().zoom == 150; }));
    press(Qt::Key_0, Qt::ControlModifier);
    window.reset(); // it may be closed before
    EXPECT_EQ(saved().zoom, 100);
}

TEST_F(SettingsWindow, LetsAnInterpreterBeChosenWithoutHoldingTheWindowUp)
{
    open();
    dialog->showPage(SettingsDialog::Page::Sandbox);
    field<QRadioButton>("chosenPython")->setChecked(true);
    click("browsePython");
    auto *files = dialog->findChild<QFileDialog *>();
    ASSERT_NE(files, nullptr);
    Q_EMIT files->fileSelected(QStringLiteral("/usr/bin/python3"));
    files->close();
    EXPECT_EQ(field<QLineEdit>("pythonPath")->text(), QStringLiteral("/usr/bin/python3"));
}
