// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blockwidget.h"
#include "ui/outputchoice.h"

#include <QTimer>

#include <vector>

namespace sandglass {

class Button;
class CodeView;
class FigureView;
class MarkdownView;
class NoticeView;
class OutputView;
class PlainLabel;

/// A cell: a line with its number, state and Copy, the code, its outputs in order. GUI thread.
class CellWidget : public BlockWidget
{
    Q_OBJECT

public:
    /// Of more outputs than this the middle isn't shown.
    static constexpr int maxWidgets = 200;

    CellWidget(const BlockContext &context, QWidget *parent);

protected:
    void show(const Block &block, BlockState &state) override;
    int arrange(int width) override;
    void paintEvent(QPaintEvent *event) override;

private:
    /// The widget of one output; exactly one of them is set.
    struct Part
    {
        OutputView *text = nullptr;
        FigureView *figure = nullptr;
        MarkdownView *markdown = nullptr;
        PlainLabel *remark = nullptr;

        QWidget *widget() const;
    };

    void showHeader(const CellBlock &cell);
    void showOutputs(const CellBlock &cell);
    void showOutput(int slot, int output, const OutputChoice &choice);
    void showNotices(const CellBlock &cell);
    void tick();
    Part &partFor(int slot, OutputChoice::Kind kind);
    OutputView *makeText();
    FigureView *makeFigure();
    void dropPart(Part &part);
    int arrangeOutputs(int width, int y);
    QString saveName(int output, const QString &suffix) const;

    PlainLabel *m_title;
    PlainLabel *m_status;
    Button *m_copy;
    CodeView *m_code;
    PlainLabel *m_detail;
    std::vector<Part> m_parts;
    std::vector<OutputChoice> m_choices; ///< what each part shows
    std::vector<int> m_outputs;          ///< and the index of its output in the block
    std::vector<NoticeView *> m_notices;
    BlockState *m_state = nullptr; ///< of the block that is shown; the view's
    CellId m_cell;
    int m_number = 0; ///< execution count
    int m_codeBottom = 0;
    QRect m_frame;
    QTimer m_clock;
};

} // namespace sandglass
