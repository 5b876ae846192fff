// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/arguments.h"

#include <gmock/gmock.h>

using namespace sandglass;
using namespace sandglass::cli;

namespace {

using Cell = RunOptions::Cell;

template <class Options>
Options parsed(const QStringList &arguments)
{
    const Arguments result = parseArguments(arguments);
    if (const auto *error = std::get_if<UsageError>(&result))
        ADD_FAILURE() << error->text.toStdString();
    return std::get<Options>(result);
}

QString errorOf(const QStringList &arguments)
{
    const Arguments result = parseArguments(arguments);
    const auto *error = std::get_if<UsageError>(&result);
    return error ? error->text : QString();
}

TEST(Arguments, KeepTheOrderOfCellsAndFiles)
{
    const auto options =
        parsed<RunOptions>({QStringLiteral("run"), QStringLiteral("a.py"), QStringLiteral("-c"),
                            QStringLiteral("x = 1"), QStringLiteral("-"), QStringLiteral("b.py"),
                            QStringLiteral("-c"), QStringLiteral("-5")});

    EXPECT_THAT(options.cells,
                testing::ElementsAre(Cell{Cell::Source::File, QStringLiteral("a.py")},
                                     Cell{Cell::Source::Text, QStringLiteral("x = 1")},
                                     Cell{Cell::Source::Stdin, {}},
                                     Cell{Cell::Source::File, QStringLiteral("b.py")},
                                     Cell{Cell::Source::Text, QStringLiteral("-5")}));
}

TEST(Arguments, OptionsMayStandBeforeAndAfterTheQuestion)
{
    const auto options = parsed<AskOptions>(
        {QStringLiteral("ask"), QStringLiteral("--file"), QStringLiteral("a.csv"),
         QStringLiteral("What is it?"), QStringLiteral("--json"), QStringLiteral("--file=b.csv"),
         QStringLiteral("--provider=openai"), QStringLiteral("--base-url"),
         QStringLiteral("http://127.0.0.1:8080/v1"), QStringLiteral("--model"), QStringLiteral("m"),
         QStringLiteral("--save"), QStringLiteral("out"), QStringLiteral("--network")});

    EXPECT_EQ(options.question, QStringLiteral("What is it?"));
    EXPECT_EQ(options.files, (QStringList{QStringLiteral("a.csv"), QStringLiteral("b.csv")}));
    EXPECT_EQ(options.provider, QStringLiteral("openai"));
    EXPECT_EQ(options.baseUrl, QUrl(QStringLiteral("http://127.0.0.1:8080/v1")));
    EXPECT_EQ(options.model, QStringLiteral("m"));
    EXPECT_EQ(options.saveFolder, QStringLiteral("out"));
    EXPECT_TRUE(options.sandbox.network);
    EXPECT_TRUE(options.json);
}

TEST(Arguments, CellsRunWhereItIsSaid)
{
    const auto ask = parsed<AskOptions>({QStringLiteral("ask"), QStringLiteral("q"),
                                         QStringLiteral("--sandbox=exe"), QStringLiteral("--keep"),
                                         QStringLiteral("--provider=gateway")});
    EXPECT_EQ(ask.sandbox.kind, QStringLiteral("exe"));
    EXPECT_TRUE(ask.sandbox.keep);
    EXPECT_EQ(ask.provider, QStringLiteral("gateway"));
    const auto run = parsed<RunOptions>({QStringLiteral("run"), QStringLiteral("a.py"),
                                         QStringLiteral("--sandbox"), QStringLiteral("local")});
    EXPECT_EQ(run.sandbox.kind, QStringLiteral("local"));
    EXPECT_FALSE(run.sandbox.keep);
}

TEST(Arguments, ADoubleDashEndsTheOptions)
{
    const auto options = parsed<AskOptions>(
        {QStringLiteral("ask"), QStringLiteral("--"), QStringLiteral("--json is what?")});

    EXPECT_EQ(options.question, QStringLiteral("--json is what?"));
    EXPECT_FALSE(options.json);
}

TEST(Arguments, TheRunOptionsAreRead)
{
    const auto options = parsed<RunOptions>(
        {QStringLiteral("run"), QStringLiteral("-c"), QStringLiteral("1"),
         QStringLiteral("--timeout"), QStringLiteral("7"), QStringLiteral("--keep-going"),
         QStringLiteral("--conversation"), QStringLiteral("last")});

    EXPECT_EQ(options.timeout, std::chrono::seconds(7));
    EXPECT_TRUE(options.keepGoing);
    EXPECT_EQ(options.conversation, QStringLiteral("last"));
}

TEST(Arguments, WhatIsWrongIsSaidInASentence)
{
    const QList<QStringList> wrong{
        {},
        {QStringLiteral("fly")},
        {QStringLiteral("ask")},
        {QStringLiteral("ask"), QStringLiteral("  ")},
        {QStringLiteral("ask"), QStringLiteral("q"), QStringLiteral("--bogus")},
        {QStringLiteral("ask"), QStringLiteral("q"), QStringLiteral("--model")},
        {QStringLiteral("ask"), QStringLiteral("q"), QStringLiteral("--json=yes")},
        {QStringLiteral("ask"), QStringLiteral("q"), QStringLiteral("--provider"),
         QStringLiteral("x")},
        {QStringLiteral("ask"), QStringLiteral("q"), QStringLiteral("--base-url"),
         QStringLiteral("file:///etc")},
        {QStringLiteral("ask"), QStringLiteral("q"), QStringLiteral("--base-url"),
         QStringLiteral("localhost")},
        {QStringLiteral("ask"), QStringLiteral("q"), QStringLiteral("--conversation"),
         QStringLiteral("../x")},
        {QStringLiteral("ask"), QStringLiteral("q"), QStringLiteral("--sandbox=vm")},
        {QStringLiteral("ask"), QStringLiteral("q"), QStringLiteral("--sandbox=exe"),
         QStringLiteral("--network")},
        {QStringLiteral("run"), QStringLiteral("a.py"), QStringLiteral("--sandbox=local"),
         QStringLiteral("--keep")},
        {QStringLiteral("run")},
        {QStringLiteral("run"), QStringLiteral("-c")},
        {QStringLiteral("run"), QStringLiteral("a.py"), QStringLiteral("--timeout"),
         QStringLiteral("0")},
        {QStringLiteral("run"), QStringLiteral("a.py"), QStringLiteral("--timeout"),
         QStringLiteral("soon")},
        {QStringLiteral("run"), QStringLiteral("a.py"), QStringLiteral("--provider"),
         QStringLiteral("builtin")},
        {QStringLiteral("conversations")},
        {QStringLiteral("conversations"), QStringLiteral("show")},
        {QStringLiteral("conversations"), QStringLiteral("delete"), QStringLiteral("..")},
        {QStringLiteral("packages")},
        {QStringLiteral("packages"), QStringLiteral("add")},
        {QStringLiteral("setup"), QStringLiteral("now")},
        {QStringLiteral("health"), QStringLiteral("--timeout")},
        {QStringLiteral("vms"), QStringLiteral("all")},
        {QStringLiteral("sweep"), QStringLiteral("now")},
        {QStringLiteral("sweep"), QStringLiteral("--older-than"), QStringLiteral("-1")},
        {QStringLiteral("sweep"), QStringLiteral("--older-than"), QStringLiteral("nan")},
        {QStringLiteral("sweep"), QStringLiteral("--older-than"), QStringLiteral("long")}};

    for (const QStringList &arguments : wrong)
        EXPECT_TRUE(errorOf(arguments).endsWith(u'.')) << arguments.join(u' ').toStdString();
}

TEST(Arguments, SweepTakesHoursAndMayOnlyShow)
{
    const auto plain = parsed<SweepOptions>({QStringLiteral("sweep")});
    EXPECT_FALSE(plain.hours);
    EXPECT_FALSE(plain.dryRun);
    const auto options =
        parsed<SweepOptions>({QStringLiteral("sweep"), QStringLiteral("--older-than=0.5"),
                              QStringLiteral("--dry-run"), QStringLiteral("--json")});
    EXPECT_EQ(options.hours, 0.5);
    EXPECT_TRUE(options.dryRun && options.json);
    EXPECT_TRUE(parsed<VmsOptions>({QStringLiteral("vms"), QStringLiteral("--json")}).json);
}

TEST(Arguments, HelpNamesEveryCommand)
{
    for (const QString &way :
         {QStringLiteral("--help"), QStringLiteral("-h"), QStringLiteral("help")}) {
        const QString text = parsed<TextOptions>({way}).text;
        for (const char *command :
             {"ask", "run", "conversations", "packages", "setup", "health", "vms", "sweep"})
            EXPECT_TRUE(text.contains(QStringLiteral("sandglass-cli ") + QLatin1String(command)));
    }
}

} // namespace
