// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/markdownview.h"

#include "ui/codepanel.h"
#include "ui/markdownwriter.h"
#include "ui/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextBlock>
#include <QWheelEvent>

namespace sandglass {

MarkdownView::MarkdownView(QWidget *parent)
    : QTextBrowser(parent)
    , m_isDark(Theme::of(palette()).isDark)
{
    setAccessibleName(tr("Answer"));
    setOpenLinks(false);
    setAcceptDrops(false); // files go to the conversation
    setUndoRedoEnabled(false);
    setFrameShape(NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setLineWrapMode(FixedPixelWidth);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(0);
    connect(this, &QTextBrowser::anchorClicked, this, &MarkdownView::linkActivated);
}

void MarkdownView::dropUnfinished()
{
    if (m_unfinished.isEmpty())
        return;
    m_unfinished.clear();
    if (m_finishedEnd < 0) {
        document()->clear();
        return;
    }
    QTextCursor cursor(document());
    cursor.setPosition(m_finishedEnd);
    cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
}

void MarkdownView::write(const QString &markdown)
{
    MarkdownWriter writer(document(), font(), Theme::of(palette()), m_isFile);
    writer.setStartsInBlock(m_finishedEnd < 0 || m_startsInBlock);
    writer.write(markdown);
    m_startsInBlock = writer.startsInBlock();
}

void MarkdownView::addFinished(const QString &markdown)
{
    dropUnfinished();
    write(markdown);
    m_finishedEnd = document()->characterCount() - 1;
}

void MarkdownView::setUnfinished(const QString &markdown)
{
    if (markdown == m_unfinished)
        return;
    dropUnfinished();
    const bool startsInBlock = m_startsInBlock;
    write(markdown);
    m_startsInBlock = startsInBlock;
    m_unfinished = markdown;
}

int MarkdownView::arrange(int width)
{
    if (lineWrapColumnOrWidth() != width) // it lays out everything anew
        setLineWrapColumnOrWidth(width);
    fitPanels(width);
    const int height =
        document()->isEmpty() ? 0 : static_cast<int>(std::ceil(document()->size().height()));
    const int whole = std::max(height, placePanels());
    resize(width, whole);
    return whole;
}

QVariant MarkdownView::loadResource(int, const QUrl &)
{
    return {}; // nothing a model writes makes us read a file or ask a server
}

void MarkdownView::doSetSource(const QUrl &, QTextDocument::ResourceType) {}

void MarkdownView::paintEvent(QPaintEvent *event)
{
    QTextBrowser::paintEvent(event);
    QPainter painter(viewport());
    const QColor color = Theme::of(palette()).border;
    int before = 0; // the depth of the block above, and where it ends
    double end = 0;
    size_t panel = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const QTextBlockFormat format = block.blockFormat();
        const int depth = format.intProperty(MarkdownWriter::quoteDepth);
        QRectF area = document()->documentLayout()->blockBoundingRect(block);
        if (format.hasProperty(MarkdownWriter::codeText) && panel < m_panels.size())
            area = m_panels[panel++]->geometry();
        for (int i = 0; i < depth; ++i) {
            const double top = i < before ? end : area.top();
            painter.fillRect(QRectF(16.0 * i + 2, top, 3, area.bottom() - top), color);
        }
        before = depth;
        end = area.bottom();
    }
}

void MarkdownView::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // the conversation scrolls
}

void MarkdownView::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        Q_EMIT recolored();
    if (event->type() == QEvent::PaletteChange && m_isDark != Theme::of(palette()).isDark) {
        m_isDark = !m_isDark;
        Q_EMIT recolored();
    }
}

} // namespace sandglass
