// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowstate.h"

#include "app/settings.h"
#include "base/error.h"

#include <QDir>
#include <QSettings>

namespace sandglass {

namespace {

constexpr int longestGeometry = 4096;

int width(const QSettings &file, const char *key, int standard)
{
    bool good = false;
    const int value = file.value(QLatin1String(key)).toInt(&good);
    return good && value >= 100 && value <= 2000 ? value : standard;
}

bool flag(const QSettings &file, const char *key)
{
    return file.value(QLatin1String(key)).toString() != QLatin1String("false");
}

} // namespace

WindowState loadWindowState(const QString &dataFolder)
{
    QSettings file(settingsFile(dataFolder), QSettings::IniFormat);
    file.beginGroup(QStringLiteral("window"));
    WindowState state;
    const QByteArray geometry =
        QByteArray::fromBase64(file.value(QStringLiteral("geometry")).toByteArray());
    if (geometry.size() <= longestGeometry)
        state.geometry = geometry;
    state.sidebarWidth = width(file, "sidebar_width", state.sidebarWidth);
    state.sidebarShown = flag(file, "sidebar_shown");
    state.filesWidth = width(file, "files_width", state.filesWidth);
    state.filesShown = flag(file, "files_shown");
    return state;
}

void saveWindowState(const QString &dataFolder, const WindowState &state)
{
    const auto word = [](bool value) {
        return value ? QStringLiteral("true") : QStringLiteral("false");
    };
    QDir().mkpath(dataFolder);
    QSettings file(settingsFile(dataFolder), QSettings::IniFormat);
    file.setAtomicSyncRequired(true);
    file.beginGroup(QStringLiteral("window"));
    file.setValue(QStringLiteral("geometry"), QString::fromLatin1(state.geometry.toBase64()));
    file.setValue(QStringLiteral("sidebar_width"), state.sidebarWidth);
    file.setValue(QStringLiteral("sidebar_shown"), word(state.sidebarShown));
    file.setValue(QStringLiteral("files_width"), state.filesWidth);
    file.setValue(QStringLiteral("files_shown"), word(state.filesShown));
    file.sync();
    if (file.status() != QSettings::NoError)
        throw Error(ErrorKind::File,
                    QStringLiteral("The window's sizes can't be kept in %1.").arg(file.fileName()),
                    QStringLiteral("Check that the disk has room and that the data folder may be "
                                   "written."));
}

} // namespace sandglass
