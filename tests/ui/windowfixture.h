// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/fakes.h"
#include "app/localservers.h"
#include "ui/conversationpage.h"
#include "ui/mainwindow.h"
#include "ui/messagebar.h"
#include "ui/questionedit.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QStackedWidget>
#include <QTest>

namespace sandglass {

/// The window with a scripted sandbox and model, and a real session, journal and library between.
class Window : public testing::Test
{
protected:
    void start(CellScript cell = [](const FakeCell &c) {
        c.output(out("7919\n"));
        return okResult();
    })
    {
        settings.dataFolder = folder.path();
        Session::Parts parts;
        parts.sandbox = [cell](const QString &, const Settings &, const QList<FileRecord> &) {
            return std::make_unique<FakeSandbox>(cell);
        };
        parts.model = [this](const Settings &, const Secret &) {
            return std::make_unique<FakeModel>(model);
        };
        parts.addPackages = [this](const QString &, const Settings &, const QStringList &names,
                                   const std::function<void(const QString &)> &, std::stop_token) {
            std::lock_guard guard(mutex);
            added = names;
        };
        window = std::make_unique<MainWindow>(parts, settings, Secret(), servers);
        window->show();
    }

    ConversationPage *page()
    {
        return qobject_cast<ConversationPage *>(
            window->findChild<QStackedWidget *>()->currentWidget());
    }
    const Conversation &document() { return page()->session()->document(); }
    template <class Widget>
    Widget *find(const char *name)
    {
        return page()->findChild<Widget *>(QLatin1String(name));
    }
    void type(const QString &text)
    {
        QTest::keyClicks(page()->findChild<QuestionEdit *>(), text);
        QTest::keyClick(page()->findChild<QuestionEdit *>(), Qt::Key_Return);
    }
    // Shortcuts belong to the window that is active.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        window->activateWindow();
        ASSERT_TRUE(waitFor([&] { return window->isActiveWindow(); }));
        QTest::keyClick(window.get(), key, modifiers);
    }
    MessageBar *messages()
    {
        return window->findChild<MessageBar *>(QStringLiteral("windowMessages"));
    }
    bool idle() { return page()->session() != nullptr && !page()->isBusy(); }
    bool drop(QWidget *target, const QList<QUrl> &urls)
    {
        QMimeData data;
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton,
                              Qt::NoModifier);
        QApplication::sendEvent(target, &enter);
        QDropEvent event(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &event);
        return enter.isAccepted() && event.isAccepted();
    }

    FakeModel::Script model = [](const ModelRequest &, const ModelEvents &events, std::stop_token,
                                 int number) {
        return number % 2 == 0 ? replyOf(events, QStringLiteral("Let me see."),
                                         R"json({"code":"print(7919)"})json")
                               : replyOf(events, QStringLiteral("It is **7919**."));
    };
    QTemporaryDir folder;
    Settings settings;
    QList<LocalServer> servers; ///< that may run on this computer
    std::mutex mutex;
    QStringList added;
    std::unique_ptr<MainWindow> window;
};

} // namespace sandglass
