// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/markdownwriter.h"

#include "ui/linktarget.h"
#include "ui/theme.h"

#include <md4c.h>

#include <QTextBlock>
#include <QTextDocumentFragment>

namespace sandglass {

namespace {

constexpr double lineHeight = 128; // percent
constexpr double indentStep = 26;
constexpr double quoteStep = 16;
constexpr double maxIndent = 260; // deeper things aren't moved further, so that text keeps room
constexpr int maxQuoteMarks = 10;

QString fromAttribute(const MD_ATTRIBUTE &attribute)
{
    return QString::fromUtf8(attribute.text, attribute.size);
}

QString entityText(const QString &entity)
{
    // Only named and numbered entities come here, no markup.
    const QString text = QTextDocumentFragment::fromHtml(entity).toPlainText();
    return text.isEmpty() ? entity : text;
}

} // namespace

MarkdownWriter::MarkdownWriter(QTextDocument *document, const QFont &font, const Theme &theme,
                               IsFile isFile)
    : m_cursor(document)
    , m_theme(theme)
    , m_isFile(std::move(isFile))
    , m_font(font)
    , m_codeFont(codeFont(font))
{}

void MarkdownWriter::writePlain(const QString &text)
{
    m_lists.clear();
    m_quotes = 0;
    m_table = nullptr;
    m_inCell = m_inCode = false;
    m_marker.clear();
    beginBlock(0, 8);
    m_cursor.insertText(m_words.take(text), m_formats.front());
}

void MarkdownWriter::enterBlock(int type, const void *detail)
{
    switch (type) {
    case MD_BLOCK_QUOTE:
        ++m_quotes;
        break;
    case MD_BLOCK_UL:
        m_lists.push_back({false, 1});
        break;
    case MD_BLOCK_OL:
        m_lists.push_back({true, static_cast<const MD_BLOCK_OL_DETAIL *>(detail)->start});
        break;
    case MD_BLOCK_LI:
        beginItem(detail);
        break;
    case MD_BLOCK_P:
        beginParagraph();
        break;
    case MD_BLOCK_H: {
        const unsigned level = static_cast<const MD_BLOCK_H_DETAIL *>(detail)->level;
        constexpr double sizes[] = {1.45, 1.25, 1.12, 1.0, 1.0, 1.0};
        QTextCharFormat format = m_formats.back();
        format.setFontPointSize(m_font.pointSizeF() * sizes[std::clamp(level, 1U, 6U) - 1]);
        format.setFontWeight(QFont::Bold);
        m_formats.push_back(format);
        beginBlock(10, 6);
        break;
    }
    case MD_BLOCK_HR: {
        beginBlock(6, 6);
        QTextBlockFormat format = m_cursor.blockFormat();
        format.setProperty(QTextFormat::BlockTrailingHorizontalRulerWidth, true);
        m_cursor.setBlockFormat(format);
        break;
    }
    case MD_BLOCK_CODE:
        beginCode(detail);
        break;
    case MD_BLOCK_TABLE:
        beginTable(detail);
        break;
    case MD_BLOCK_TR:
        ++m_row;
        m_column = 0;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        beginCell(type == MD_BLOCK_TH, detail);
        break;
    default:
        break;
    }
}

void MarkdownWriter::leaveBlock(int type)
{
    switch (type) {
    case MD_BLOCK_QUOTE:
        --m_quotes;
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        m_lists.pop_back();
        break;
    case MD_BLOCK_LI:
        if (!m_marker.isEmpty()) // an item without text
            beginParagraph();
        break;
    case MD_BLOCK_H:
        m_formats.pop_back();
        break;
    case MD_BLOCK_CODE:
        endCode();
        break;
    case MD_BLOCK_TABLE:
        endTable();
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        m_formats.pop_back();
        m_inCell = false;
        break;
    default:
        break;
    }
}

void MarkdownWriter::beginItem(const void *detail)
{
    const auto *item = static_cast<const MD_BLOCK_LI_DETAIL *>(detail);
    List &list = m_lists.back();
    if (item->is_task)
        m_marker = item->task_mark == ' ' ? QStringLiteral("☐") : QStringLiteral("☑");
    else if (list.ordered)
        m_marker = QString::number(list.next) + u'.';
    else
        m_marker = m_lists.size() % 2 == 1 ? QStringLiteral("•") : QStringLiteral("◦");
    ++list.next;
}

void MarkdownWriter::beginCode(const void *detail)
{
    if (!m_marker.isEmpty()) // an item that begins with code
        beginParagraph();
    beginBlock(2, 8);
    QTextBlockFormat format = m_cursor.blockFormat();
    format.setBackground(m_theme.code);
    format.setNonBreakableLines(true);
    format.setProperty(codeLanguage,
                       fromAttribute(static_cast<const MD_BLOCK_CODE_DETAIL *>(detail)->lang));
    m_cursor.setBlockFormat(format);
    QTextCharFormat code = m_formats.front();
    code.setFont(m_codeFont);
    m_formats.push_back(code);
    m_code.clear();
    m_inCode = true;
}

void MarkdownWriter::endCode()
{
    m_formats.pop_back();
    m_inCode = false;
    if (m_cursor.positionInBlock() > 0)
        m_cursor.deletePreviousChar(); // the line end of the last line
    if (m_code.endsWith(u'\n'))
        m_code.chop(1);
    QTextBlockFormat format = m_cursor.blockFormat();
    format.setProperty(codeText, m_code);
    m_cursor.setBlockFormat(format);
}

void MarkdownWriter::beginParagraph()
{
    // Margins of neighbours don't add up: this parts what follows a list from it.
    const bool first = m_cursor.block().blockNumber() == 0 && m_useBlock;
    beginBlock(m_lists.empty() && !first ? 8 : 0, m_lists.empty() ? 8 : 4);
}

double MarkdownWriter::indent() const
{
    const double wanted = indentStep * static_cast<double>(m_lists.size()) + quoteStep * m_quotes;
    return std::min(wanted, maxIndent);
}

void MarkdownWriter::beginBlock(double above, double below)
{
    m_words.reset();
    QTextBlockFormat format;
    format.setTopMargin(above);
    format.setBottomMargin(below);
    format.setLineHeight(lineHeight, QTextBlockFormat::ProportionalHeight);
    format.setLeftMargin(indent());
    if (m_quotes > 0)
        format.setProperty(quoteDepth, std::min(m_quotes, maxQuoteMarks));
    if (!m_marker.isEmpty()) {
        // A hanging marker: QTextList can't begin at a number before Qt 6.6.
        format.setTextIndent(-indentStep);
        QTextOption::Tab tab;
        tab.position = indentStep;
        format.setTabPositions({tab});
    }
    if (m_useBlock)
        m_cursor.setBlockFormat(format);
    else
        m_cursor.insertBlock(format);
    m_cursor.setBlockCharFormat(m_formats.back());
    m_useBlock = false;
    if (!m_marker.isEmpty()) {
        m_cursor.insertText(m_marker + u'\t', m_formats.front());
        m_marker.clear();
    }
}

void MarkdownWriter::enterSpan(int type, const void *detail)
{
    QTextCharFormat format = m_formats.back();
    switch (type) {
    case MD_SPAN_EM:
        format.setFontItalic(true);
        break;
    case MD_SPAN_STRONG:
        format.setFontWeight(QFont::Bold);
        break;
    case MD_SPAN_DEL:
        format.setFontStrikeOut(true);
        break;
    case MD_SPAN_CODE:
        format.setFontFamilies(m_codeFont.families());
        format.setFontFixedPitch(true);
        format.setBackground(m_theme.code);
        break;
    case MD_SPAN_A:
        format.merge(
            linkFormat(fromAttribute(static_cast<const MD_SPAN_A_DETAIL *>(detail)->href)));
        break;
    case MD_SPAN_IMG: // never loaded: its words stand for it, and lead to it
        insert(QStringLiteral("▧ "));
        format.merge(
            linkFormat(fromAttribute(static_cast<const MD_SPAN_IMG_DETAIL *>(detail)->src)));
        break;
    default:
        break;
    }
    m_formats.push_back(format);
}

void MarkdownWriter::leaveSpan()
{
    m_formats.pop_back();
}

QTextCharFormat MarkdownWriter::linkFormat(const QString &target) const
{
    QTextCharFormat format;
    const QUrl url = linkTarget(target);
    if (!url.isValid())
        return format;
    format.setAnchor(true);
    format.setAnchorHref(QString::fromLatin1(url.toEncoded()));
    format.setForeground(m_theme.accent);
    format.setFontUnderline(true);
    return format;
}

void MarkdownWriter::text(int type, const QString &text)
{
    switch (type) {
    case MD_TEXT_NULLCHAR:
        insert(QString(QChar::ReplacementCharacter));
        break;
    case MD_TEXT_BR:
        insert(QString(QChar::LineSeparator));
        break;
    case MD_TEXT_SOFTBR:
        insert(QStringLiteral(" "));
        break;
    case MD_TEXT_ENTITY:
        insert(entityText(text));
        break;
    default:
        if (m_inCode) {
            m_code += text;
            insert(QString(text).replace(u'\n', QChar::LineSeparator));
        } else if (type == MD_TEXT_CODE && m_isFile && m_isFile(text)) {
            m_formats.push_back(m_formats.back());
            m_formats.back().merge(linkFormat(QStringLiteral("sandbox:") + text));
            insert(text);
            m_formats.pop_back();
        } else {
            insert(text);
        }
    }
}

void MarkdownWriter::insert(const QString &text)
{
    // The text of a tight list item comes without a paragraph.
    if (!m_marker.isEmpty() || (m_useBlock && !m_inCell))
        beginParagraph();
    m_cursor.insertText(m_words.take(text), m_formats.back());
}

} // namespace sandglass
