// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/codeview.h"

#include "ui/codefont.h"
#include "ui/codelayout.h"
#include "ui/pythonhighlighter.h"
#include "ui/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QScrollBar>
#include <QTextBlock>
#include <QWheelEvent>

#include <cmath>

namespace sandglass {

namespace {

constexpr int padX = 12;
constexpr int padY = 8;

} // namespace

CodeView::CodeView(QWidget *parent)
    : QPlainTextEdit(parent)
{
    auto *code = new QTextDocument(this);
    code->setDocumentLayout(new CodeLayout(code));
    code->setDocumentMargin(0);
    setDocument(code);
    m_highlighter = new PythonHighlighter(code, palette());
    setReadOnly(true);
    setAcceptDrops(false); // files go to the conversation
    setAccessibleName(tr("Code"));
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(NoWrap);
    setFrameShape(NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabChangesFocus(true);
    new CodeFont(this);
    applyFont();
    applyColors();
}

void CodeView::setCode(const QString &code)
{
    const QString before = toPlainText();
    if (code == before)
        return;
    if (!code.startsWith(before)) {
        setPlainText(code);
        return;
    }
    QTextCursor end(document()); // while code streams in, only what is new is coloured
    end.movePosition(QTextCursor::End);
    end.insertText(code.mid(before.size()));
}

void CodeView::setHighlighted(bool python)
{
    m_highlighter->setDocument(python ? document() : nullptr);
}

int CodeView::heightOf(int lines) const
{
    const QAbstractTextDocumentLayout *layout = document()->documentLayout();
    double height = 0; // lines with letters of other fonts are taller
    QTextBlock block = document()->begin();
    for (int i = 0; i < lines && block.isValid(); ++i, block = block.next())
        height += layout->blockBoundingRect(block).height();
    return static_cast<int>(std::ceil(height)) + 2 * padY + 2;
}

int CodeView::arrange(int width)
{
    QString longest;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        if (block.length() > longest.size())
            longest = block.text();
    int height = heightOf(document()->blockCount());
    // A hidden widget gets its resize event later, so the scroll bar can't be asked yet.
    const QTextOption tabs = document()->defaultTextOption();
    const int expanded = fontMetrics().horizontalAdvance(longest) +
                         static_cast<int>(longest.count(u'\t') * tabs.tabStopDistance());
    if (expanded > width - 2 * padX)
        height += horizontalScrollBar()->sizeHint().height();
    resize(width, height);
    return height;
}

void CodeView::wheelEvent(QWheelEvent *event)
{
    const QPoint delta = event->angleDelta();
    if (std::abs(delta.x()) > std::abs(delta.y()))
        QPlainTextEdit::wheelEvent(event);
    else
        event->ignore(); // the conversation scrolls
}

void CodeView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_applying)
        applyColors();
    if (event->type() == QEvent::FontChange)
        applyFont();
}

// The room below the last line is no margin: half of it is given to the top.
void CodeView::applyFont()
{
    const int half = CodeLayout::leading(fontMetrics()) / 2;
    setTabStopDistance(4 * fontMetrics().horizontalAdvance(u' '));
    setViewportMargins(padX, padY + half, padX, padY - half);
}

void CodeView::applyColors()
{
    m_applying = true;
    const Theme &theme = Theme::of(palette());
    QPalette own = palette();
    own.setColor(QPalette::Base, theme.code);
    own.setColor(QPalette::Text, theme.text);
    setPalette(own);
    m_highlighter->setPalette(own);
    m_applying = false;
}

} // namespace sandglass
