// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "base/log.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

namespace sandglass {
namespace {

TEST(Redacted, HidesWhatLooksLikeAKeyAndNothingElse)
{
    struct Row
    {
        const char *text;
        const char *shown;
    };
    for (const Row &row :
         std::vector<Row>{{"key sk-abcdefgh12345678 refused", "key … refused"},
                          {"sk-proj-AbC_123-xyz789012345", "…"},
                          {"sk-ant-api03-abcdefgh-123_456", "…"},
                          {"(gsk_abcdefgh12345678)", "(…)"},
                          {"ghp_0123456789abcdefghij", "…"},
                          {"token exe1.abcDEF012345 and exe0.payload.signature", "token … and …"},
                          {"AIzaSyA0123456789abcdefg", "…"},
                          {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "…"},
                          {"Authorization: Bearer abcdef123456", "Authorization: Bearer …"},
                          {"authorization: bearer abcdef123456 x", "authorization: bearer … x"},
                          {"Basic dXNlcjpwYXNz=", "Basic …"},
                          {"{\"api_key\": \"abc123\"}", "{\"api_key\": \"…\"}"},
                          {"x-api-key: abc", "x-api-key: …"},
                          {"password=hunter2&x=1", "password=…&x=1"},
                          {"https://user:pass@host/path", "https://…@host/path"},
                          {"a task-force, risk-averse, disk-12345678",
                           "a task-force, risk-averse, disk-12345678"},
                          {"the bearer of news", "the bearer of news"},
                          {"sk-short", "sk-short"},
                          {"mail me@example.org", "mail me@example.org"},
                          {"plain ünïcödé 杭州 🌍", "plain ünïcödé 杭州 🌍"}})
        EXPECT_EQ(redacted(QString::fromUtf8(row.text)).toStdString(), row.shown);
}

TEST(Redacted, HidesSecretsItWasToldOfInEveryForm)
{
    hideInLogs(Secret(QByteArray("my+very/odd key")));
    EXPECT_EQ(redacted(QStringLiteral("a my+very/odd key b my%2Bvery%2Fodd%20key c")).toStdString(),
              "a … b … c");
    EXPECT_EQ(redacted(QStringLiteral("x bXkrdmVyeS9vZGQga2V5 y")).toStdString(), "x … y");
    hideInLogs(Secret(QByteArray("ab")));
    hideInLogs(Secret());
    EXPECT_EQ(redacted(QStringLiteral("abba")), QStringLiteral("abba"));
}

TEST(Redacted, ShowsControlAndDirectionCharactersAsEscapes)
{
    EXPECT_EQ(redacted(QStringLiteral("a\nb\r\tc")).toStdString(), "a\\nb\\r\\tc");
    EXPECT_EQ(redacted(QStringLiteral("\x1b[2J")).toStdString(), "\\x1b[2J");
    EXPECT_EQ(redacted(QString(QChar(0x9b))).toStdString(), "\\x9b");
    EXPECT_EQ(redacted(QString(QChar(0x202e))).toStdString(), "\\u202e");
    EXPECT_EQ(redacted(QString(QChar(0x2028))).toStdString(), "\\u2028");
    EXPECT_EQ(redacted(QString(QChar(0))).toStdString(), "\\x00");
}

TEST(Redacted, IsCutToItsLength)
{
    EXPECT_EQ(redacted(QString(10, u'x'), 10), QString(10, u'x'));
    EXPECT_EQ(redacted(QString(11, u'x'), 10), QString(9, u'x') + u'…');
    EXPECT_EQ(redacted(QString(10, u'\n'), 10).size(), 10);
    EXPECT_EQ(redacted(QStringLiteral("🌍🌍🌍"), 4), QStringLiteral("🌍…"));
    EXPECT_EQ(redacted(QStringLiteral("abc"), 0), QString());
    EXPECT_LE(redacted(QString(50000000, u'x')).size(), 2000);
    // A key that the first cut goes through doesn't come back when the text before it shrinks.
    const QString keys = QStringLiteral("sk-aaaaaaaaaaaaaaaa ").repeated(200000);
    EXPECT_FALSE(redacted(keys, 100000000).contains(QStringLiteral("sk-")));
}

TEST(LogFile, IsForItsOwnerOnlyRedactedAndRotated)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("deep/er/log"));
    const QtMessageHandler before = qInstallMessageHandler(nullptr);
    logToFile(path);
    qCInfo(lcNet).noquote() << "line one\nforged sk-abcdefgh12345678";
    QFile file(path);
    EXPECT_EQ(file.permissions() & ~(QFile::ReadUser | QFile::WriteUser),
              QFile::ReadOwner | QFile::WriteOwner);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    EXPECT_TRUE(text.contains("info sandglass.net: line one\\nforged …\n")) << text.toStdString();
    EXPECT_EQ(text.count('\n'), 1);
    const QString filler(1000, u'f');
    for (int i = 0; i < 1500; ++i)
        qCInfo(lcApp).noquote() << filler;
    EXPECT_LE(QFile(path).size(), 1024 * 1024);
    EXPECT_GT(QFile(path).size(), 1000);
    EXPECT_TRUE(QFile::exists(path + QStringLiteral(".1")));
    EXPECT_LE(QFile(path + QStringLiteral(".1")).size(), 1024 * 1024);
    qInstallMessageHandler(before);
    EXPECT_THROW(logToFile(QStringLiteral("/proc/nowhere/log")), Error);
    qInstallMessageHandler(before);
}

} // namespace
} // namespace sandglass
