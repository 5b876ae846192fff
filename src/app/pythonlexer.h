// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

#include <vector>

namespace sandglass {

/// Colours of Python code, one line at a time: the window's highlighter and the command line both
/// use it. Pure, never fails: half-written code is what it mostly sees. It knows IPython's magics,
/// shell lines and help marks.
class PythonLexer
{
public:
    enum class Kind { Keyword, Constant, Builtin, String, Number, Comment, Decorator, Magic, Name };

    /// `length` characters from `start`; text between tokens is plain (operators, names).
    /// Kind::Name stands only for the name that `def` or `class` gives.
    struct Token
    {
        int start = 0;
        int length = 0;
        Kind kind = Kind::Keyword;

        friend bool operator==(const Token &, const Token &) = default;
    };

    /// What goes on in the next line; fits QSyntaxHighlighter's block state (never -1).
    enum State : int {
        Plain = 0,
        TripleSingle = 1, ///< inside '''
        TripleDouble = 2, ///< inside """
        RawFlag = 4,      ///< added to the two above: backslashes are plain
        CellMagic = 8,    ///< below %%bash and the like: not Python
    };

    struct Line
    {
        std::vector<Token> tokens; ///< in order, without overlaps
        int state = Plain;         ///< for the next line
    };

    /// `line` without its line end; `state` is the line before's (Plain for the first, for which
    /// `isFirst` is true: only there a cell magic counts).
    static Line lex(QStringView line, int state, bool isFirst = false);
};

} // namespace sandglass
