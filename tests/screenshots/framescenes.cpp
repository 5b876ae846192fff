// SPDX-License-Identifier: GPL-3.0-or-later
#include "screenshots/scenes.h"

#include "ui/diagnostics.h"
#include "ui/messagebar.h"
#include "ui/settingsdialog.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTest>

namespace sandglass::test {

namespace {

Scene plain(const QString &name)
{
    Scene scene;
    scene.name = name;
    scene.model = [](const ModelRequest &, const ModelEvents &events, std::stop_token, int) {
        return replyOf(events, QStringLiteral("The mean is **42**."));
    };
    scene.cell = [](const FakeCell &) {
        return okResult();
    };
    scene.isReached = [](const ConversationPage &page) {
        return page.session() != nullptr && !page.isBusy();
    };
    return scene;
}

Scene settingsPage(const QString &name, SettingsDialog::Page page, const QByteArray &select = {})
{
    Scene scene = plain(name);
    if (select.isEmpty())
        scene.endpoints = {{QStringLiteral("OpenAI"),
                            QUrl(QStringLiteral("https://api.openai.com/v1")),
                            QStringLiteral("gpt-5.5"), true},
                           {QStringLiteral("Ollama"),
                            QUrl(QStringLiteral("http://localhost:11434/v1")),
                            {},
                            false}};
    scene.act = [page, select](ConversationPage &shown) {
        QTest::keyClick(shown.window(), Qt::Key_Comma, Qt::ControlModifier);
        auto *dialog = shown.window()->findChild<SettingsDialog *>();
        dialog->showPage(page);
        if (!select.isEmpty())
            QTest::mouseClick(dialog->findChild<QPushButton *>(QLatin1String(select)),
                              Qt::LeftButton);
    };
    scene.shown = [](ConversationPage &onWindow) -> QWidget * {
        return onWindow.window()->findChild<SettingsDialog *>();
    };
    return scene;
}

Scene dialog(const QString &name, const QString &objectName, int key, Qt::KeyboardModifiers with)
{
    Scene scene = plain(name);
    scene.act = [key, with](ConversationPage &page) {
        QTest::keyClick(page.window(), static_cast<Qt::Key>(key), with);
    };
    scene.shown = [objectName](ConversationPage &page) {
        return page.window()->findChild<QWidget *>(objectName);
    };
    return scene;
}

Scene log()
{
    Scene scene = dialog(QStringLiteral("log"), QStringLiteral("logWindow"), Qt::Key_L,
                         Qt::ControlModifier | Qt::ShiftModifier);
    scene.act = [open = scene.act](ConversationPage &page) {
        QFile file(logFile(page.settings().dataFolder));
        if (file.open(QIODevice::WriteOnly))
            file.write("2026-11-30T09:12:03.120Z info sandglass.app: Sandglass 0.1, Qt 6.4.2, xcb\n"
                       "2026-11-30T09:12:04.377Z info sandglass.sandbox: bubblewrap 0.8.0, limits: "
                       "systemd user scope\n"
                       "2026-11-30T09:14:40.018Z warning sandglass.llm: localhost:11434 answered "
                       "503, trying again in 2 s\n"
                       "2026-11-30T09:15:12.604Z warning sandglass.sandbox: the kernel ended by "
                       "signal 9\n");
        file.close();
        open(page);
    };
    return scene;
}

Scene menu(const QString &name, const QString &objectName)
{
    Scene scene = plain(name);
    scene.endpoints = {
        {QStringLiteral("Ollama"), QUrl(QStringLiteral("http://localhost:11434/v1")), {}, false}};
    scene.act = [objectName](ConversationPage &page) {
        auto *opened = page.window()->findChild<QMenu *>(objectName);
        opened->popup(page.window()->mapToGlobal(QPoint(300, 60)));
    };
    scene.shown = [objectName](ConversationPage &page) {
        return page.window()->findChild<QWidget *>(objectName);
    };
    return scene;
}

Scene windowMessage(const QString &name, const std::function<void(MessageBar &)> &say)
{
    Scene scene = plain(name);
    scene.question = QStringLiteral("What is the mean?");
    scene.act = [say](ConversationPage &page) {
        say(*page.window()->findChild<MessageBar *>(QStringLiteral("windowMessages")));
    };
    return scene;
}

} // namespace

std::vector<Scene> frameScenes()
{
    Scene nothing = plain(QStringLiteral("search-without-hits"));
    nothing.question = QStringLiteral("Coffee sales by region");
    nothing.act = [](ConversationPage &page) {
        page.window()
            ->findChild<QLineEdit *>(QStringLiteral("searchConversations"))
            ->setText(QStringLiteral("tea"));
    };
    Scene listed = plain(QStringLiteral("list"));
    listed.isListed = true;
    Scene zoomed = plain(QStringLiteral("zoom-150"));
    zoomed.question = QStringLiteral("What is the mean?");
    zoomed.act = [](ConversationPage &page) {
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(page.window(), Qt::Key_Plus, Qt::ControlModifier);
    };
    using Page = SettingsDialog::Page;
    return {nothing,
            listed,
            zoomed,
            settingsPage(QStringLiteral("settings-models"), Page::Models),
            settingsPage(QStringLiteral("settings-new-endpoint"), Page::Models, "addEndpoint"),
            settingsPage(QStringLiteral("settings-sandbox"), Page::Sandbox),
            settingsPage(QStringLiteral("settings-exe"), Page::ExeDev),
            settingsPage(QStringLiteral("settings-appearance"), Page::Appearance),
            settingsPage(QStringLiteral("settings-health"), Page::Health),
            settingsPage(QStringLiteral("settings-data"), Page::Data),
            dialog(QStringLiteral("shortcuts"), QStringLiteral("shortcuts"), Qt::Key_F1, {}),
            log(),
            menu(QStringLiteral("sandbox-menu"), QStringLiteral("sandboxMenu")),
            menu(QStringLiteral("model-menu"), QStringLiteral("modelMenu")),
            windowMessage(QStringLiteral("undo"),
                          [](MessageBar &bar) {
                              bar.offer(QStringLiteral("The conversation was deleted."),
                                        QStringLiteral("Undo"), [] {});
                          }),
            windowMessage(QStringLiteral("window-failure"), [](MessageBar &bar) {
                bar.showFailure(FailedAt::ModelServer,
                                {ErrorKind::Auth,
                                 QStringLiteral("The key for api.example.com was refused."),
                                 QStringLiteral("Type another in the settings.")});
            })};
}

} // namespace sandglass::test
