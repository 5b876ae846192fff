// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pythonlexer.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sandglass {

namespace {

using Kind = PythonLexer::Kind;

template <size_t N>
bool contains(const std::array<std::u16string_view, N> &words, QStringView word)
{
    const std::u16string_view text(word.utf16(), size_t(word.size()));
    return std::find(words.begin(), words.end(), text) != words.end();
}

constexpr std::array<std::u16string_view, 34> keywords{
    u"and",     u"as",       u"assert", u"async",    u"await", u"break",  u"case",
    u"class",   u"continue", u"def",    u"del",      u"elif",  u"else",   u"except",
    u"finally", u"for",      u"from",   u"global",   u"if",    u"import", u"in",
    u"is",      u"lambda",   u"match",  u"nonlocal", u"not",   u"or",     u"pass",
    u"raise",   u"return",   u"try",    u"while",    u"with",  u"yield"};

constexpr std::array<std::u16string_view, 5> constants{u"None", u"True", u"False", u"Ellipsis",
                                                       u"NotImplemented"};

constexpr std::array<std::u16string_view, 48> builtins{
    u"abs",    u"all",    u"any",    u"bin",     u"bool",      u"bytes",      u"callable",
    u"chr",    u"dict",   u"dir",    u"display", u"divmod",    u"enumerate",  u"eval",
    u"exec",   u"filter", u"float",  u"format",  u"frozenset", u"getattr",    u"hasattr",
    u"hash",   u"hex",    u"id",     u"input",   u"int",       u"isinstance", u"issubclass",
    u"iter",   u"len",    u"list",   u"map",     u"max",       u"min",        u"next",
    u"object", u"open",   u"ord",    u"pow",     u"print",     u"range",      u"repr",
    u"round",  u"set",    u"sorted", u"str",     u"sum",       u"zip"};

/// Walks over one line and gathers its tokens.
class Walk
{
public:
    Walk(QStringView line, int state)
        : m_line(line)
        , m_state(state)
    {}

    PythonLexer::Line run()
    {
        if (m_state & (PythonLexer::TripleSingle | PythonLexer::TripleDouble))
            triple(0);
        while (m_at < m_line.size())
            step();
        return {std::move(m_tokens), m_state};
    }

private:
    QChar at(qsizetype index) const { return index < m_line.size() ? m_line[index] : QChar(); }

    void add(qsizetype start, Kind kind)
    {
        m_tokens.push_back({int(start), int(m_at - start), kind});
        m_isStart = false;
    }

    void step()
    {
        const QChar c = at(m_at);
        const qsizetype start = m_at;
        if (c.isSpace()) {
            ++m_at;
        } else if (c == u'#') {
            m_at = m_line.size();
            add(start, Kind::Comment);
        } else if (m_isStart && (c == u'%' || c == u'!' || c == u'?')) {
            m_at = m_line.size();
            add(start, Kind::Magic);
        } else if (m_isStart && c == u'@') {
            ++m_at;
            while (at(m_at).isLetterOrNumber() || at(m_at) == u'_' || at(m_at) == u'.')
                ++m_at;
            add(start, Kind::Decorator);
        } else if (c == u'\'' || c == u'"') {
            string(start, false);
        } else if (c.isDigit() || (c == u'.' && at(m_at + 1).isDigit())) {
            number();
        } else if (c.isLetter() || c == u'_' || c.isHighSurrogate()) {
            word();
        } else {
            ++m_at;
            m_isStart = false;
            m_afterDot = c == u'.';
            m_expectsName = false;
        }
    }

    void word()
    {
        const qsizetype start = m_at;
        while (at(m_at).isLetterOrNumber() || at(m_at) == u'_' || at(m_at).isSurrogate())
            ++m_at;
        const QStringView text = m_line.mid(start, m_at - start);
        const QChar next = at(m_at);
        if ((next == u'\'' || next == u'"') && isPrefix(text)) {
            string(start, text.contains(u'r', Qt::CaseInsensitive));
            return;
        }
        const bool wasDot = m_afterDot;
        const bool expectsName = m_expectsName;
        m_afterDot = false;
        m_expectsName = false;
        if (wasDot)
            m_isStart = false; // an attribute may bear any name
        else if (expectsName)
            add(start, Kind::Name);
        else
            plainWord(start, text);
    }

    void plainWord(qsizetype start, QStringView text)
    {
        if (isKeyword(start, text)) {
            m_expectsName = text == u"def" || text == u"class";
            add(start, Kind::Keyword);
        } else if (contains(constants, text)) {
            add(start, Kind::Constant);
        } else if (contains(builtins, text)) {
            add(start, Kind::Builtin);
        } else {
            m_isStart = false;
        }
    }

    /// `match` and `case` are keywords only where a statement begins and something follows that
    /// can't go on from a name.
    bool isKeyword(qsizetype start, QStringView text) const
    {
        if (text != u"match" && text != u"case")
            return contains(keywords, text);
        const bool begins = m_line.left(start).trimmed().isEmpty();
        const QStringView rest = m_line.mid(m_at).trimmed();
        return begins && rest.endsWith(u':') && !rest.startsWith(u'=') && !rest.startsWith(u':');
    }

    static bool isPrefix(QStringView text)
    {
        if (text.size() > 2)
            return false;
        return std::all_of(text.begin(), text.end(),
                           [](QChar c) { return QStringView(u"rRbBuUfFtT").contains(c); });
    }

    void number()
    {
        const qsizetype start = m_at;
        QChar before;
        while (m_at < m_line.size()) {
            const QChar c = at(m_at);
            const bool exponent = (c == u'+' || c == u'-') && (before == u'e' || before == u'E') &&
                                  at(start + 1) != u'x' && at(start + 1) != u'X';
            if (!c.isLetterOrNumber() && c != u'.' && c != u'_' && !exponent)
                break;
            before = c;
            ++m_at;
        }
        add(start, Kind::Number);
        m_afterDot = false;
    }

    /// At a quote, with the token beginning at `start` (a prefix may stand before the quote).
    void string(qsizetype start, bool raw)
    {
        const QChar quote = at(m_at);
        m_afterDot = false;
        if (at(m_at + 1) == quote && at(m_at + 2) == quote) {
            m_at += 3;
            m_state = quote == u'"' ? PythonLexer::TripleDouble : PythonLexer::TripleSingle;
            if (raw)
                m_state |= PythonLexer::RawFlag;
            triple(start);
            return;
        }
        ++m_at;
        while (m_at < m_line.size() && at(m_at) != quote)
            m_at += at(m_at) == u'\\' ? 2 : 1; // raw strings can't end in an escaped quote either
        m_at = std::min(m_at + 1, m_line.size());
        add(start, Kind::String);
    }

    /// Inside a triple-quoted string that began at `start` or in an earlier line.
    void triple(qsizetype start)
    {
        const QChar quote = m_state & PythonLexer::TripleDouble ? u'"' : u'\'';
        while (m_at < m_line.size()) {
            if (at(m_at) == u'\\') {
                m_at += 2;
            } else if (at(m_at) == quote && at(m_at + 1) == quote && at(m_at + 2) == quote) {
                m_at += 3;
                m_state = PythonLexer::Plain;
                break;
            } else {
                ++m_at;
            }
        }
        m_at = std::min(m_at, m_line.size());
        if (m_at > start)
            add(start, Kind::String);
    }

    QStringView m_line;
    int m_state;
    qsizetype m_at = 0;
    bool m_isStart = true; ///< nothing but space came yet
    bool m_afterDot = false;
    bool m_expectsName = false; ///< after def or class
    std::vector<PythonLexer::Token> m_tokens;
};

/// Cell magics whose body is Python all the same.
bool keepsPython(QStringView magic)
{
    return magic == u"%%time" || magic == u"%%timeit" || magic == u"%%capture" ||
           magic == u"%%prun";
}

} // namespace

PythonLexer::Line PythonLexer::lex(QStringView line, int state, bool isFirst)
{
    if (state & CellMagic)
        return {{}, CellMagic};
    if (isFirst && line.startsWith(u"%%")) {
        const qsizetype end = line.indexOf(u' ');
        const QStringView magic = end < 0 ? line.trimmed() : line.left(end);
        return {{{0, int(line.size()), Kind::Magic}}, keepsPython(magic) ? Plain : CellMagic};
    }
    return Walk(line, state).run();
}

} // namespace sandglass
