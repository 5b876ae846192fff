// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"
#include "base/error.h"
#include "base/log.h"
#include "parts/localparts.h"
#include "parts/process.h"
#include "ui/diagnostics.h"
#include "ui/mainwindow.h"
#include "ui/style.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>

using namespace sandglass;

namespace {

void applyLooks()
{
    const bool isDark = Theme::of(QApplication::palette()).isDark;
    QApplication::setStyle(new Style); // the application owns it
    QApplication::setPalette((isDark ? Theme::dark() : Theme::light()).palette());
}

// Its end is what the log window shows. Without one everything else works.
void startLog(const QString &dataFolder, QStringList &complaints)
{
    QDir().mkpath(dataFolder);
    try {
        logToFile(logFile(dataFolder));
    } catch (const Error &error) {
        complaints << error.failure().text;
    }
}

} // namespace

int main(int argc, char **argv)
{
    EnvironmentKeys keys = prepareProcess();
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("sandglass"));
    QApplication::setApplicationVersion(QStringLiteral(SANDGLASS_VERSION));
    QApplication::setApplicationDisplayName(QStringLiteral("Sandglass"));
    QApplication::setDesktopFileName(QStringLiteral("sandglass"));
    applyLooks();

    QStringList complaints;
    startLog(defaultDataFolder(), complaints);
    const Settings settings =
        withProvider(loadSettings(defaultDataFolder(), &complaints), {}, !keys.openAi.isEmpty());
    MainWindow window(localParts(), settings, keys.openAi);
    window.useExeToken(keys.exe);
    window.show();
    if (!complaints.isEmpty())
        window.tell(complaints.join(u' '));
    return QApplication::exec();
}
