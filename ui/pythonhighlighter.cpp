// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pythonhighlighter.h"

#include "app/pythonlexer.h"
#include "ui/theme.h"

namespace sandglass {

namespace {

// Characters of a line that are looked at: colours of the rest aren't worth the time.
constexpr qsizetype maxColoured = 2000;

QColor colorOf(PythonLexer::Kind kind, const Theme &theme)
{
    switch (kind) {
    case PythonLexer::Kind::Keyword:
        return theme.keyword;
    case PythonLexer::Kind::Constant:
    case PythonLexer::Kind::Number:
        return theme.number;
    case PythonLexer::Kind::String:
        return theme.string;
    case PythonLexer::Kind::Comment:
        return theme.comment;
    case PythonLexer::Kind::Builtin:
    case PythonLexer::Kind::Decorator:
    case PythonLexer::Kind::Magic:
    case PythonLexer::Kind::Name:
        return theme.name;
    }
    return theme.text;
}

} // namespace

PythonHighlighter::PythonHighlighter(QTextDocument *document, const QPalette &palette)
    : QSyntaxHighlighter(document)
    , m_isDark(Theme::of(palette).isDark)
{}

void PythonHighlighter::setPalette(const QPalette &palette)
{
    if (m_isDark == Theme::of(palette).isDark)
        return;
    m_isDark = !m_isDark;
    rehighlight();
}

void PythonHighlighter::highlightBlock(const QString &text)
{
    const Theme &theme = m_isDark ? Theme::dark() : Theme::light();
    const int before = std::max(0, previousBlockState());
    const PythonLexer::Line line = PythonLexer::lex(QStringView(text).left(maxColoured), before,
                                                    currentBlock().blockNumber() == 0);
    for (const PythonLexer::Token &token : line.tokens)
        setFormat(token.start, token.length, colorOf(token.kind, theme));
    setCurrentBlockState(line.state);
}

} // namespace sandglass
