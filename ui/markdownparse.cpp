// SPDX-License-Identifier: GPL-3.0-or-later
// The half of MarkdownWriter that md4c drives.
#include "ui/markdownwriter.h"

#include "ui/theme.h"

#include <md4c.h>

namespace sandglass {

// md4c calls plain functions; each gives control back to the writer it belongs to.
struct MarkdownWriter::Callbacks
{
    static int over(MarkdownWriter *writer) { return ++writer->m_parts > maxParts ? 1 : 0; }

    static int enterBlock(MD_BLOCKTYPE type, void *detail, void *user)
    {
        auto *writer = static_cast<MarkdownWriter *>(user);
        if (type == MD_BLOCK_TABLE) {
            const auto *table = static_cast<MD_BLOCK_TABLE_DETAIL *>(detail);
            // A row of 65,000 cells is written in a few bytes.
            if (qint64(table->col_count) * (table->body_row_count + 1) > maxParts)
                return 1;
        }
        writer->enterBlock(type, detail);
        return over(writer);
    }

    static int leaveBlock(MD_BLOCKTYPE type, void *, void *user)
    {
        static_cast<MarkdownWriter *>(user)->leaveBlock(type);
        return 0;
    }

    static int enterSpan(MD_SPANTYPE type, void *detail, void *user)
    {
        auto *writer = static_cast<MarkdownWriter *>(user);
        writer->enterSpan(type, detail);
        return over(writer);
    }

    static int leaveSpan(MD_SPANTYPE, void *, void *user)
    {
        static_cast<MarkdownWriter *>(user)->leaveSpan();
        return 0;
    }

    static int text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *user)
    {
        auto *writer = static_cast<MarkdownWriter *>(user);
        writer->text(type, QString::fromUtf8(text, size));
        return over(writer);
    }
};

void MarkdownWriter::write(const QString &markdown)
{
    m_cursor.movePosition(QTextCursor::End);
    const int start = m_cursor.position();
    const bool useBlock = m_useBlock;
    QTextCharFormat base;
    base.setForeground(m_theme.text);
    base.setFont(m_font);
    m_formats = {base};
    m_parts = 0;
    MD_PARSER parser = {};
    parser.flags = MD_DIALECT_GITHUB | MD_FLAG_NOHTML;
    parser.enter_block = Callbacks::enterBlock;
    parser.leave_block = Callbacks::leaveBlock;
    parser.enter_span = Callbacks::enterSpan;
    parser.leave_span = Callbacks::leaveSpan;
    parser.text = Callbacks::text;
    const QByteArray bytes = markdown.toUtf8();
    m_cursor.beginEditBlock();
    if (md_parse(bytes.constData(), static_cast<MD_SIZE>(bytes.size()), &parser, this) != 0) {
        m_cursor.setPosition(start);
        m_cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
        m_cursor.removeSelectedText();
        m_useBlock = useBlock;
        m_formats = {base};
        writePlain(markdown);
    }
    m_cursor.endEditBlock();
}

} // namespace sandglass
