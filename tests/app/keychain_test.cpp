// SPDX-License-Identifier: GPL-3.0-or-later
// Run by keyring.sh, which makes the keyring that each suite's name says.
#include "app/keychain.h"

#include "app/exetoken.h"
#include "tests/app/fakes.h"

#include <gtest/gtest.h>

#include <QDirIterator>

#include <csignal>

namespace sandglass {

namespace {

using Kind = Keychain::Result::Kind;

constexpr int limitMs = 3000;

/// Starts one call, waits for its end and checks that there is only one.
class Call
{
public:
    explicit Call(const std::function<void(const Keychain::OnResult &)> &start)
    {
        m_timer.start();
        start([this](const Keychain::Result &result) {
            ++m_ends;
            m_result = result;
        });
        EXPECT_TRUE(waitFor([this] { return m_ends > 0; }, 5 * limitMs));
        m_milliseconds = m_timer.elapsed();
    }

    Kind kind() const { return m_result.kind; }
    const Keychain::Result &result() const { return m_result; }
    int ends() const { return m_ends; }
    qint64 milliseconds() const { return m_milliseconds; }

private:
    QElapsedTimer m_timer;
    Keychain::Result m_result;
    int m_ends = 0;
    qint64 m_milliseconds = 0;
};

class KeyringTest : public testing::Test
{
protected:
    Kind write(const QString &key, const QByteArray &value)
    {
        return Call([&](const auto &end) { m_keychain.write(key, Secret(value), end); }).kind();
    }

    Keychain::Result read(const QString &key)
    {
        return Call([&](const auto &end) { m_keychain.read(key, end); }).result();
    }

    Kind remove(const QString &key)
    {
        return Call([&](const auto &end) { m_keychain.remove(key, end); }).kind();
    }

    const QString m_key = QStringLiteral("model:http://localhost:80");
    Keychain m_keychain{std::chrono::milliseconds(limitMs)};
};

/// An ExeToken and what it told.
struct HeldToken
{
    HeldToken()
    {
        QObject::connect(&token, &ExeToken::changed, &token, [this] { ++changes; });
        QObject::connect(&token, &ExeToken::trouble, &token,
                         [this](const QString &text) { troubles << text; });
    }

    QByteArray value() const { return token.token().exposed(); }

    ExeToken token{std::chrono::milliseconds(limitMs)};
    int changes = 0;
    QStringList troubles;
};

class KeyringUnlocked : public KeyringTest
{};
class KeyringPrepare : public KeyringTest
{};
class KeyringLocked : public KeyringTest
{};
class KeyringMissing : public KeyringTest
{};

} // namespace

TEST_F(KeyringUnlocked, KeepsReadsAndRemovesAKey)
{
    EXPECT_EQ(read(m_key).kind, Kind::Absent);
    ASSERT_EQ(write(m_key, "sk-ünï \x01\xff"), Kind::Done);
    EXPECT_EQ(read(m_key).value.exposed(), "sk-ünï \x01\xff");
    ASSERT_EQ(write(m_key, "another"), Kind::Done);
    EXPECT_EQ(read(m_key).value.exposed(), "another");
    EXPECT_EQ(read(QStringLiteral("model:http://localhost:81")).kind, Kind::Absent);
    EXPECT_EQ(remove(m_key), Kind::Done);
    EXPECT_EQ(read(m_key).kind, Kind::Absent);
    EXPECT_EQ(remove(m_key), Kind::Done);
}

TEST_F(KeyringUnlocked, EndsOnceAtTheTimeLimitWhereTheKeyringHangs)
{
    const int pid = qEnvironmentVariableIntValue("KEYRING_PID");
    ASSERT_GT(pid, 1);
    ASSERT_EQ(kill(pid, SIGSTOP), 0);
    const Call call([&](const auto &end) { m_keychain.read(m_key, end); });
    EXPECT_EQ(call.kind(), Kind::TimedOut);
    EXPECT_GE(call.milliseconds(), limitMs * 9 / 10);
    EXPECT_LT(call.milliseconds(), 5 * limitMs);
    EXPECT_FALSE(call.result().text.isEmpty());
    ASSERT_EQ(kill(pid, SIGCONT), 0);
    // The late answer of the first call isn't told again, and the next call works.
    EXPECT_EQ(read(m_key).kind, Kind::Absent);
    EXPECT_EQ(call.ends(), 1);
}

TEST_F(KeyringUnlocked, KeepsTheTokenForExeDevForALaterRun)
{
    HeldToken first;
    first.token.keep(Secret("exe1.a-token\n"));
    EXPECT_EQ(first.value(), "exe1.a-token");
    ASSERT_TRUE(waitFor([&] { return read(Keychain::exeTokenKey()).kind == Kind::Done; }));
    HeldToken later;
    later.token.lookUp(true);
    ASSERT_TRUE(waitFor([&] { return later.changes > 0; }));
    EXPECT_EQ(later.value(), "exe1.a-token");
    later.token.forget();
    EXPECT_TRUE(later.value().isEmpty());
    ASSERT_TRUE(waitFor([&] { return read(Keychain::exeTokenKey()).kind == Kind::Absent; }));
    EXPECT_TRUE(first.troubles.isEmpty() && later.troubles.isEmpty());
}

TEST_F(KeyringUnlocked, AsksForNoTokenWhereTheEnvironmentGaveOne)
{
    ASSERT_EQ(write(Keychain::exeTokenKey(), "old"), Kind::Done);
    HeldToken held;
    held.token.use(Secret("new"));
    held.token.lookUp(true);
    ASSERT_EQ(read(Keychain::exeTokenKey()).kind, Kind::Done); // one queue: it was after that
    EXPECT_EQ(held.value(), "new");
    EXPECT_EQ(remove(Keychain::exeTokenKey()), Kind::Done);
}

TEST_F(KeyringPrepare, WritesAKey)
{
    ASSERT_EQ(write(m_key, "kept"), Kind::Done);
}

TEST_F(KeyringLocked, RefusesToWriteAndDoesNotGiveTheKeyOut)
{
    const Keychain::Result result = read(m_key);
    EXPECT_NE(result.kind, Kind::Done);
    EXPECT_TRUE(result.value.isEmpty());
    EXPECT_FALSE(result.text.isEmpty());
    EXPECT_NE(write(m_key, "new"), Kind::Done);
}

TEST_F(KeyringMissing, IsToldAtOnceAndNothingIsWritten)
{
    const Call call([&](const auto &end) { m_keychain.read(m_key, end); });
    EXPECT_EQ(call.kind(), Kind::NoService);
    EXPECT_FALSE(call.result().text.isEmpty());
    EXPECT_EQ(write(m_key, "a-secret-value"), Kind::NoService);
    QDirIterator files(QDir::homePath(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly)) {
            EXPECT_FALSE(file.readAll().contains("a-secret-value"))
                << files.fileName().toStdString();
        }
    }
}

TEST_F(KeyringMissing, LeavesTheTokenForExeDevForThisRunAndSaysSoOnce)
{
    HeldToken held;
    held.token.keep(Secret("exe1.a-token"));
    ASSERT_TRUE(waitFor([&] { return !held.troubles.isEmpty(); }));
    EXPECT_EQ(held.value(), "exe1.a-token");
    EXPECT_TRUE(held.troubles[0].contains(QStringLiteral("until the program ends")));
    EXPECT_FALSE(held.troubles[0].contains(QStringLiteral("a-token")));
    held.token.keep(Secret("exe1.another"));
    EXPECT_EQ(write(m_key, "x"), Kind::NoService); // after it
    EXPECT_EQ(held.troubles.size(), 1);

    HeldToken later;
    later.token.lookUp(true);
    ASSERT_TRUE(waitFor([&] { return !later.troubles.isEmpty(); }));
    EXPECT_TRUE(later.troubles[0].contains(QStringLiteral("can't be read")));
    HeldToken never;
    never.token.lookUp(false);
    EXPECT_EQ(read(m_key).kind, Kind::NoService);
    EXPECT_TRUE(never.troubles.isEmpty());
}

TEST(KeychainKeys, BelongToAnOrigin)
{
    const auto key = [](const char *url) {
        return Keychain::modelKey(QUrl(QString::fromUtf8(url)));
    };
    EXPECT_EQ(key("https://API.example.com/v1"),
              QStringLiteral("model:https://api.example.com:443"));
    EXPECT_EQ(key("http://127.0.0.1:8080/v1"), QStringLiteral("model:http://127.0.0.1:8080"));
    EXPECT_NE(key("http://a/v1"), key("https://a/v1"));
    EXPECT_EQ(key("http://user@a/v1"), key("http://a/other"));
}

} // namespace sandglass
