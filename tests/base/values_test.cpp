// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "base/ids.h"
#include "base/loopback.h"
#include "base/secret.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QDataStream>
#include <QDateTime>
#include <QDebug>
#include <QFile>
#include <QProcess>
#include <QSet>
#include <QVariant>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <thread>

namespace sandglass {
namespace {

template <class T>
concept Printable = requires(T value) { std::cout << value; };
template <class T>
concept Debuggable = requires(T value, QDebug debug) { debug << value; };
template <class T>
concept Streamable = requires(T value, QDataStream &stream) { stream << value; };
template <class T>
concept Comparable = requires(T value) { value == value; };
template <class T>
concept Ordered = requires(T value) { value < value; };

// A secret has one way out, so these are promises of the type.
static_assert(!Printable<Secret> && !Debuggable<Secret> && !Streamable<Secret>);
static_assert(!Comparable<Secret> && !Ordered<Secret>);
static_assert(!std::is_convertible_v<Secret, QByteArray>);
static_assert(!std::is_convertible_v<Secret, QString>);
static_assert(!std::is_convertible_v<QByteArray, Secret>);
static_assert(!std::is_convertible_v<Secret, QVariant>);
// The same checks see what they look for.
static_assert(Debuggable<QByteArray> && Streamable<QByteArray> && Comparable<QByteArray>);
static_assert(Printable<int> && Ordered<int>);
// Ids of different kinds don't mix.
static_assert(!std::is_convertible_v<CellId, TurnId> && !std::is_constructible_v<CellId, TurnId>);

TEST(Secret, LosesItsValueWhenMovedFrom)
{
    Secret first(QByteArray("value"));
    Secret second(std::move(first));
    EXPECT_TRUE(first.isEmpty()); // NOLINT(bugprone-use-after-move): the promise
    EXPECT_EQ(second.exposed(), "value");
    Secret third;
    third = std::move(second);
    EXPECT_TRUE(second.isEmpty()); // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(third.exposed(), "value");
    const Secret copy = third;
    third = Secret(QByteArray("other"));
    EXPECT_EQ(copy.exposed(), "value");
    Secret &self = third;
    third = self;
    EXPECT_EQ(third.exposed(), "other");
}

TEST(Secret, IsOverwrittenByItsLastOwnerOnly)
{
    QByteArray bytes("value-to-wipe");
    bytes.detach();
    const char *place = bytes.constData();
    {
        Secret first(std::move(bytes));
        {
            const Secret copy = first;
        }
        EXPECT_EQ(first.exposed(), "value-to-wipe");
        EXPECT_EQ(first.exposed().constData(), place);
    }
    const QByteArray literal = QByteArray::fromRawData("constant", 8);
    {
        const Secret ofLiteral(literal);
    }
    EXPECT_EQ(literal, "constant");
}

TEST(Secret, TakenFromTheEnvironmentLeavesNothingInProc)
{
    // Only what was there at the start stands in /proc/PID/environ, so a process of its own looks.
    const QByteArray value = qgetenv("SANDGLASS_TEST_SECRET");
    if (value.isEmpty()) {
        QProcess self;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("SANDGLASS_TEST_SECRET"),
                           QStringLiteral("take-me-0123456789"));
        self.setProcessEnvironment(environment);
        self.setProcessChannelMode(QProcess::ForwardedChannels);
        self.start(
            QCoreApplication::applicationFilePath(),
            {QStringLiteral("--gtest_filter=Secret.TakenFromTheEnvironmentLeavesNothingInProc")});
        ASSERT_TRUE(self.waitForFinished(30000));
        EXPECT_EQ(self.exitStatus(), QProcess::NormalExit);
        EXPECT_EQ(self.exitCode(), 0);
        return;
    }
    const auto environ = [] {
        QFile file(QStringLiteral("/proc/self/environ"));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    };
    EXPECT_TRUE(environ().contains("take-me-0123456789"));
    const Secret secret = Secret::takeFromEnvironment("SANDGLASS_TEST_SECRET");
    EXPECT_EQ(secret.exposed(), "take-me-0123456789");
    EXPECT_FALSE(environ().contains("take-me-0123456789"));
    EXPECT_EQ(std::getenv("SANDGLASS_TEST_SECRET"), nullptr);
    EXPECT_TRUE(Secret::takeFromEnvironment("SANDGLASS_TEST_SECRET").isEmpty());
}

TEST(Ids, SortByTheTimeTheyWereMade)
{
    QStringList ids;
    for (int i = 0; i < 10000; ++i)
        ids << newUuid7();
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    const qint64 milliseconds = ids.first().remove(u'-').left(12).toLongLong(nullptr, 16);
    EXPECT_LT(std::abs(QDateTime::currentMSecsSinceEpoch() - milliseconds), 60000);
}

TEST(Ids, NeverComeTwiceAlsoFromManyThreads)
{
    std::vector<QStringList> lists(4);
    std::vector<std::thread> threads;
    for (QStringList &list : lists)
        threads.emplace_back([&list] {
            for (int i = 0; i < 25000; ++i)
                list << newUuid7();
        });
    for (std::thread &thread : threads)
        thread.join();
    QSet<QString> all;
    for (const QStringList &list : lists) {
        EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
        for (const QString &id : list) {
            all.insert(id);
            ASSERT_TRUE(isUuid7(id)) << id.toStdString();
        }
    }
    EXPECT_EQ(all.size(), 100000);
}

TEST(Ids, KnowTheirOwnForm)
{
    const QString good = QStringLiteral("0193a5c0-7c1e-7b2f-8a3d-0123456789ab");
    EXPECT_TRUE(isUuid7(good));
    EXPECT_EQ(CellId::fromString(good)->toString(), good);
    EXPECT_TRUE(CellId().isNull());
    EXPECT_FALSE(CellId::create().isNull());
    for (const char *bad :
         {"", "0193A5C0-7c1e-7b2f-8a3d-0123456789ab", "{0193a5c0-7c1e-7b2f-8a3d-0123456789ab}",
          "0193a5c0-7c1e-4b2f-8a3d-0123456789ab", "0193a5c0-7c1e-7b2f-ca3d-0123456789ab",
          "0193a5c07c1e-7b2f-8a3d-0123456789ab0", "0193a5c0-7c1e-7b2f-8a3d-0123456789a/",
          "../../../../../etc/passwd0000000000000", "0193a5c0-7c1e-7b2f-8a3d-0123456789ab\n"}) {
        EXPECT_FALSE(isUuid7(QString::fromLatin1(bad))) << bad;
        EXPECT_FALSE(CellId::fromString(QString::fromLatin1(bad))) << bad;
    }
}

TEST(Loopback, IsThisMachineAndNoOther)
{
    for (const char *here : {"localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "::1"})
        EXPECT_TRUE(isLoopback(QString::fromLatin1(here))) << here;
    for (const char *there : {"", "localhost.example.com", "x.localhost", "10.0.0.1", "0.0.0.0",
                              "127.0.0.1.example.com", "notlocalhost"})
        EXPECT_FALSE(isLoopback(QString::fromLatin1(there))) << there;
}

TEST(Error, CarriesItsFailureAndItsTextAsWhat)
{
    const Error error(ErrorKind::File, QStringLiteral("Nö."), QStringLiteral("Do."));
    EXPECT_STREQ(error.what(), "Nö.");
    EXPECT_EQ(error.failure(),
              (Failure{ErrorKind::File, QStringLiteral("Nö."), QStringLiteral("Do.")}));
    try {
        throw error;
    } catch (const std::exception &caught) {
        EXPECT_STREQ(caught.what(), "Nö.");
    }
}

} // namespace
} // namespace sandglass
