// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/linktarget.h"
#include "ui/markdownsplit.h"
#include "ui/markdownview.h"
#include "ui/markdownwriter.h"
#include "ui/theme.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QTextBlock>
#include <QTextTable>

using namespace sandglass;

namespace {

struct Case
{
    const char *name;
    QString markdown;
    QString text; ///< what is to be read, a line for a block
};

void PrintTo(const Case &c, std::ostream *out)
{
    *out << c.name;
}

QString written(const QString &markdown)
{
    QTextDocument document;
    MarkdownWriter(&document, QFont(), Theme::light()).write(markdown);
    return document.toPlainText();
}

class MarkdownTable : public testing::TestWithParam<Case>
{};

TEST_P(MarkdownTable, ReadsAsItIsMeant)
{
    EXPECT_EQ(written(GetParam().markdown).toStdString(), GetParam().text.toStdString());
}

// The finished pieces and the unfinished one together give what the whole text gives.
TEST_P(MarkdownTable, ReadsTheSameWhileItStreams)
{
    MarkdownView streamed;
    const QString &text = GetParam().markdown;
    qsizetype last = 0;
    for (qsizetype length = 1; length <= text.size(); ++length) {
        const QString now = text.left(length);
        const auto pieces = splitMarkdown(now, last);
        for (size_t i = 0; i < pieces.size(); ++i) {
            const QString piece = now.mid(pieces[i].start, pieces[i].end - pieces[i].start);
            if (i + 1 == pieces.size())
                streamed.setUnfinished(piece);
            else
                streamed.addFinished(piece);
            last = pieces[i].start;
        }
    }
    EXPECT_EQ(streamed.document()->toPlainText().toStdString(), GetParam().text.toStdString());
}

const Case cases[] = {
    {"paragraphs", QStringLiteral("One\ntwo.\n\nThree."), QStringLiteral("One two.\nThree.")},
    {"a heading", QStringLiteral("# Title\n\nText"), QStringLiteral("Title\nText")},
    {"spans", QStringLiteral("**bold** *it* `code` ~~gone~~"), QStringLiteral("bold it code gone")},
    {"money is text, TX1", QStringLiteral("from $2bn to $4bn, R$ 12,29 and **$1.50** … $1.50."),
     QStringLiteral("from $2bn to $4bn, R$ 12,29 and $1.50 … $1.50.")},
    {"bullets", QStringLiteral("- a\n- b\n  - c"), QStringLiteral("•\ta\n•\tb\n◦\tc")},
    {"numbers go on", QStringLiteral("7. a\n8. b"), QStringLiteral("7.\ta\n8.\tb")},
    {"tasks", QStringLiteral("- [ ] a\n- [x] b"), QStringLiteral("☐\ta\n☑\tb")},
    {"code in a list, TX2",
     QStringLiteral("1. First:\n\n   ```python\n   x = 1\n   y = 2\n   ```\n\n   after\n2. Second"),
     QStringLiteral("1.\tFirst:\nx = 1\ny = 2\nafter\n2.\tSecond")},
    {"code in a nested list, TX2",
     QStringLiteral("- a\n  1. b\n     ```\n     c\n     ```\n  2. d\n- e"),
     QStringLiteral("•\ta\n1.\tb\nc\n2.\td\n•\te")},
    {"a quote", QStringLiteral("> said\n> so\n\nand"), QStringLiteral("said so\nand")},
    {"html is text", QStringLiteral("one<br>two <script>x</script>\n\nthree"),
     QStringLiteral("one<br>two <script>x</script>\nthree")},
    {"entities", QStringLiteral("a &amp; b &lt;c&gt; &#8364;"), QStringLiteral("a & b <c> €")},
    {"an empty item", QStringLiteral("- a\n-\n- c"), QStringLiteral("•\ta\n•\t\n•\tc")},
    {"a picture is words, TX4", QStringLiteral("![chart](https://evil.example/?q=secret)"),
     QStringLiteral("▧ chart")},
    {"a hard break", QStringLiteral("a  \nb"), QStringLiteral("a\nb")},
};

INSTANTIATE_TEST_SUITE_P(All, MarkdownTable, testing::ValuesIn(cases));

QStringList anchors(const QTextDocument &document)
{
    QStringList found;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto it = block.begin(); !it.atEnd(); ++it)
            if (it.fragment().charFormat().isAnchor())
                found.append(it.fragment().charFormat().anchorHref());
    return found;
}

/// Counts what a document asks to be loaded.
class AskingView : public MarkdownView
{
public:
    using MarkdownView::loadResource;
};

} // namespace

TEST(Markdown, MakesATableOfCellsWithTheirAlignment)
{
    QTextDocument document;
    MarkdownWriter(&document, QFont(), Theme::light())
        .write(QStringLiteral("| a | b |\n|:--|--:|\n| 1 | **2** |\n| 3 |\n\nafter"));
    QTextTable *table = nullptr;
    for (QTextFrame *frame : document.rootFrame()->childFrames())
        table = qobject_cast<QTextTable *>(frame);
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->rows(), 3);
    EXPECT_EQ(table->columns(), 2);
    const auto cell = [&](int row, int column) {
        return table->cellAt(row, column).firstCursorPosition().block();
    };
    EXPECT_EQ(cell(0, 0).text(), QStringLiteral("a"));
    EXPECT_EQ(cell(1, 1).text(), QStringLiteral("2"));
    EXPECT_EQ(cell(1, 1).blockFormat().alignment(), Qt::AlignRight);
    EXPECT_EQ(cell(2, 1).text(), QString());
    EXPECT_TRUE(document.toPlainText().endsWith(QStringLiteral("\nafter")));
}

TEST(Markdown, TurnsATableOutOfAllProportionIntoText)
{
    QString row = QStringLiteral("|");
    QString line = QStringLiteral("|");
    for (int i = 0; i < 2000; ++i) {
        row += QStringLiteral("a|");
        line += QStringLiteral("-|");
    }
    QString text = row + u'\n' + line + u'\n';
    for (int i = 0; i < 1000; ++i)
        text += QStringLiteral("|\n");
    QElapsedTimer clock;
    clock.start();
    QTextDocument document;
    MarkdownWriter(&document, QFont(), Theme::light()).write(text);
    EXPECT_LT(clock.elapsed(), 5000);
    EXPECT_TRUE(document.rootFrame()->childFrames().isEmpty());
    EXPECT_TRUE(document.toPlainText().contains(QStringLiteral("|a|a|a|")));
}

TEST(Markdown, LinksOnlyToWebMailAndFilesOfTheSandbox)
{
    QTextDocument document;
    MarkdownWriter(&document, QFont(), Theme::light())
        .write(QStringLiteral(
            "[a](https://x.example/y) [b](javascript:alert) [c](file:///etc/passwd) "
            "[d](sandbox:/mnt/data/x.csv) [e](mailto:a@b.example) [f](data:text/html,x) "
            "[g](out/r.xlsx) [h](smb://host/x) ![i](http://evil.example/p.png)"));
    EXPECT_EQ(anchors(document), (QStringList{QStringLiteral("https://x.example/y"),
                                              QStringLiteral("sandbox:/mnt/data/x.csv"),
                                              QStringLiteral("mailto:a@b.example"),
                                              QStringLiteral("sandbox:out/r.xlsx"),
                                              QStringLiteral("http://evil.example/p.png")}));
}

TEST(Markdown, LinksCodeThatNamesAFile)
{
    QTextDocument document;
    MarkdownWriter(&document, QFont(), Theme::light(), [](const QString &name) {
        return name == QStringLiteral("r 100%.csv");
    }).write(QStringLiteral("I saved `r 100%.csv` by `to_csv`.\n\n    r 100%.csv\n"));
    ASSERT_EQ(anchors(document).size(), 1);
    EXPECT_EQ(sandboxFileOf(QUrl(anchors(document).at(0))), QStringLiteral("r 100%.csv"));
}

TEST(Markdown, GivesTheNameThatASandboxLinkMeans)
{
    EXPECT_EQ(sandboxFileOf(linkTarget(QStringLiteral("sandbox:/mnt/data/x.csv"))),
              QStringLiteral("x.csv"));
    EXPECT_EQ(sandboxFileOf(linkTarget(QStringLiteral("sandbox:d/y z.csv"))),
              QStringLiteral("d/y z.csv"));
    EXPECT_EQ(sandboxFileOf(linkTarget(QStringLiteral("r%C3%A9gion.csv"))),
              QStringLiteral("région.csv"));
}

TEST(Markdown, LoadsNothing)
{
    AskingView view;
    view.setUnfinished(QStringLiteral("![x](https://evil.example/?q=secret) ![y](/etc/passwd)"));
    view.arrange(400);
    for (QTextBlock block = view.document()->begin(); block.isValid(); block = block.next())
        for (auto it = block.begin(); !it.atEnd(); ++it)
            EXPECT_FALSE(it.fragment().charFormat().isImageFormat());
    EXPECT_FALSE(
        view.loadResource(QTextDocument::ImageResource, QUrl(QStringLiteral("file:///etc/passwd")))
            .isValid());
    EXPECT_FALSE(view.loadResource(QTextDocument::HtmlResource,
                                   QUrl(QStringLiteral("https://evil.example/")))
                     .isValid());
}

// Shown in time, without a height out of all proportion, and asking for nothing.
TEST(Markdown, StandsHostileText)
{
    const QString deep = QStringLiteral("> ").repeated(5'000) + QStringLiteral("quoted text");
    QString lists;
    for (int i = 0; i < 300; ++i)
        lists += QString(2 * i, u' ') + QStringLiteral("- item\n");
    const QStringList texts{
        deep,
        lists,
        QStringLiteral("[").repeated(50'000),
        QStringLiteral("*_").repeated(50'000),
        QStringLiteral("`").repeated(30'001),
        QStringLiteral("![a](").repeated(20'000),
        QStringLiteral("[a](https://x.example/) ").repeated(20'000),
        QStringLiteral("&#0;&#xD800;&bad;\u202E\u0000"),
        QStringLiteral("<script>alert(1)</script><img src=x onerror=y><table><tr><td>"),
        QStringLiteral("|a").repeated(3'000) + u'\n' + QStringLiteral("|-").repeated(3'000),
        QStringLiteral("# ").repeated(20'000),
        QString(200'000, u'x'),
    };
    for (const QString &text : texts) {
        QElapsedTimer clock;
        clock.start();
        AskingView view;
        view.setUnfinished(text);
        const int height = view.arrange(400);
        EXPECT_LT(clock.elapsed(), 5'000) << text.left(20).toStdString();
        EXPECT_LT(height, 20 * 200'000) << text.left(20).toStdString();
        for (QTextBlock block = view.document()->begin(); block.isValid(); block = block.next())
            EXPECT_LE(block.blockFormat().leftMargin(), 300) << text.left(20).toStdString();
    }
}

TEST(Markdown, CutsAWordThatNobodyCanReadAndSaysSo)
{
    const QString word(WordLimit::longest, u'x');
    EXPECT_EQ(written(word), word);
    EXPECT_EQ(written(word + QStringLiteral("yyy z")),
              word + QStringLiteral("… (characters left out: 3) z"));
    EXPECT_EQ(written(word + QStringLiteral("&amp;&amp; z")),
              word + QStringLiteral("… (characters left out: 1)… (characters left out: 1) z"));
    const QString cells = QStringLiteral("|a|b|\n|-|-|\n") +
                          (u'|' + QString(900, u'x') + QStringLiteral("|y|\n")).repeated(40);
    EXPECT_FALSE(written(cells).contains(u'…'));
    WordLimit pieces;
    QString together;
    for (const QChar c : word + u'y')
        together += pieces.take(QString(c));
    EXPECT_EQ(together, word + QStringLiteral("… (characters left out: 1)"));
}

TEST(Markdown, SplitsAtFencesAndAtParagraphs)
{
    const QString text =
        QStringLiteral("One.\n\n- a\n\n- b\n\nTwo.\n```python x\ncode\n\nmore\n```\nThree");
    const auto pieces = splitMarkdown(text);
    ASSERT_EQ(pieces.size(), 4U);
    const auto part = [&](size_t i) {
        return text.mid(pieces[i].start, pieces[i].end - pieces[i].start);
    };
    EXPECT_EQ(part(0), QStringLiteral("One.\n\n- a\n\n- b\n\n"));
    EXPECT_EQ(part(1), QStringLiteral("Two.\n"));
    EXPECT_EQ(pieces[2].kind, MarkdownPiece::Kind::Code);
    EXPECT_EQ(pieces[2].language, QStringLiteral("python"));
    EXPECT_EQ(text.mid(pieces[2].codeStart, pieces[2].codeEnd - pieces[2].codeStart),
              QStringLiteral("code\n\nmore\n"));
    EXPECT_EQ(part(3), QStringLiteral("Three"));
}

TEST(Markdown, ShowsCodeThatIsNotFinished)
{
    const QString text = QStringLiteral("```py\nx = 1\nfor");
    const auto pieces = splitMarkdown(text);
    ASSERT_EQ(pieces.size(), 1U);
    EXPECT_EQ(text.mid(pieces[0].codeStart, pieces[0].codeEnd - pieces[0].codeStart),
              QStringLiteral("x = 1\nfor"));
}
