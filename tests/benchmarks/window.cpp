// SPDX-License-Identifier: GPL-3.0-or-later
// A window that says when it is painted and stays until its input ends: `sandglass` (what the
// program opens) or `bare` (what Qt alone costs). Started by sandglass_bench.
#include "app/settings.h"
#include "parts/localparts.h"
#include "parts/process.h"
#include "ui/mainwindow.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QSocketNotifier>

#include <cstdio>

using namespace sandglass;

namespace {

std::unique_ptr<QMainWindow> makeWindow(bool bare)
{
    if (!bare)
        return std::make_unique<MainWindow>(localParts(), loadSettings(defaultDataFolder()),
                                            Secret());
    auto window = std::make_unique<QMainWindow>();
    window->setCentralWidget(new QPlainTextEdit(QStringLiteral("1 + 1")));
    window->resize(1180, 780);
    return window;
}

} // namespace

int main(int argc, char **argv)
{
    prepareProcess();
    QApplication app(argc, argv);
    const auto window = makeWindow(QCoreApplication::arguments().contains(QLatin1String("bare")));
    window->show();
    QCoreApplication::processEvents();
    window->repaint();
    std::puts("painted");
    std::fflush(stdout);
    QSocketNotifier end(0, QSocketNotifier::Read);
    QObject::connect(&end, &QSocketNotifier::activated, &app, &QCoreApplication::quit);
    return QApplication::exec();
}
