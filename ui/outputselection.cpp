// SPDX-License-Identifier: GPL-3.0-or-later
// The half of OutputView that selects and copies.
#include "ui/outputview.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QTextLayout>

namespace sandglass {

OutputView::Position OutputView::positionAt(const QPoint &point) const
{
    const auto &rows = m_rows.rows();
    if (rows.empty())
        return {};
    const int index =
        std::clamp((point.y() - gap) / rowHeight(), 0, static_cast<int>(rows.size()) - 1);
    const OutputRows::Row &row = rows[static_cast<size_t>(index)];
    if (row.line < 0)
        return index == 0 ? Position{}
                          : Position{rows[static_cast<size_t>(index) - 1].line, 1 << 20};
    QTextLayout layout;
    layoutRow(row, layout);
    const int column = layout.lineAt(0).xToCursor(point.x() - margin);
    return {row.line, row.start + std::min(column, row.length)};
}

void OutputView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_cursor = positionAt(event->position().toPoint());
    if (!event->modifiers().testFlag(Qt::ShiftModifier))
        m_anchor = m_cursor;
    update();
}

void OutputView::mouseMoveEvent(QMouseEvent *event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    m_cursor = positionAt(event->position().toPoint());
    update();
}

void OutputView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const Position at = positionAt(event->position().toPoint());
    if (at.line >= m_rows.lineCount())
        return;
    const QString &text = m_rows.line(at.line).text;
    const auto isWord = [&](int i) {
        return i >= 0 && i < text.size() &&
               (text[i].isLetterOrNumber() || text[i] == u'_' || text[i] == u'.');
    };
    m_anchor = m_cursor = at;
    while (isWord(m_anchor.column - 1))
        --m_anchor.column;
    while (isWord(m_cursor.column))
        ++m_cursor.column;
    update();
}

void OutputView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copy(selectedText().isEmpty() ? allText() : selectedText());
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else
        QWidget::keyPressEvent(event);
}

void OutputView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *selected = menu->addAction(tr("Copy"), this, [this] { copy(selectedText()); });
    selected->setEnabled(!selectedText().isEmpty());
    menu->addAction(tr("Copy all"), this, [this] { copy(allText()); });
    menu->addAction(tr("Save full text…"), this, &OutputView::saveRequested);
    menu->popup(event->globalPos());
}

void OutputView::selectAll()
{
    m_anchor = {};
    m_cursor = {std::max(0, m_rows.lineCount() - 1), 1 << 20};
    update();
}

QString OutputView::selectedText() const
{
    const auto [from, to] = std::minmax(m_anchor, m_cursor);
    QString text;
    for (int i = from.line; from != to && i <= to.line && i < m_rows.lineCount(); ++i) {
        const QString &line = m_rows.line(i).text;
        const int begin = i == from.line ? from.column : 0;
        const int end = i == to.line ? to.column : static_cast<int>(line.size());
        text += line.mid(begin, end - begin);
        if (i != to.line)
            text += u'\n';
    }
    return text;
}

void OutputView::copy(const QString &text) const
{
    QGuiApplication::clipboard()->setText(text);
}

} // namespace sandglass
