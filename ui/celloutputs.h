// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blockwidget.h"
#include "ui/outputchoice.h"

#include <vector>

namespace sandglass {

class FigureView;
class MarkdownView;
class OutputView;
class PlainLabel;

/// The outputs of a cell below each other, in order. GUI thread.
class CellOutputs : public QWidget
{
    Q_OBJECT

public:
    /// Of more outputs than this the middle isn't shown.
    static constexpr int maxWidgets = 200;

    CellOutputs(const BlockContext &context, QWidget *parent);

    /// `state` lives as long as the cell is shown; `number` is its execution count.
    void setCell(const CellBlock &cell, BlockState &state);
    /// Lays out for this width and gives the height.
    int arrange(int width);
    bool isEmpty() const { return m_parts.empty(); }

Q_SIGNALS:
    void heightChanged();
    void linkActivated(const QUrl &target);
    void saveRequested(const sandglass::SaveRequest &request);
    void enlargeRequested(const sandglass::ImageSource &picture);

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

    void showOutput(int slot, int output, const OutputChoice &choice);
    Part &partFor(int slot, OutputChoice::Kind kind);
    OutputView *makeText();
    FigureView *makeFigure();
    MarkdownView *makeMarkdown();
    void dropPart(Part &part);
    size_t slotOf(const QWidget *widget) const;
    void saveText(size_t slot);
    void saveFigure(size_t slot, bool asSvg);
    QString saveName(int output, const QString &suffix) const;

    const BlockContext &m_context;
    std::vector<Part> m_parts;
    std::vector<OutputChoice> m_choices; ///< what each part shows
    std::vector<int> m_outputs;          ///< and the index of its output in the block
    BlockState *m_state = nullptr;
    int m_number = 0; ///< execution count
};

} // namespace sandglass
