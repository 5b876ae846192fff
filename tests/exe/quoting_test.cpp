// SPDX-License-Identifier: MIT
#include "exe/quoting.h"

#include <gtest/gtest.h>

#include <QProcess>
#include <QRandomGenerator>

namespace exedev {
namespace {

TEST(QuotingTest, QuotesOnlyWhatNeedsIt)
{
    const QByteArray plain = "abcXYZ019_@%+=:,./-";
    EXPECT_EQ(quoted(plain), plain);
    EXPECT_EQ(quoted(""), "''");
    EXPECT_EQ(quoted("a b"), "'a b'");
    EXPECT_EQ(quoted("it's"), "'it'\"'\"'s'");
    EXPECT_EQ(quoted("'"), "''\"'\"''");
    EXPECT_EQ(quoted("~"), "'~'");
    EXPECT_EQ(quoted("$HOME"), "'$HOME'");
    EXPECT_EQ(quoted("a\nb"), "'a\nb'");
    EXPECT_EQ(quoted("ü"), "'ü'");
    EXPECT_EQ(quotedWords({"echo", "a b", ""}), "echo 'a b' ''");
}

/// Words of every kind of character but NUL.
QByteArrayList randomWords(QRandomGenerator &random)
{
    const QByteArray nasty = "'\"\\$`!*?[]{}()<>|&;~# \t\n\r-=%é€🌍";
    QByteArrayList words;
    for (int i = random.bounded(1, 6); i > 0; --i) {
        QString word;
        for (int n = random.bounded(0, 24); n > 0; --n) {
            if (random.bounded(2) == 0)
                word +=
                    QString::fromUtf8(nasty).at(random.bounded(QString::fromUtf8(nasty).size()));
            else
                word += QChar(random.bounded(0x20, 0x7f));
        }
        words.append(word.toUtf8());
    }
    return words;
}

QByteArray outputOf(const QString &program, const QStringList &arguments, const QByteArray &input)
{
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    EXPECT_TRUE(process.waitForFinished(60000));
    EXPECT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
    return process.readAllStandardOutput();
}

class RandomWordsTest : public testing::Test
{
protected:
    RandomWordsTest()
    {
        QRandomGenerator random(20260101);
        for (int i = 0; i < 400; ++i)
            m_lines.append(randomWords(random));
    }

    QList<QByteArrayList> m_lines;
};

TEST_F(RandomWordsTest, AreReadBackByARealShell)
{
    QByteArray script =
        "p() { for w in \"$@\"; do printf '%s\\001' \"$w\"; done; printf '\\002'; }\n";
    QByteArray expected;
    for (const QByteArrayList &words : m_lines) {
        script += "p " + quotedWords(words) + '\n';
        for (const QByteArray &word : words)
            expected += word + '\1';
        expected += '\2';
    }
    EXPECT_EQ(outputOf(QStringLiteral("sh"), {}, script), expected);
    EXPECT_EQ(outputOf(QStringLiteral("bash"), {}, script), expected);
}

TEST_F(RandomWordsTest, AreReadBackThroughTwoShells)
{
    QByteArray script;
    QByteArray expected;
    for (const QByteArrayList &words : m_lines) {
        script += "sh -c " + quoted("printf '%s\\001' " + quotedWords(words)) + '\n';
        for (const QByteArray &word : words)
            expected += word + '\1';
    }
    EXPECT_EQ(outputOf(QStringLiteral("sh"), {}, script), expected);
}

TEST_F(RandomWordsTest, AreReadBackByPythonsShlex)
{
    QByteArray input;
    QByteArray expected;
    for (const QByteArrayList &words : m_lines) {
        input += quotedWords(words) + '\0';
        for (const QByteArray &word : words)
            expected += word + '\1';
        expected += '\2';
    }
    const QString program = QStringLiteral(
        "import shlex, sys\n"
        "for line in sys.stdin.buffer.read().decode().split('\\0')[:-1]:\n"
        "    for word in shlex.split(line): sys.stdout.buffer.write(word.encode() + b'\\1')\n"
        "    sys.stdout.buffer.write(b'\\2')\n");
    EXPECT_EQ(outputOf(QStringLiteral("python3"), {QStringLiteral("-c"), program}, input),
              expected);
}

} // namespace
} // namespace exedev
