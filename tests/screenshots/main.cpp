// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the window in its states, light and dark, into PNG files to be looked at:
//     QT_QPA_PLATFORM=offscreen sandglass_screenshots FOLDER [WIDTH HEIGHT [SCENE]]
#include "app/fakes.h"
#include "app/recordjson.h"
#include "screenshots/scenes.h"
#include "ui/conversationpage.h"
#include "ui/conversationview.h"
#include "ui/mainwindow.h"
#include "ui/messagebar.h"
#include "ui/style.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QListView>
#include <QScrollBar>
#include <QStackedWidget>

#include <cstdio>

using namespace sandglass;
using namespace sandglass::test;

namespace {

/// The window with scripted parts, in one state, drawn to a file.
class Studio
{
public:
    Studio(const QString &target, QSize size)
        : m_target(target)
        , m_size(size)
    {}

    void draw(const Scene &scene, const Theme &theme)
    {
        QApplication::setPalette(theme.palette());
        // Not a new name each time: the settings show it.
        const QDir folder(QDir::tempPath() + QStringLiteral("/sandglass-data"));
        QDir(folder).removeRecursively();
        folder.mkpath(QStringLiteral("."));
        std::unique_ptr<MainWindow> window = open(scene, folder.path());
        for (const QString &name : scene.files) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::WriteOnly))
                file.write("day;region;revenue\n");
            file.close();
            pageOf(*window)->offerFiles({file.fileName()});
        }
        if (!scene.question.isEmpty()) {
            pageOf(*window)->ask(scene.question);
            waitFor([&] { return scene.isReached(*pageOf(*window)); });
        }
        if (scene.reopens) {
            window.reset();
            window = open(scene, folder.path());
            auto *list = window->findChild<QListView *>(QStringLiteral("conversations"));
            waitFor([&] { return list->model()->rowCount() > 0; });
            Q_EMIT list->clicked(list->model()->index(list->model()->rowCount() - 1, 0));
        }
        if (scene.failure)
            pageOf(*window)->messages()->showFailure(FailedAt::ThisComputer, *scene.failure);
        if (scene.scrollsUp)
            window->findChild<ConversationView *>()->verticalScrollBar()->setValue(0);
        settle(*window);
        if (scene.act) {
            scene.act(*pageOf(*window));
            settle(*window);
        }
        const QString name = QStringLiteral("%1-%2.png")
                                 .arg(scene.name, QLatin1String(theme.isDark ? "dark" : "light"));
        QWidget *shown = scene.shown ? scene.shown(*pageOf(*window)) : window.get();
        shown->grab().save(m_target.filePath(name), "PNG", 0); // as small as it gets
        std::printf("%s\n", qPrintable(m_target.filePath(name)));
    }

private:
    std::unique_ptr<MainWindow> open(const Scene &scene, const QString &dataFolder)
    {
        Settings settings;
        settings.dataFolder = dataFolder;
        settings.endpoints = scene.endpoints;
        if (scene.isListed)
            writeList(dataFolder);
        Session::Parts parts;
        parts.sandbox = [scene](const QString &, const Settings &, const QList<FileRecord> &) {
            return std::make_unique<FakeSandbox>(scene.cell);
        };
        parts.model = [scene](const Settings &model, const Secret &) {
            if (model.baseUrl.port() == 1234)
                throw Error(ErrorKind::NotRunning, QStringLiteral("Nobody listens there."));
            return std::make_unique<FakeModel>(scene.model);
        };
        auto window =
            std::make_unique<MainWindow>(parts, settings, Secret(), usualLocalServers().mid(0, 2));
        window->resize(m_size);
        window->show();
        return window;
    }

    static ConversationPage *pageOf(const MainWindow &window)
    {
        return qobject_cast<ConversationPage *>(
            window.findChild<QStackedWidget *>()->currentWidget());
    }

    // Pictures are decoded on a thread and shown on a clock: until nothing changes any more.
    static void settle(QWidget &window)
    {
        QElapsedTimer whole;
        whole.start();
        QImage before;
        waitFor([&] {
            QElapsedTimer pause;
            pause.start();
            waitFor([&] { return pause.elapsed() > 500; });
            const QImage now = window.grab().toImage();
            const bool isSame = now == before;
            before = now;
            return isSame || whole.elapsed() > 4000; // a running cell counts its seconds
        });
    }

    // Conversations of the last weeks.
    static void writeList(const QString &dataFolder)
    {
        const QList<std::pair<QString, int>> hoursAgo{
            {QStringLiteral("Coffee sales by region"), 0},
            {QStringLiteral("Two dice"), 1},
            {QStringLiteral("The 1000th prime"), 26},
            {QStringLiteral("Fit of the cooling curve"), 27},
            {QStringLiteral("Merge the three surveys, and then say which answers changed"), 28},
            {QStringLiteral("Road noise spectra"), 24 * 40},
            {QStringLiteral("SIR model"), 24 * 200}};
        for (const auto &[title, hours] : hoursAgo) {
            const QString folder = dataFolder + QStringLiteral("/conversations/") +
                                   ConversationId::create().toString();
            QDir().mkpath(folder);
            QFile journal(folder + QStringLiteral("/journal.jsonl"));
            if (journal.open(QIODevice::WriteOnly))
                journal.write(
                    recordToLine({1, QDateTime::currentDateTimeUtc().addSecs(-3600 * hours),
                                  MetaRecord{title}}));
        }
    }

    QDir m_target;
    QSize m_size;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QApplication::setStyle(new Style);
    QApplication::setFont(QFont(QStringLiteral("sans-serif"), 10)); // as desktops have it
    QApplication::setCursorFlashTime(0);                            // a steady picture
    if (argc < 2 || argc > 5) {
        std::fprintf(stderr, "usage: sandglass_screenshots FOLDER [WIDTH HEIGHT [SCENE]]\n");
        return 2;
    }
    const QSize size = argc > 3 ? QSize(std::atoi(argv[2]), std::atoi(argv[3])) : QSize(1180, 780);
    const QString only = argc > 4 ? QString::fromLocal8Bit(argv[4]) : QString();
    const QString target = QString::fromLocal8Bit(argv[1]);
    QDir().mkpath(target);
    Studio studio(target, size);
    for (const Theme *theme : {&Theme::light(), &Theme::dark()})
        for (const Scene &scene : scenes())
            if (only.isEmpty() || scene.name.startsWith(only))
                studio.draw(scene, *theme);
    return 0;
}
