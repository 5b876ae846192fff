// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of MarkdownWriter: a line below each row, none between columns.
#include "ui/markdownwriter.h"

#include "ui/theme.h"

#include <md4c.h>

#include <QTextTable>

namespace sandglass {

void MarkdownWriter::beginTable(const void *detail)
{
    const auto *table = static_cast<const MD_BLOCK_TABLE_DETAIL *>(detail);
    if (!m_marker.isEmpty())
        beginParagraph();
    QTextTableFormat format;
    format.setBorderCollapse(true);
    format.setBorder(0);
    format.setCellPadding(5);
    format.setCellSpacing(0);
    format.setHeaderRowCount(1);
    format.setLeftMargin(indent());
    format.setTopMargin(4);
    format.setBottomMargin(8);
    if (m_useBlock) { // the empty block before the table takes no room
        QTextBlockFormat before;
        before.setLineHeight(1, QTextBlockFormat::FixedHeight);
        m_cursor.setBlockFormat(before);
    }
    const int rows = std::max(1, static_cast<int>(table->head_row_count + table->body_row_count));
    m_table = m_cursor.insertTable(rows, std::max(1, static_cast<int>(table->col_count)), format);
    m_row = -1;
}

void MarkdownWriter::beginCell(bool head, const void *detail)
{
    const auto *cell = static_cast<const MD_BLOCK_TD_DETAIL *>(detail);
    m_words.reset();
    QTextTableCell place = m_table->cellAt(m_row, m_column++);
    if (place.isValid()) {
        QTextTableCellFormat line = place.format().toTableCellFormat();
        line.setBottomBorder(1);
        line.setBottomBorderBrush(m_theme.border);
        line.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        line.setLeftPadding(10);
        line.setRightPadding(10);
        place.setFormat(line);
        m_cursor = place.firstCursorPosition();
    }
    QTextBlockFormat format;
    format.setAlignment(cell->align == MD_ALIGN_RIGHT    ? Qt::AlignRight
                        : cell->align == MD_ALIGN_CENTER ? Qt::AlignHCenter
                                                         : Qt::AlignLeft);
    m_cursor.setBlockFormat(format);
    QTextCharFormat text = m_formats.front();
    if (head)
        text.setFontWeight(QFont::Bold);
    m_formats.push_back(text);
    m_inCell = true;
}

void MarkdownWriter::endTable()
{
    m_cursor.setPosition(m_table->lastPosition() + 1);
    QTextBlockFormat after;
    after.setLineHeight(1, QTextBlockFormat::FixedHeight);
    m_cursor.setBlockFormat(after);
    m_table = nullptr;
    m_useBlock = true;
}

} // namespace sandglass
