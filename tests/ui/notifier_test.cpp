// SPDX-License-Identifier: GPL-3.0-or-later
// Run on a session bus of its own, where this test stands in for the desktop.
#include "ui/notifier.h"

#include "app/fakes.h"
#include "ui/windowfixture.h"

#include <gtest/gtest.h>

#include <QDBusConnection>
#include <QVariantMap>

using namespace sandglass;

namespace {

/// What a desktop does with notifications, as far as it matters here.
class Desktop : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    QStringList titles;
    QStringList texts;
    QList<uint> replaced;

public Q_SLOTS:
    uint Notify(const QString &, uint replaces, const QString &, const QString &title,
                const QString &text, const QStringList &, const QVariantMap &, int)
    {
        titles << title;
        texts << text;
        replaced << replaces;
        return 7;
    }
};

} // namespace

TEST(Notifier, TellsTheDesktopInPlainTextAndReplacesTheLast)
{
    Desktop desktop;
    QDBusConnection bus =
        QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("desktop"));
    ASSERT_TRUE(bus.isConnected());
    ASSERT_TRUE(bus.registerService(QStringLiteral("org.freedesktop.Notifications")));
    ASSERT_TRUE(bus.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                   QDBusConnection::ExportAllSlots));
    Notifier notifier;
    notifier.show(QStringLiteral("Done"), QStringLiteral("a <b>bold</b> title"));
    ASSERT_TRUE(waitFor([&] { return desktop.titles.size() == 1; }));
    EXPECT_EQ(desktop.texts[0], QStringLiteral("a &lt;b&gt;bold&lt;/b&gt; title"));
    ASSERT_TRUE(waitFor([&] { // the number of the first comes back some time later
        notifier.show(QStringLiteral("Again"), QString(10'000, u'x'));
        return desktop.replaced.contains(7U);
    }));
    EXPECT_LE(desktop.texts.last().size(), 500);
    bus.unregisterService(QStringLiteral("org.freedesktop.Notifications"));
}

TEST_F(Window, TellsTheDesktopThatATurnEndedBehindAnotherWindow)
{
    Desktop desktop;
    QDBusConnection bus =
        QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("other desktop"));
    ASSERT_TRUE(bus.registerService(QStringLiteral("org.freedesktop.Notifications")));
    ASSERT_TRUE(bus.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                   QDBusConnection::ExportAllSlots));
    start();
    window->activateWindow();
    ASSERT_TRUE(waitFor([&] { return window->isActiveWindow(); }));
    page()->ask(QStringLiteral("Looked at"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    QWidget other;
    other.show();
    other.activateWindow();
    ASSERT_TRUE(waitFor([&] { return !window->isActiveWindow(); }));
    page()->ask(QStringLiteral("Behind"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() > 4; }));
    ASSERT_TRUE(waitFor([&] { return !desktop.titles.isEmpty(); }));
    EXPECT_EQ(desktop.titles, QStringList{QStringLiteral("Finished")}); // once, not for the first
    EXPECT_EQ(desktop.texts, QStringList{QStringLiteral("Looked at")});
    bus.unregisterService(QStringLiteral("org.freedesktop.Notifications"));
}

#include "notifier_test.moc"
