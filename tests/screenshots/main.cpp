// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the window in its states, light and dark, into PNG files to be looked at:
//     QT_QPA_PLATFORM=offscreen sandglass_screenshots FOLDER
#include "app/fakes.h"
#include "screenshots/scenes.h"
#include "ui/conversationpage.h"
#include "ui/conversationview.h"
#include "ui/mainwindow.h"
#include "ui/messagebar.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyleFactory>

#include <cstdio>

using namespace sandglass;
using namespace sandglass::test;

namespace {

/// The window with scripted parts, in one state, drawn to a file.
class Studio
{
public:
    explicit Studio(const QString &target)
        : m_target(target)
    {}

    void draw(const Scene &scene, const Theme &theme)
    {
        QApplication::setPalette(theme.palette());
        QTemporaryDir folder;
        Settings settings;
        settings.dataFolder = folder.path();
        Session::Parts parts;
        parts.sandbox = [&](const QString &, const Settings &, const QList<FileRecord> &) {
            return std::make_unique<FakeSandbox>(scene.cell);
        };
        parts.model = [&](const Settings &, const Secret &) {
            return std::make_unique<FakeModel>(scene.model);
        };
        MainWindow window(parts, settings, Secret());
        window.resize(1180, 780);
        window.show();
        auto *page =
            qobject_cast<ConversationPage *>(window.findChild<QStackedWidget *>()->currentWidget());
        for (const QString &name : scene.files) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::WriteOnly))
                file.write("day;region;revenue\n");
            file.close();
            page->offerFiles({file.fileName()});
        }
        if (!scene.question.isEmpty()) {
            page->ask(scene.question);
            waitFor([&] { return scene.isReached(*page); });
        }
        if (scene.failure)
            page->messages()->showFailure(*scene.failure);
        if (scene.scrollsUp)
            page->findChild<ConversationView *>()->verticalScrollBar()->setValue(0);
        settle(window);
        const QString name = QStringLiteral("%1-%2.png")
                                 .arg(scene.name, QLatin1String(theme.isDark ? "dark" : "light"));
        window.grab().save(m_target.filePath(name));
        std::printf("%s\n", qPrintable(m_target.filePath(name)));
    }

private:
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

    QDir m_target;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    if (argc != 2) {
        std::fprintf(stderr, "usage: sandglass_screenshots FOLDER\n");
        return 2;
    }
    const QString target = QString::fromLocal8Bit(argv[1]);
    QDir().mkpath(target);
    Studio studio(target);
    for (const Theme *theme : {&Theme::light(), &Theme::dark()})
        for (const Scene &scene : scenes())
            studio.draw(scene, *theme);
    return 0;
}
