// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/highlight.h"

#include "app/pythonlexer.h"
#include "cli/terminaltext.h"

namespace sandglass::cli {

namespace {

const char *colourOf(PythonLexer::Kind kind)
{
    switch (kind) {
    case PythonLexer::Kind::Keyword:
        return "\x1b[35m";
    case PythonLexer::Kind::Constant:
    case PythonLexer::Kind::Number:
        return "\x1b[36m";
    case PythonLexer::Kind::String:
        return "\x1b[32m";
    case PythonLexer::Kind::Comment:
        return "\x1b[2m";
    case PythonLexer::Kind::Builtin:
    case PythonLexer::Kind::Name:
        return "\x1b[34m";
    case PythonLexer::Kind::Decorator:
    case PythonLexer::Kind::Magic:
        break;
    }
    return "\x1b[33m";
}

} // namespace

QByteArray highlighted(const QString &code, bool colours)
{
    // Colours of the code's own would be taken for ours: none stay.
    const QString clean = QString::fromUtf8(TerminalText::cleaned(code.toUtf8(), false));
    QByteArray out;
    int state = PythonLexer::Plain;
    bool isFirst = true;
    const QStringList lines = clean.split(u'\n');
    for (const QString &line : lines) {
        const PythonLexer::Line lexed = PythonLexer::lex(line, state, isFirst);
        state = lexed.state;
        isFirst = false;
        int at = 0;
        for (const PythonLexer::Token &token : lexed.tokens) {
            const QStringView text(line);
            out += text.mid(at, token.start - at).toUtf8();
            if (colours)
                out += colourOf(token.kind);
            out += text.mid(token.start, token.length).toUtf8();
            if (colours)
                out += "\x1b[0m";
            at = token.start + token.length;
        }
        out += QStringView(line).mid(at).toUtf8() + '\n';
    }
    while (out.endsWith("\n\n"))
        out.chop(1);
    return out;
}

} // namespace sandglass::cli
