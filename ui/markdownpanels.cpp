// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of MarkdownView over the code in its text. The text stays below them, so that it is
// selected and copied with the rest, and gets the room that they need.
#include "ui/markdownview.h"

#include "ui/codepanel.h"

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>

namespace sandglass {

namespace {

constexpr int above = 4; // of a panel
constexpr int below = 8;
constexpr int foot = 6; // of a panel, below the text

// Does the text end with the closing fence of code, in lists and quotes?
bool endsWithFence(QStringView text)
{
    QStringView line = text.trimmed();
    line = line.sliced(line.lastIndexOf(u'\n') + 1);
    while (!line.isEmpty() && (line[0].isSpace() || line[0] == u'>'))
        line = line.sliced(1);
    return line.size() >= 3 && (line[0] == u'`' || line[0] == u'~') &&
           line.count(line[0]) == line.size();
}

} // namespace

std::vector<QTextBlock> MarkdownView::codeBlocks() const
{
    std::vector<QTextBlock> blocks;
    for (QTextBlock block = document()->begin();
         block.isValid() && static_cast<int>(blocks.size()) < m_mostPanels; block = block.next())
        if (block.blockFormat().hasProperty(MarkdownWriter::codeText))
            blocks.push_back(block);
    return blocks;
}

bool MarkdownView::isWhole(const QTextBlock &code) const
{
    return code.next().isValid() || m_unfinished.isEmpty() || endsWithFence(m_unfinished);
}

void MarkdownView::makePanels(size_t count)
{
    while (m_panels.size() > count) {
        m_panels.back()->hide();
        m_panels.back()->deleteLater(); // its click may be on the call stack
        m_panels.pop_back();
    }
    while (m_panels.size() < count) {
        m_panels.push_back(new CodePanel(viewport()));
        connect(m_panels.back(), &CodePanel::runRequested, this, &MarkdownView::runRequested);
        m_panels.back()->show();
    }
}

void MarkdownView::fitPanels(int width)
{
    const std::vector<QTextBlock> blocks = codeBlocks();
    makePanels(blocks.size());
    for (size_t i = 0; i < blocks.size(); ++i) {
        QTextBlockFormat format = blocks[i].blockFormat();
        m_panels[i]->setCode(format.stringProperty(MarkdownWriter::codeText),
                             format.stringProperty(MarkdownWriter::codeLanguage),
                             m_canRun && isWhole(blocks[i]));
        const int height = m_panels[i]->arrange(width - static_cast<int>(format.leftMargin()));
        const auto lines = static_cast<int>(blocks[i].text().count(QChar::LineSeparator) + 1);
        const int line = (height - foot) / (lines + 1); // less than a line of the panel takes
        const double top = above + height - foot - line * lines;
        if (format.topMargin() == top && format.lineHeight() == line)
            continue;
        format.setLineHeight(line, QTextBlockFormat::FixedHeight);
        format.setTopMargin(top);
        format.setBottomMargin(below + foot);
        format.clearBackground();
        QTextCursor(blocks[i]).setBlockFormat(format);
    }
    // The layout leaves out what the first block wants above it.
    const bool isFirst = !blocks.empty() && blocks.front() == document()->begin();
    QTextFrameFormat frame = document()->rootFrame()->frameFormat();
    const double top = isFirst ? blocks.front().blockFormat().topMargin() - above : 0;
    if (frame.topMargin() != top) {
        frame.setTopMargin(top);
        document()->rootFrame()->setFrameFormat(frame);
    }
}

int MarkdownView::placePanels()
{
    int bottom = 0;
    const std::vector<QTextBlock> blocks = codeBlocks();
    for (size_t i = 0; i < blocks.size(); ++i) {
        const QRectF text = document()->documentLayout()->blockBoundingRect(blocks[i]);
        const QTextBlockFormat format = blocks[i].blockFormat();
        m_panels[i]->move(static_cast<int>(format.leftMargin()),
                          static_cast<int>(text.top() - format.topMargin()) + above);
        bottom = m_panels[i]->geometry().bottom() + 1;
    }
    return bottom;
}

} // namespace sandglass
