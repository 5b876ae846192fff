// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answerwidget.h"

#include "ui/codepanel.h"
#include "ui/markdownview.h"

#include <algorithm>

namespace sandglass {

AnswerWidget::AnswerWidget(const BlockContext &context, QWidget *parent)
    : BlockWidget(context, parent)
{}

void AnswerWidget::show(const Block &block, BlockState &)
{
    setMarkdown(std::get<AnswerBlock>(block).text);
}

void AnswerWidget::clearParts()
{
    for (const Part &part : m_parts) {
        for (QWidget *widget :
             {static_cast<QWidget *>(part.text), static_cast<QWidget *>(part.code)}) {
            if (widget == nullptr)
                continue;
            widget->hide();
            widget->deleteLater(); // it may be on the call stack
        }
    }
    m_parts.clear();
    m_text.clear();
    m_lastPiece = 0;
    m_lastIsCode = false;
}

void AnswerWidget::setMarkdown(const QString &text)
{
    if (text == m_text)
        return;
    if (!text.startsWith(m_text))
        clearParts();
    m_text = text;
    const std::vector<MarkdownPiece> pieces = splitMarkdown(m_text, m_lastPiece);
    for (size_t i = 0; i < pieces.size(); ++i)
        showPiece(pieces[i], i + 1 == pieces.size());
    if (!pieces.empty())
        m_lastPiece = pieces.back().start;
}

MarkdownView *AnswerWidget::textPart()
{
    if (!m_parts.empty() && m_parts.back().text != nullptr)
        return m_parts.back().text;
    auto *view = new MarkdownView(this);
    view->setIsFile([this](const QString &name) {
        return context().document != nullptr && context().document->hasFile(name);
    });
    view->setRunnable(context().canRun);
    connect(view, &MarkdownView::linkActivated, this, &BlockWidget::linkActivated);
    connect(view, &MarkdownView::runRequested, this, &BlockWidget::runRequested);
    connect(view, &MarkdownView::recolored, this, [this] {
        const QString text = m_text;
        clearParts();
        setMarkdown(text);
        Q_EMIT heightChanged();
    });
    view->show();
    m_parts.push_back({view, nullptr});
    return view;
}

CodePanel *AnswerWidget::codePart()
{
    if (m_lastIsCode)
        return m_parts.back().code;
    if (!m_parts.empty() && m_parts.back().text != nullptr)
        m_parts.back().text->setUnfinished({}); // what looked like text: a part of the fence
    auto *panel = new CodePanel(this);
    connect(panel, &CodePanel::runRequested, this, &BlockWidget::runRequested);
    panel->show();
    m_parts.push_back({nullptr, panel});
    return panel;
}

int AnswerWidget::codeParts() const
{
    return static_cast<int>(std::count_if(m_parts.cbegin(), m_parts.cend(),
                                          [](const Part &part) { return part.code != nullptr; }));
}

void AnswerWidget::showPiece(const MarkdownPiece &piece, bool isLast)
{
    const bool hasPanel = m_lastIsCode || codeParts() < mostPanels;
    if (piece.kind == MarkdownPiece::Kind::Text || !hasPanel) {
        const QString text = m_text.mid(piece.start, piece.end - piece.start);
        if (isLast)
            textPart()->setUnfinished(text);
        else
            textPart()->addFinished(text);
        return;
    }
    QString code = m_text.mid(piece.codeStart, piece.codeEnd - piece.codeStart);
    if (code.endsWith(u'\n'))
        code.chop(1);
    const bool isWhole = piece.end > piece.codeEnd; // its closing fence is there
    codePart()->setCode(code, piece.language, isWhole && context().canRun);
    m_lastIsCode = isLast;
}

int AnswerWidget::arrange(int width)
{
    int y = 0;
    int panels = mostPanels - codeParts();
    for (const Part &part : m_parts) {
        if (part.text != nullptr) {
            part.text->setMostPanels(panels);
            part.text->move(0, y);
            y += part.text->arrange(width) + 2;
            panels -= part.text->panelCount();
        } else {
            part.code->move(0, y + 6);
            y += part.code->arrange(width) + 16;
        }
    }
    return std::max(y, 4);
}

} // namespace sandglass
