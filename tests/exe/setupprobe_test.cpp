// SPDX-License-Identifier: MIT
#include "exe/error.h"
#include "exe/setupprobe.h"

#include <gtest/gtest.h>

#include <QProcess>

namespace exedev {
namespace {

using Kind = SetupState::Kind;

/// A unit that loaded and never ran, with `changes` after it: later lines win.
QByteArray unit(const QByteArray &changes, const char *setup = "present")
{
    return QByteArray("Setup=") + setup +
           "\nLoadState=loaded\nActiveState=inactive\nJob=0\nResult=success\nExecMainCode=0\n"
           "ExecMainStatus=0\nExecMainExitTimestampMonotonic=0\nConditionResult=no\n"
           "ConditionTimestampMonotonic=0\nSystemState=running\n" +
           changes;
}

TEST(SetupProbeTest, TellsWhatBecameOfTheScript)
{
    const std::pair<QByteArray, Kind> cases[] = {
        {"Setup=present\nState=booting\n", Kind::Pending},
        {"Setup=absent\nState=booting\n", Kind::Done},
        {"Setup=absent\nState=unsupported\n", Kind::Done},
        {"Setup=present\nState=unsupported\n", Kind::Failed},
        {unit("LoadState=not-found\n"), Kind::Failed},
        {unit("LoadState=not-found\n", "absent"), Kind::Done},
        {unit("ActiveState=activating\n"), Kind::Pending},
        {unit("ActiveState=deactivating\n"), Kind::Pending},
        {unit("ActiveState=reloading\n"), Kind::Pending},
        {unit("ActiveState=failed\n"), Kind::Failed},
        {unit("ExecMainExitTimestampMonotonic=5\nResult=exit-code\n"), Kind::Failed},
        {unit("ExecMainExitTimestampMonotonic=5\n"), Kind::Done},
        {unit("ConditionTimestampMonotonic=5\n"), Kind::Done},
        {unit("ConditionTimestampMonotonic=5\nConditionResult=yes\n"), Kind::Failed},
        {unit("", "absent"), Kind::Done},
        {unit("Job=17\n"), Kind::Pending},
        {unit("Job=\n"), Kind::Failed},
        {unit("SystemState=initializing\n"), Kind::Pending},
        {unit("SystemState=starting\n"), Kind::Pending},
        {unit(""), Kind::Failed},
    };
    for (const auto &[printed, kind] : cases)
        EXPECT_EQ(setupState(printed).kind, kind) << printed.toStdString();
    EXPECT_EQ(setupState(unit("")).result, QStringLiteral("not-run"));
    EXPECT_EQ(setupState("Setup=present\nState=unsupported").result, QStringLiteral("unsupported"));
}

TEST(SetupProbeTest, TellsHowTheScriptEnded)
{
    SetupState state = setupState(unit("ActiveState=failed\nResult=exit-code\nExecMainCode=1\n"
                                       "ExecMainStatus=7\n---\nlast words\n---\nmore\n"));
    EXPECT_EQ(state.result, QStringLiteral("exit-code"));
    EXPECT_EQ(state.exitCode, 7);
    EXPECT_FALSE(state.signal.has_value());
    EXPECT_EQ(state.output, "last words\n---\nmore\n");
    for (const char *code : {"2", "3"}) {
        state = setupState(unit("ActiveState=failed\nResult=\nExecMainStatus=9\nExecMainCode=" +
                                QByteArray(code) + '\n'));
        EXPECT_EQ(state.result, QStringLiteral("failed"));
        EXPECT_EQ(state.signal, 9);
        EXPECT_FALSE(state.exitCode.has_value());
    }
}

TEST(SetupProbeTest, RefusesWhatMakesNoSense)
{
    for (const QByteArray &bad :
         {QByteArray(), QByteArray("hello"), QByteArray("Setup=maybe\nState=booting\n"),
          QByteArray("Setup=present\n"), unit("LoadState=\n"), unit("ActiveState=\n")})
        EXPECT_THROW(setupState(bad), ProtocolError) << bad.toStdString();
}

TEST(SetupProbeTest, RunsInARealShell)
{
    QProcess shell;
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), QString::fromLatin1(setupProbe())});
    ASSERT_TRUE(shell.waitForFinished(30000));
    EXPECT_EQ(shell.exitCode(), 0);
    EXPECT_EQ(shell.readAllStandardError(), "");
    EXPECT_EQ(setupState(shell.readAllStandardOutput()).kind, Kind::Done);
}

} // namespace
} // namespace exedev
