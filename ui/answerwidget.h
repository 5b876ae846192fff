// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blockwidget.h"
#include "ui/markdownsplit.h"

#include <vector>

namespace sandglass {

class CodePanel;
class MarkdownView;

/// Text of an answer: Markdown, in it code with Copy and Run. While it streams, only the last piece
/// is set again. GUI thread.
class AnswerWidget : public BlockWidget
{
    Q_OBJECT

public:
    /// So much code of an answer gets a panel with Copy and Run.
    static constexpr int mostPanels = 200;

    AnswerWidget(const BlockContext &context, QWidget *parent);

    void setMarkdown(const QString &text);

protected:
    void show(const Block &block, BlockState &state) override;
    int arrange(int width) override;

private:
    /// A row of text pieces shares one view, so that one can select across them.
    struct Part
    {
        MarkdownView *text = nullptr;
        CodePanel *code = nullptr;
    };

    void clearParts();
    void showPiece(const MarkdownPiece &piece, bool isLast);
    MarkdownView *textPart();
    CodePanel *codePart();
    int codeParts() const;

    QString m_text;
    qsizetype m_lastPiece = 0; ///< where the piece begins that may still change
    std::vector<Part> m_parts;
    bool m_lastIsCode = false; ///< the last part shows the unfinished code
};

} // namespace sandglass
