// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/builtin.h"

#include "llm/question.h"

#include "llm/pythonrun.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace sandglass {
namespace {

using testing::HasSubstr;

/// A kind of file and what must come of it. `kinds`: a letter for each column: i integer, f float,
/// d date, s text. `last`: the last row.
struct TableKind
{
    const char *name;
    QByteArray content;
    int rows;
    QStringList columns;
    const char *kinds;
    QStringList last;
    const char *said = "";
};

QStringList list(const char *words)
{
    return *words ? QString::fromUtf8(words).split(QLatin1Char('~')) : QStringList();
}

QByteArray utf16(const char *text, bool mark)
{
    QStringEncoder encoder(QStringConverter::Utf16LE, mark ? QStringConverter::Flag::WriteBom
                                                           : QStringConverter::Flag::Default);
    return encoder(QString::fromUtf8(text));
}

QByteArray manyLines(const char *header, int count, const std::function<QByteArray(int)> &line)
{
    QByteArray text = header;
    for (int i = 0; i < count; ++i)
        text += line(i);
    return text;
}

QByteArray wide()
{
    QByteArray header;
    QByteArray row;
    for (int i = 0; i < 5000; ++i) {
        header += (i ? ",c" : "c") + QByteArray::number(i);
        row += (i ? "," : "") + QByteArray::number(i);
    }
    return header + '\n' + row + '\n' + row + '\n';
}

std::vector<TableKind> kinds()
{
    return {
        {"comma.csv", "a,b\n1,x\n2,y\n", 2, list("a~b"), "is", list("2~y"), "Delimiter: comma"},
        {"semicolon.csv", "a;b\n1;2", 1, list("a~b"), "ii", list("1~2"), "Delimiter: semicolon"},
        {"four-column-pipe.csv", "id|name|qty|price\n1|x|2|3.5\n2|y|4|1.25\n", 2,
         list("id~name~qty~price"), "isif", list("2~y~4~1.25"), "Delimiter: vertical bar"},
        {"tab.tsv", "date\tv\n2024-01-02\t1\n2024-01-03\t2\n", 2, list("date~v"), "di",
         list("2024-01-03 00:00:00~2"), "Delimiter: tab"},
        {"german.csv",
         "Datum;Umsatz;Ort\n01.02.2024;1.234,50;N\n13.02.2024;0,5;S\xc3\xbc"
         "d\n",
         2, list("Datum~Umsatz~Ort"), "dfs",
         list("2024-02-13 00:00:00~0.5~S\xc3\xbc"
              "d"),
         "Decimal mark: comma"},
        {"decimal comma.csv",
         manyLines(
             "x;y\n", 300,
             [](int i) { return QByteArray::number(i) + ",5;" + QByteArray::number(i) + ",25\n"; }),
         300, list("x~y"), "ff", list("299.5~299.25"), "Decimal mark: comma"},
        {"one decimal comma.csv", "v\n1,5\n2,25\n", 2, list("v"), "f", list("2.25")},
        {"quoted decimal.csv", "n,v\n\"A, B\",\"1,5\"\nC,\"2,75\"\n", 2, list("n~v"), "sf",
         list("C~2.75")},
        {"thousands.csv", "city,pop\nA,\"1,234,567\"\nB,\"2,345\"\n", 2, list("city~pop"), "si",
         list("B~2345"), "Decimal mark: point"},
        {"cp1252.csv", "R\xe9gion;Caf\xe9\n\xcele;1,5\nBrest;2,5\n", 2,
         list("R\xc3\xa9gion~Caf\xc3\xa9"), "sf", list("Brest~2.5"), "Encoding: cp1252"},
        {"undefined in cp1252.csv", "a,b\n\x81\xe9,1\n", 1, list("a~b"), "si",
         list("\xef\xbf\xbd\xc3\xa9~1")},
        {"mark.csv", "\xef\xbb\xbf\xc3\xa9,b\n1,x\n", 1, list("\xc3\xa9~b"), "is", list("1~x"),
         "Encoding: utf-8-sig"},
        {"utf16.csv", utf16("name\tv\n\xc3\x84\t1\n", true), 1, list("name~v"), "si",
         list("\xc3\x84~1"), "Encoding: utf-16"},
        {"utf16 without mark.csv", utf16("name,v\nab,1\nB,2\n", false), 2, list("name~v"), "si",
         list("B~2")},
        {"ragged with titles.csv",
         "Report 2024\nMade by;X\n\nid;name;value\n1;a;2\n2;b\n3;c;4;extra\n4;d;5\n", 4,
         list("id~name~value~column 4"), "isfs", list("4~d~5.0~nan"), "Rows of unequal length"},
        {"single quote.csv", "1,abc'd\n1,2", 2, list("column 1~column 2"), "is", list("1~2")},
        {"lone quote.csv", "name,size\nA,1\n\"B,2\nC,3\nD,4\nE,5\nF,6\n", 6, list("name~size"),
         "si", list("F~6")},
        {"quoted lines.csv", "id,text,v\n1,\"one\ntwo\",3\n2,\"say \"\"hi\"\", ok\",4\n", 2,
         list("id~text~v"), "isi", list("2~say \"hi\", ok~4")},
        {"quoted delimiter.csv", "Name;Preis\n\"A;B\";\"1,50\"\n\"C\";\"2,75\"\n", 2,
         list("Name~Preis"), "sf", list("C~2.75")},
        {"other delimiter inside.csv",
         manyLines("name,tags\n", 300,
                   [](int i) { return "n" + QByteArray::number(i) + ",x;y\n"; }),
         300, list("name~tags"), "ss", list("n299~x;y"), "Delimiter: comma"},
        {"empty.csv", "", 0, {}, "", {}, "The file is empty: 0 bytes."},
        {"line ends only.csv", "\n\r\n\n", 0, {}, "", {}, "only empty lines"},
        {"header only.csv", "a,b,c\n", 0, list("a~b~c"), "sss", {}},
        {"codes.csv", "zip,n\n01234,1\n99999,2\n", 2, list("zip~n"), "si", list("99999~2")},
        {"one column.csv", "value\n1\n2\n3\n", 3, list("value"), "i", list("3")},
        {"numbers.txt", "1\n2\n3\n", 3, list("column 1"), "i", list("3")},
        {"no header.csv", "1,2,3\n4,5,6\n7,8,9\n", 3, list("column 1~column 2~column 3"), "iii",
         list("7~8~9"), "none in the file"},
        {"prose.txt", "Hello, world.\nThis is prose; no table\nAnd, well, ends.\n", 2,
         list("Hello, world."), "s", list("And, well, ends.")},
        {"delimiter at the end.csv", "a;b;\n1;2;\n3;4;\n", 2, list("a~b"), "ii", list("3~4")},
        {"delimiter at the end of rows.csv", "a;b\n1;2;\n3;4;\n", 2, list("a~b"), "ii",
         list("3~4")},
        {"row labels.csv", "x,y\nr1,1,2\nr2,3,4\n", 2, list("row~x~y"), "sii", list("r2~3~4")},
        {"equal names.csv", "a,a,a (2)\n1,2,3\n", 1, list("a~a (2)~a (2) (2)"), "iii",
         list("1~2~3")},
        {"cr.csv", "a,b\r1,2\r3,4\r", 2, list("a~b"), "ii", list("3~4")},
        {"crlf.csv", "a,b\r\n1,2\r\n3,4\r\n", 2, list("a~b"), "ii", list("3~4")},
        {"years.csv", "Country,2019,2020\nA,3.5,4\nB,5,6\n", 2, list("Country~2019~2020"), "sfi",
         list("B~5.0~6")},
        {"american.csv", "when,v\n01/13/2024,5\n02/14/2024,6\n", 2, list("when~v"), "di",
         list("2024-02-14 00:00:00~6")},
        {"zones.csv", "t,v\n2024-01-05T10:00:00Z,1\n2024-01-06T11:30:00+02:00,2\n", 2, list("t~v"),
         "di", list("2024-01-06 09:30:00+00:00~2")},
        {"addresses.csv", "ip;v\n10.0.0.1;1\n192.168.1.20;2\n", 2, list("ip~v"), "si",
         list("192.168.1.20~2")},
        {"spaces.csv", "a, b, c\n1, 2, 3\n4, 5, 6\n", 2, list("a~b~c"), "iii", list("4~5~6")},
        {"gaps.csv", "a,b\n1,\n,x\n", 2, list("a~b"), "fs", list("nan~x")},
        {"say \"hi\" it's {{file}} \xc3\xa9 $x$.csv", "a,b\n1,2\n", 1, list("a~b"), "ii",
         list("1~2")},
        {"two\nlines.csv", "a,b\n1,2\n", 1, list("a~b"), "ii", list("1~2")},
        {"table.json", "[{\"a\": 1, \"b\": \"x\"}, {\"a\": 2, \"b\": \"y\"}]", 2, list("a~b"), "is",
         list("2~y")},
        {"table.jsonl", "{\"a\": 1, \"b\": \"x\"}\n{\"a\": 2, \"b\": \"y\"}\n", 2, list("a~b"),
         "is", list("2~y")},
    };
}

QString codeFor(const QString &name)
{
    ModelRequest request;
    request.messages.append({Message::Role::User,
                             questionText(QStringLiteral("Describe it"), {{name, 1, {}}}),
                             {},
                             {}});
    const ModelReply reply = BuiltinModel().reply(request, {}, {});
    EXPECT_EQ(reply.calls.size(), 1);
    if (reply.calls.isEmpty())
        return {};
    return QString::fromStdString(nlohmann::json::parse(reply.calls[0].arguments.toStdString())
                                      .at("code")
                                      .get<std::string>());
}

nlohmann::json run(const QTemporaryDir &folder, const QString &name, const QByteArray &content)
{
    QFile file(folder.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly)) << name.toStdString();
    file.write(content);
    return {{"code", codeFor(name).toStdString()}, {"folder", folder.path().toStdString()}};
}

TEST(BuiltinTables, ReadsEveryKindOfTableRightly)
{
    const QTemporaryDir folder;
    const std::vector<TableKind> table = kinds();
    nlohmann::json cells = nlohmann::json::array();
    for (const TableKind &kind : table)
        cells.push_back(run(folder, QString::fromUtf8(kind.name), kind.content));
    const nlohmann::json results = runPython(cells);
    ASSERT_EQ(results.size(), table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        const nlohmann::json &result = results[i];
        SCOPED_TRACE(std::string(table[i].name) + "\n" + result["out"].get<std::string>());
        EXPECT_EQ(result["error"].get<std::string>(), "");
        EXPECT_EQ(result["rows"], table[i].rows);
        QStringList columns;
        for (const auto &name : result["columns"])
            columns.append(QString::fromStdString(name.get<std::string>()));
        EXPECT_EQ(columns.join(QLatin1Char('~')).toStdString(),
                  table[i].columns.join(QLatin1Char('~')).toStdString());
        EXPECT_EQ(result["kinds"].get<std::string>(), table[i].kinds);
        QStringList last;
        for (const auto &value : result["last"])
            last.append(QString::fromStdString(value.get<std::string>()));
        EXPECT_EQ(last.join(QLatin1Char('~')).toStdString(),
                  table[i].last.join(QLatin1Char('~')).toStdString());
        EXPECT_THAT(result["out"].get<std::string>(), HasSubstr(table[i].said));
        EXPECT_EQ(result["figures"], table[i].rows > 0 ? 1 : 0);
        EXPECT_LT(result["out"].get<std::string>().size(), 9'000u);
    }
}

// Case FI14: wide and long files; the output for the model stays short.
TEST(BuiltinTables, ReadsFiveThousandColumnsAndManyRows)
{
    const QTemporaryDir folder;
    nlohmann::json cells = nlohmann::json::array();
    cells.push_back(run(folder, QStringLiteral("wide.csv"), wide()));
    cells.push_back(
        run(folder, QStringLiteral("long.csv"), manyLines("a;b;c\n", 200'000, [](int i) {
                return QByteArray::number(i) + ";" + QByteArray(20, 'x') + ";1,5\n";
            })));
    const nlohmann::json results = runPython(cells);
    ASSERT_EQ(results.size(), 2u);
    for (const nlohmann::json &result : results) {
        EXPECT_EQ(result["error"].get<std::string>(), "");
        EXPECT_LT(result["out"].get<std::string>().size(), 9'000u);
    }
    EXPECT_EQ(results[0]["width"], 5000);
    EXPECT_EQ(results[1]["rows"], 200'000);
    EXPECT_EQ(results[1]["kinds"], "isf");
}

TEST(BuiltinTables, SaysWhatItLeavesOut)
{
    QList<AttachedFile> files{{QStringLiteral("photo.png"), 1, {}}};
    for (int i = 0; i < 9; ++i)
        files.append({QStringLiteral("t%1.csv").arg(i), 1, {}});
    ModelRequest request;
    request.messages.append({Message::Role::User, questionText({}, files), {}, {}});
    EXPECT_EQ(BuiltinModel().reply(request, {}, {}).calls.size(), 5);
    request.messages[0].text = questionText({}, {files[0]});
    const ModelReply none = BuiltinModel().reply(request, {}, {});
    EXPECT_TRUE(none.calls.isEmpty());
    EXPECT_THAT(none.text.toStdString(), HasSubstr("I left out 1 of the files"));
}

} // namespace
} // namespace sandglass
