// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/prompt.h"

#include "agent/tablehint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sandglass {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Prompt, TellsTheFacts)
{
    PromptFacts facts;
    facts.date = QDate(2026, 11, 30);
    facts.pythonVersion = QStringLiteral("3.11.7");
    facts.packages = {QStringLiteral("numpy 2.4.6"), QStringLiteral("pandas 3.1.1")};
    facts.workFolder = QStringLiteral("/work");
    facts.files = {{QString::fromUtf8("Région\n.csv"), 12, QStringLiteral("read with sep=';'")}};
    facts.kernelIsNew = true;
    facts.personCells = {{QStringLiteral("x = 1\nx"), QStringLiteral("1")}};
    const std::string prompt = systemPrompt(facts).toStdString();
    for (const char *part :
         {"run_python(code)", "2026-11-30", "Python 3.11.7 with numpy 2.4.6", "`/work`",
          "no network", "`Région\\u000a.csv` (12 bytes; read with sep=';')", "kernel started anew",
          "    x = 1\n    x\n\n  gave:\n\n    1"})
        EXPECT_THAT(prompt, HasSubstr(part));
    EXPECT_THAT(prompt, Not(HasSubstr("{{")));
    facts.network = true;
    EXPECT_THAT(systemPrompt(facts).toStdString(), HasSubstr("reaches the network"));
}

TEST(Prompt, IsBounded)
{
    const QString name(1000, QLatin1Char('f'));
    const QString text(100'000, QLatin1Char('t'));
    PromptFacts facts;
    for (int i = 0; i < 10'000; ++i) {
        facts.files.append({name, i, {}});
        facts.packages.append(QStringLiteral("package %1").arg(i));
        facts.folders.append(name);
        facts.personCells.append({text, text});
    }
    EXPECT_LT(systemPrompt(facts).size(), 300'000);
}

struct HintRow
{
    const char *name;
    QByteArray head;
    const char *hint;
};

TEST(TableHint, SaysWhatPandasMustBeTold)
{
    const HintRow table[] = {
        {"a.csv", "a,b\n1,2\n", ""},
        {"four-column-pipe.csv", "a|b|c|d\n1|2|3|4\n", "read with sep='|'"}, // FI8
        {"a.csv", "a;b\n1;2", "read with sep=';'"},                          // FI9
        {"a.csv", "R\xe9gion;Caf\xe9\n\xcele;1,5\n",
         "read with sep=';', encoding='cp1252', decimal=','"}, // FI12
        {"a.tsv", "a\tb\n1\t2\n", "read with sep='\\t'"},
        {"a.csv",
         "\xef\xbb\xbf"
         "a,b\n1,2\n",
         "read with encoding='utf-8-sig'"},
        {"a.csv", "Report\n\na;b;c\n1;2;3\n4;5\n6;7;8\n9;1;2;x\n",
         "read with sep=';'; rows have unequal numbers of fields"}, // FI9
        {"a.csv", "1,abc'd\n1,2", ""},                              // FI11
        {"a.csv", "id,text\n1,\"a;b;c\nd;e;f\"\n2,x\n", ""},        // FI14
        {"a.csv", "", ""},
        {"a.csv", "\n\n\n", ""},
        {"a.csv", "\"", ""},
        {"a.png", "a;b\n1;2", ""},
        {"a.csv", "caf\xc3", ""}, // a character cut at the end of the head
    };
    for (const HintRow &row : table)
        EXPECT_EQ(tableHint(QString::fromUtf8(row.name), row.head).toStdString(), row.hint)
            << row.head.toStdString();
}

TEST(TableHint, ReadsOnlyTheHead)
{
    QByteArray head = QByteArray("a;b\n").repeated(20'000);
    head += QByteArray("\xff").repeated(10'000'000);
    EXPECT_EQ(tableHint(QStringLiteral("a.csv"), head), QStringLiteral("read with sep=';'"));
}

} // namespace
} // namespace sandglass
