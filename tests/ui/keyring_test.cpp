// SPDX-License-Identifier: GPL-3.0-or-later
// The window beside a keyring in the state that each suite's name says; run by
// tests/app/keyring.sh.
#include "ui/windowfixture.h"

#include "app/keychain.h"
#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/settingsdialog.h"

#include <QDirIterator>
#include <QLineEdit>

#include <csignal>

using namespace sandglass;

namespace {

const QUrl server(QStringLiteral("http://localhost:11434/v1"));
const QByteArray secret("window-secret-key");

/// What the model was given as its key, from any thread.
class KeyringWindow : public Window
{
protected:
    void startWindow(bool hasKey)
    {
        settings.dataFolder = folder.path();
        settings.provider = Settings::Provider::OpenAi;
        settings.chosenProvider = settings.provider;
        settings.baseUrl = server;
        settings.endpoints = {{QStringLiteral("Mine"), server, {}, hasKey}};
        saveSettings(settings);
        Session::Parts parts;
        parts.sandbox = [](const QString &, const Settings &, const QList<FileRecord> &) {
            return std::make_unique<FakeSandbox>([](const FakeCell &) { return okResult(); });
        };
        parts.model = [this](const Settings &, const Secret &key) {
            std::lock_guard guard(mutex);
            seen = key;
            return std::make_unique<FakeModel>(
                [](const ModelRequest &, const ModelEvents &events, std::stop_token, int) {
                    return replyOf(events, QStringLiteral("Hello."));
                });
        };
        window = std::make_unique<MainWindow>(parts, settings, Secret(), servers);
        window->show();
    }
    void typeKey()
    {
        press(Qt::Key_Comma, Qt::ControlModifier);
        auto *dialog = window->findChild<SettingsDialog *>();
        ASSERT_NE(dialog, nullptr);
        dialog->findChild<QLineEdit *>(QStringLiteral("endpointKey"))
            ->setText(QString::fromLatin1(secret));
        QTest::mouseClick(dialog->findChild<Button *>(QStringLiteral("saveSettings")),
                          Qt::LeftButton);
    }
    bool isAskedWithTheKey()
    {
        const size_t before = page()->session() ? document().blocks().size() : 0;
        type(QStringLiteral("Hello"));
        if (!waitFor([&] { return idle() && document().blocks().size() >= before + 2; }))
            return false;
        std::lock_guard guard(mutex);
        return seen.exposed() == secret;
    }
    bool isSaid(const QString &words)
    {
        return waitFor([&] { return messages()->text().contains(words); });
    }
    bool isKeySet() { return loadSettings(folder.path()).endpoints.at(0).hasKey; }

    Secret seen;
};

class KeyringUnlocked : public KeyringWindow
{};
class KeyringPrepare : public KeyringWindow
{};
class KeyringLocked : public KeyringWindow
{};
class KeyringMissing : public KeyringWindow
{};

void expectNoKeyInFiles(const QString &folder)
{
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly)) {
            EXPECT_FALSE(file.readAll().contains(secret)) << file.fileName().toStdString();
        }
    }
}

} // namespace

TEST_F(KeyringUnlocked, KeepsATypedKeyForTheNextStart)
{
    startWindow(false);
    typeKey();
    EXPECT_TRUE(isAskedWithTheKey());
    EXPECT_TRUE(isKeySet());
    ASSERT_TRUE(waitFor([&] {
        return window->findChild<PlainLabel *>(QStringLiteral("statusKeys"))
            ->text()
            .contains(QStringLiteral("keychain"));
    }));
    window.reset();
    seen = Secret();
    startWindow(true);
    ASSERT_TRUE(waitFor([&] {
        return !window->findChild<PlainLabel *>(QStringLiteral("statusKeys"))->text().isEmpty();
    }));
    EXPECT_TRUE(isAskedWithTheKey());
    EXPECT_EQ(messages()->text(), QString());
    expectNoKeyInFiles(folder.path());
}

TEST_F(KeyringUnlocked, SaysOnceThatAConfiguredKeyIsMissingAndDoesNotForgetIt)
{
    settings.baseUrl = QUrl(QStringLiteral("http://localhost:1/v1"));
    startWindow(true);
    // Another origin than the one that the test before kept a key for.
    window.reset();
    settings.endpoints = {{{}, QUrl(QStringLiteral("http://localhost:1/v1")), {}, true}};
    settings.baseUrl = settings.endpoints[0].baseUrl;
    saveSettings(settings);
    Session::Parts parts;
    parts.model = [](const Settings &, const Secret &) -> std::unique_ptr<Model> {
        throw Error(ErrorKind::NotRunning, QStringLiteral("No model."));
    };
    window = std::make_unique<MainWindow>(parts, settings, Secret(), servers);
    window->show();
    EXPECT_TRUE(isSaid(QStringLiteral("can't be read")));
    EXPECT_TRUE(isKeySet());
}

TEST_F(KeyringUnlocked, DoesNotWaitForAKeyringThatHangs)
{
    const int pid = qEnvironmentVariableIntValue("KEYRING_PID");
    ASSERT_GT(pid, 1);
    ASSERT_EQ(kill(pid, SIGSTOP), 0);
    QElapsedTimer clock;
    clock.start();
    startWindow(true);
    EXPECT_LT(clock.elapsed(), 5000);
    typeKey();
    EXPECT_TRUE(isAskedWithTheKey());
    EXPECT_TRUE(isSaid(QStringLiteral("doesn't answer")));
    ASSERT_EQ(kill(pid, SIGCONT), 0);
}

TEST_F(KeyringPrepare, KeepsAKey)
{
    startWindow(false);
    typeKey();
    ASSERT_TRUE(waitFor([&] {
        return !window->findChild<PlainLabel *>(QStringLiteral("statusKeys"))->text().isEmpty();
    }));
}

TEST_F(KeyringLocked, SaysSoOnceAndUsesATypedKeyForThisRun)
{
    startWindow(true);
    EXPECT_TRUE(isSaid(QStringLiteral("can't be read")));
    EXPECT_TRUE(isKeySet());
    typeKey();
    EXPECT_TRUE(isAskedWithTheKey());
    EXPECT_TRUE(isKeySet());
    expectNoKeyInFiles(folder.path());
}

TEST_F(KeyringMissing, SaysSoOnceAndUsesATypedKeyForThisRun)
{
    startWindow(false);
    EXPECT_EQ(messages()->text(), QString());
    typeKey();
    EXPECT_TRUE(isSaid(QStringLiteral("until the program ends")));
    EXPECT_TRUE(isAskedWithTheKey());
    QTest::mouseClick(messages()->findChild<Button *>(QStringLiteral("messageClose")),
                      Qt::LeftButton);
    typeKey();
    EXPECT_TRUE(isAskedWithTheKey());
    EXPECT_EQ(messages()->text(), QString());
    expectNoKeyInFiles(folder.path());
    expectNoKeyInFiles(QDir::homePath());
}
