// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pythonlexer.h"

#include <gmock/gmock.h>

using sandglass::PythonLexer;
using Kind = PythonLexer::Kind;

namespace {

/// "K:if S:'a'" for the tokens of code of one or more lines.
std::string tokens(const QString &code)
{
    static const QLatin1String letters("KCBSN#DMF");
    QStringList out;
    int state = PythonLexer::Plain;
    bool isFirst = true;
    for (const QString &line : code.split(u'\n')) {
        const PythonLexer::Line lexed = PythonLexer::lex(line, state, isFirst);
        int end = 0;
        for (const PythonLexer::Token &token : lexed.tokens) {
            EXPECT_GE(token.start, end);
            EXPECT_GT(token.length, 0);
            end = token.start + token.length;
            EXPECT_LE(end, line.size());
            out << QString(QChar(letters[qsizetype(token.kind)])) + u':' +
                       line.mid(token.start, token.length);
        }
        state = lexed.state;
        isFirst = false;
    }
    return out.join(u' ').toStdString();
}

TEST(PythonLexer, TellsTheKindsApart)
{
    const std::vector<std::pair<const char16_t *, const char *>> cases{
        {u"if x is None: pass", "K:if K:is C:None K:pass"},
        {u"def print(a): return len(a)", "K:def F:print K:return B:len"},
        {u"class Ä(object):", "K:class F:Ä B:object"},
        {u"x.print, x.if_", ""},
        {u"a = 1_000 + .5e-3j + 0xFF - 2", "N:1_000 N:.5e-3j N:0xFF N:2"},
        {u"1-2", "N:1 N:2"},
        {u"0xE-1", "N:0xE N:1"},
        {u"s = 'a\\'b' + \"#no\" # yes", "S:'a\\'b' S:\"#no\" #:# yes"},
        {u"rb'a' f\"{x}\" u'z' zz'q'", "S:rb'a' S:f\"{x}\" S:u'z' S:'q'"},
        {u"r'\\' + 1", "S:r'\\' + 1"}, // a raw string can't end in a backslash
        {u"'open", "S:'open"},
        {u"@app.route('/')", "D:@app.route S:'/'"},
        {u"a @ b", ""},
        {u"%matplotlib inline", "M:%matplotlib inline"},
        {u"!ls -l", "M:!ls -l"},
        {u"a % b", ""},
        {u"match x:", "K:match"},
        {u"match = 1", "N:1"},
        {u"import numpy as np", "K:import K:as"},
        {u"", ""},
    };
    for (const auto &[code, expected] : cases)
        EXPECT_EQ(tokens(QString::fromUtf16(code)), expected);
}

TEST(PythonLexer, TripleQuotesGoOnOverLines)
{
    EXPECT_EQ(tokens(QStringLiteral("a = \"\"\"one 'two'\nif\nend\"\"\" if 1")),
              "S:\"\"\"one 'two' S:if S:end\"\"\" K:if N:1");
    EXPECT_EQ(tokens(QStringLiteral("'''a''' + '''b\n''' # c")), "S:'''a''' S:'''b S:''' #:# c");
    EXPECT_EQ(tokens(QStringLiteral("'''a\\'''\nb'''")), "S:'''a\\''' S:b'''");
}

TEST(PythonLexer, BelowAForeignCellMagicNothingIsPython)
{
    EXPECT_EQ(tokens(QStringLiteral("%%bash\nif true; then\nfi")), "M:%%bash");
    EXPECT_EQ(tokens(QStringLiteral("%%time\nif x: 1")), "M:%%time K:if N:1");
    EXPECT_EQ(tokens(QStringLiteral("x = 1\n%%bash\nif")), "N:1 M:%%bash K:if");
}

TEST(PythonLexer, AnyPrefixOfCodeIsLexed)
{
    const QString code = QStringLiteral("@d\nclass A:\n    '''doc \\\n x'''\n    def f(self, "
                                        "x=1e-5):\n        return rf\"{x!r}\\\" "
                                        "🌍\"  # ö\n%time f'''x'''\n");
    for (qsizetype n = 0; n <= code.size(); ++n)
        tokens(code.left(n));
}

} // namespace
