// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace sandglass {

/// How the person left the window. Kept in settings.ini, in a group of its own.
struct WindowState
{
    QByteArray geometry; ///< of QWidget::saveGeometry(); empty: never saved
    int sidebarWidth = 234;
    bool sidebarShown = true;
    int filesWidth = 250;
    bool filesShown = true;

    friend bool operator==(const WindowState &, const WindowState &) = default;
};

/// What can't be read keeps its default.
WindowState loadWindowState(const QString &dataFolder);

/// Throws Error(File).
void saveWindowState(const QString &dataFolder, const WindowState &state);

} // namespace sandglass
