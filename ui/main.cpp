// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keychain.h"
#include "app/settings.h"
#include "base/log.h"
#include "parts/localparts.h"
#include "parts/process.h"
#include "ui/mainwindow.h"
#include "ui/theme.h"

#include <QApplication>
#include <QStyleFactory>

using namespace sandglass;

namespace {

void applyLooks()
{
    const bool isDark = Theme::of(QApplication::palette()).isDark;
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette((isDark ? Theme::dark() : Theme::light()).palette());
}

// The keychain may wait for a password: the window doesn't.
void lookUpKey(Keychain &keychain, const Settings &settings, MainWindow &window)
{
    keychain.read(Keychain::modelKey(settings.baseUrl), [&window](const Keychain::Result &result) {
        if (result.kind == Keychain::Result::Kind::Done)
            window.setKey(result.value);
    });
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
    const Settings settings =
        withProvider(loadSettings(defaultDataFolder(), &complaints), {}, !keys.openAi.isEmpty());
    MainWindow window(localParts(), settings, keys.openAi);
    Keychain keychain;
    if (settings.provider == Settings::Provider::OpenAi && keys.openAi.isEmpty())
        lookUpKey(keychain, settings, window);
    window.show();
    if (!complaints.isEmpty())
        window.tell(complaints.join(u' '));
    return QApplication::exec();
}
