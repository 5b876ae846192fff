// SPDX-License-Identifier: MIT
#include "exe/commandline.h"
#include "exe/error.h"
#include "exe/names.h"

#include <gtest/gtest.h>

namespace exedev {
namespace {

QString text(const char *bytes)
{
    return QString::fromUtf8(bytes);
}

TEST(CommandLineTest, PutsThePathThenFlagsThenWords)
{
    EXPECT_EQ(CommandLine("whoami").text(), "whoami");
    EXPECT_EQ(CommandLine("share set-public").word(text("web")).text(), "share set-public web");
    EXPECT_EQ(CommandLine("new")
                  .word(text("x"))
                  .flag("--no-email")
                  .flag("--comment", text("two words"))
                  .flag("--copy-tags", false)
                  .flag("--standalone", true)
                  .text(),
              "new --no-email --comment='two words' --copy-tags=false --standalone x");
    EXPECT_EQ(CommandLine("comment").word(text("web")).word({}).text(), "comment web ''");
}

TEST(CommandLineTest, RepeatsFlagsOrJoinsThemWithCommas)
{
    EXPECT_EQ(CommandLine("new").each("--tag", {text("a"), text("b c")}).text(),
              "new --tag=a --tag='b c'");
    EXPECT_EQ(CommandLine("k").list("--cmds", {text("ls"), text("share show")}).text(),
              "k --cmds='ls,share show'");
    for (const QStringList &bad : {QStringList(), QStringList{QString()}, {text("a,b")}})
        EXPECT_THROW(CommandLine("k").list("--cmds", bad), InvalidArgumentError);
}

TEST(CommandLineTest, KeepsWordsApartFromFlags)
{
    EXPECT_EQ(CommandLine("comment").word(text("web")).word(text("-x")).text(),
              "comment -- web -x");
    EXPECT_EQ(CommandLine("comment").word(text("web")).word(text("a-x")).text(), "comment web a-x");
}

TEST(CommandLineTest, RefusesWhatCanNotBeSent)
{
    EXPECT_THROW(CommandLine("c").word(QString(QChar(0))).text(), InvalidArgumentError);
    const QString fitting(longestCommand - 2, u'a');
    EXPECT_EQ(CommandLine("c").word(fitting).text().size(), longestCommand);
    EXPECT_THROW(CommandLine("c").word(fitting + u'a').text(), InvalidArgumentError);
}

TEST(CommandLineTest, QuotesARemoteCommandTwice)
{
    EXPECT_EQ(sshLine(text("web"), "true"), "ssh web true");
    EXPECT_EQ(sshLine(text("web"), "echo 'a b'"), "ssh web 'echo '\"'\"'a b'\"'\"''");
}

TEST(NamesTest, AreMatchedOverTheWholeText)
{
    for (const char *good : {"a", "web-1", "0x"})
        EXPECT_TRUE(isVmName(text(good))) << good;
    for (const char *bad : {"", "-a", "a b", "a\n", "a.b", "ä", "a/b", "*"})
        EXPECT_FALSE(isVmName(text(bad))) << bad;
    for (const char *good : {"a", "a.b_c-1"})
        EXPECT_TRUE(isProcessName(text(good))) << good;
    for (const char *bad : {"", ".a", "_a", "a/b", "a\n"})
        EXPECT_FALSE(isProcessName(text(bad))) << bad;
    EXPECT_TRUE(isProcessName(QString(64, u'a')));
    EXPECT_FALSE(isProcessName(QString(65, u'a')));
    for (const char *good : {"A", "_x1"})
        EXPECT_TRUE(isVariableName(text(good))) << good;
    for (const char *bad : {"", "1a", "A-B", "A=B", "A\n", "é"})
        EXPECT_FALSE(isVariableName(text(bad))) << bad;
    for (const char *good : {"TERM", "SIGTERM", "RTMIN+1", "1", "127"})
        EXPECT_TRUE(isSignal(text(good))) << good;
    for (const char *bad : {"", "term", "0", "128", "-9", "TERM\n", "9;rm"})
        EXPECT_FALSE(isSignal(text(bad))) << bad;
    for (const char *bad : {"", "a b", "a\n", "\x7f", "ä"})
        EXPECT_FALSE(isToken(bad)) << bad;
    EXPECT_TRUE(isToken("exe1.abc"));
    EXPECT_FALSE(isToken(QByteArray(8193, 'a')));
    EXPECT_NE(uniqueName(text("p-")), uniqueName(text("p-")));
    EXPECT_EQ(uniqueName(text("p-")).size(), 18);
}

} // namespace
} // namespace exedev
