// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/codeedit.h"

#include <QKeyEvent>
#include <QTextBlock>

namespace sandglass {

namespace {

constexpr int step = 4;

int spacesBefore(const QString &line)
{
    int count = 0;
    while (count < line.size() && line[count] == u' ')
        ++count;
    return count;
}

} // namespace

CodeEdit::CodeEdit(QWidget *parent)
    : CodeView(parent)
{
    setReadOnly(false);
    setUndoRedoEnabled(true);
    setTabChangesFocus(false);
    setTextInteractionFlags(Qt::TextEditorInteraction);
    setAccessibleName(tr("Code to run"));
    setAccessibleDescription(tr("Tab indents, Ctrl+Enter runs, Esc leaves"));
}

bool CodeEdit::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape) { // else it would stop what runs
            event->accept();
            return true;
        }
    }
    return CodeView::event(event);
}

void CodeEdit::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers().testFlag(Qt::ControlModifier))
        Q_EMIT runRequested();
    else if (enter)
        breakLine();
    else if (event->key() == Qt::Key_Escape)
        Q_EMIT left();
    else if (event->key() == Qt::Key_Tab)
        indent(true);
    else if (event->key() == Qt::Key_Backtab)
        indent(false);
    else
        CodeView::keyPressEvent(event);
}

void CodeEdit::breakLine()
{
    QTextCursor cursor = textCursor();
    cursor.beginEditBlock();
    cursor.removeSelectedText();
    const QString before = cursor.block().text().left(cursor.positionInBlock());
    int spaces = spacesBefore(before);
    if (before.trimmed().endsWith(u':'))
        spaces += step;
    cursor.insertBlock();
    cursor.insertText(QString(spaces, u' '));
    cursor.endEditBlock();
    setTextCursor(cursor);
    ensureCursorVisible();
}

void CodeEdit::indent(bool more)
{
    QTextCursor cursor = textCursor();
    cursor.beginEditBlock();
    if (more && !cursor.hasSelection()) {
        cursor.insertText(QString(step - cursor.positionInBlock() % step, u' '));
    } else {
        QTextBlock block = document()->findBlock(cursor.selectionStart());
        const int last = document()->findBlock(cursor.selectionEnd()).blockNumber();
        for (; block.isValid() && block.blockNumber() <= last; block = block.next()) {
            QTextCursor line(block);
            if (more) {
                line.insertText(QString(step, u' '));
            } else {
                line.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor,
                                  std::min(step, spacesBefore(block.text())));
                line.removeSelectedText();
            }
        }
    }
    cursor.endEditBlock();
    if (more && !textCursor().hasSelection())
        setTextCursor(cursor);
}

} // namespace sandglass
