// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notifier.h"

#ifdef SANDGLASS_DBUS
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>
#endif

namespace sandglass {

#ifdef SANDGLASS_DBUS

void Notifier::show(const QString &title, const QString &text)
{
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"),
        QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    const QVariantMap hints{{QStringLiteral("desktop-entry"), QStringLiteral("sandglass")}};
    // The text may be marked up; ours is plain.
    call.setArguments({QStringLiteral("Sandglass"), m_last, QStringLiteral("sandglass"),
                       title.simplified().left(200), text.simplified().left(500).toHtmlEscaped(),
                       QStringList(), hints, -1});
    auto *watcher =
        new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<uint> reply = *watcher;
        if (reply.isValid())
            m_last = reply.value();
        watcher->deleteLater();
    });
}

#else

void Notifier::show(const QString &, const QString &) {}

#endif

} // namespace sandglass
