// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a data folder, with one cell that ended and one that runs until the program is
// killed, which it then says:   ui_window_to_kill DATA-FOLDER PYTHON
#include "parts/localparts.h"
#include "ui/conversationpage.h"
#include "ui/mainwindow.h"

#include <QApplication>
#include <QStackedWidget>

#include <cstdio>

using namespace sandglass;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Settings settings;
    settings.dataFolder = QString::fromLocal8Bit(argv[1]);
    settings.python = QString::fromLocal8Bit(argv[2]);
    MainWindow window(localParts(), settings, Secret());
    window.show();
    auto *page = static_cast<ConversationPage *>(
        window.findChild<QStackedWidget *>(QStringLiteral("pages"))->currentWidget());
    page->runCell(QStringLiteral("x = 41"));
    page->runCell(QStringLiteral("print('begun', flush=True)\nimport time\ntime.sleep(9999)"));
    QObject::connect(page, &ConversationPage::opened, &app, [page] {
        QObject::connect(page->session(), &Session::recorded, page, [](const Record &record) {
            if (std::holds_alternative<OutputRecord>(record.body)) {
                std::puts("begun");
                std::fflush(stdout);
            }
        });
    });
    return QApplication::exec();
}
