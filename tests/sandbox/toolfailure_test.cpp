// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/toolfailure.h"

#include <gtest/gtest.h>

using namespace sandglass;

namespace {

struct Row
{
    const char *output;
    ToolTrouble trouble;
};

constexpr Row Table[] = {
    {"", ToolTrouble::Unknown},
    {"Segmentation fault", ToolTrouble::Unknown},
    {"WARNING: Retrying (Retry(total=0)) after connection broken by "
     "'NewConnectionError('<pip._vendor"
     ".urllib3>: Failed to establish a new connection: [Errno 111] Connection refused')': "
     "/simple/six/\nERROR: Could not find a version that satisfies the requirement six (from "
     "versions: none)\nERROR: No matching distribution found for six",
     ToolTrouble::Offline},
    {"Could not fetch URL http://127.0.0.1:9/six/: connection error: refused - skipping\nERROR: No "
     "matching distribution found for six",
     ToolTrouble::Offline},
    {"ERROR: Could not find a version that satisfies the requirement nosuch (from versions: none)\n"
     "ERROR: No matching distribution found for nosuch",
     ToolTrouble::NoSuchPackage},
    {"ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
     ToolTrouble::DiskFull},
    {"error: Failed to write to disk\n  Caused by: No space left on device (os error 28)",
     ToolTrouble::DiskFull},
    {"The virtual environment was not created successfully because ensurepip is not\navailable.  "
     "On "
     "Debian/Ubuntu systems, you need to install the python3-venv\npackage",
     ToolTrouble::NoVenv},
    {"/usr/bin/python3: No module named venv", ToolTrouble::NoVenv},
    {"Error: Command '['/d/venv/bin/python3', '-m', 'ensurepip', '--upgrade']' returned non-zero "
     "exit status 1.",
     ToolTrouble::NoVenv},
    {"ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/x'",
     ToolTrouble::NoPermission},
    {"ERROR: Cannot install numpy<2 because these package versions have conflicting dependencies.\n"
     "ERROR: ResolutionImpossible: for help visit …",
     ToolTrouble::Conflict},
};

} // namespace

TEST(ToolTrouble, IsReadFromWhatTheToolsSay)
{
    for (const Row &row : Table)
        EXPECT_EQ(toolTrouble(row.output), row.trouble) << row.output;
}

TEST(ToolTrouble, TakesFromALogOnlyThatTheIndexWasNotReached)
{
    const QByteArray none = "ERROR: No matching distribution found for six";
    EXPECT_EQ(toolTrouble(none, "Could not fetch URL http://h/six/: connection error: refused"),
              ToolTrouble::Offline);
    EXPECT_EQ(toolTrouble(none, "raise ResolutionImpossible(e.causes) [Errno 13]"),
              ToolTrouble::NoSuchPackage);
    EXPECT_EQ(toolTrouble("[Errno 28]", "connection error"), ToolTrouble::DiskFull);
}

TEST(ToolFailure, SaysWhatHappenedAndWhatToDo)
{
    const QString act = QStringLiteral("The Python environment couldn't be made");
    for (const Row &row : Table) {
        const Failure failure = toolFailure(act, row.trouble, row.output, QStringLiteral("3.11.2"));
        EXPECT_EQ(failure.kind, ErrorKind::SetupFailed);
        EXPECT_TRUE(failure.text.startsWith(act + QStringLiteral(": ")));
        EXPECT_FALSE(failure.remedy.isEmpty());
    }
    EXPECT_TRUE(toolFailure(act, ToolTrouble::NoVenv, {}, QStringLiteral("3.11.2"))
                    .remedy.contains(QStringLiteral("python3.11-venv")));
}

TEST(LastWords, AreFewInOneLineAndWithoutCredentials)
{
    const QString words = lastWords("first\n\nsecond\r\nLooking in https://me:pass@host/simple\n"
                                    "ERROR: \x1b[31mred\n[notice] a newer pip\n\n");
    EXPECT_FALSE(words.contains(QStringLiteral("first")));
    EXPECT_FALSE(words.contains(QStringLiteral("pass")));
    EXPECT_FALSE(words.contains(QStringLiteral("notice")));
    EXPECT_FALSE(words.contains(QLatin1Char('\n')));
    EXPECT_FALSE(words.contains(QChar(0x1b)));
    EXPECT_TRUE(words.contains(QStringLiteral("second / Looking in")));
    EXPECT_LE(lastWords(QByteArray(100'000, 'x')).size(), 620);
}
