// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/wordlimit.h"

#include <QTextCursor>

#include <functional>
#include <vector>

namespace sandglass {

struct Theme;

/// Writes Markdown into a QTextDocument by md4c's callbacks, at its end. HTML stays text, pictures
/// become their words, and links other than http, https, mailto and files of the sandbox aren't
/// links. Text that would make a document out of all proportion is written as it is. GUI thread.
class MarkdownWriter
{
public:
    /// Blocks whose text is quoted carry their depth under this property.
    static constexpr int quoteDepth = QTextFormat::UserProperty + 1;
    /// A block of code carries here what it was, without the limits of what is shown, and its
    /// language.
    static constexpr int codeText = QTextFormat::UserProperty + 2;
    static constexpr int codeLanguage = QTextFormat::UserProperty + 3;
    /// So many blocks, spans and cells a piece of Markdown may have.
    static constexpr int maxParts = 50'000;

    /// Whether a word written as code is the name of a file, which then is a link to it.
    using IsFile = std::function<bool(const QString &)>;

    MarkdownWriter(QTextDocument *document, const QFont &font, const Theme &theme,
                   IsFile isFile = {});

    /// True where the text that comes next begins in a block that is there already.
    bool startsInBlock() const { return m_useBlock; }
    void setStartsInBlock(bool use) { m_useBlock = use; }

    void write(const QString &markdown);

private:
    struct List
    {
        bool ordered = false;
        unsigned next = 1;
    };

    struct Callbacks;

    void enterBlock(int type, const void *detail);
    void leaveBlock(int type);
    void enterSpan(int type, const void *detail);
    void leaveSpan();
    void text(int type, const QString &text);

    void beginItem(const void *detail);
    void beginCode(const void *detail);
    void endCode();
    void beginTable(const void *detail);
    void beginCell(bool head, const void *detail);
    void endTable();
    double indent() const;
    void beginBlock(double above, double below);
    void beginParagraph();
    void writePlain(const QString &text);
    void insert(const QString &text);
    QTextCharFormat linkFormat(const QString &target) const;

    QTextCursor m_cursor;
    const Theme &m_theme;
    IsFile m_isFile;
    QFont m_font;
    QFont m_codeFont;
    std::vector<QTextCharFormat> m_formats; ///< the last one is in use
    std::vector<List> m_lists;
    int m_quotes = 0;
    WordLimit m_words;
    int m_parts = 0;
    QString m_code;   ///< of the block that is being written
    QString m_marker; ///< of a list item, before its first text
    bool m_useBlock = true;
    bool m_inCode = false;
    bool m_inCell = false;
    QTextTable *m_table = nullptr;
    int m_row = -1;
    int m_column = 0;
};

} // namespace sandglass
