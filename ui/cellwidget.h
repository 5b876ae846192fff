// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blockwidget.h"

#include <QPointer>

#include <vector>

namespace sandglass {

class CellBar;
class CellOutputs;
class CodeEdit;
class CodeView;
class Divider;
class NoticeView;

/// A cell: a line with its number, state and actions, the code, its outputs in order. GUI thread.
class CellWidget : public BlockWidget
{
    Q_OBJECT

public:
    CellWidget(const BlockContext &context, QWidget *parent);

protected:
    void show(const Block &block, BlockState &state) override;
    int arrange(int width) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void connectBar();
    void showCode();
    void showOutputs(const CellBlock &shown);
    void showNotices(const CellBlock &shown);
    void edit();
    void runEdited();
    void leaveEditor();
    void setFolded(bool BlockState::*part, bool folded);
    const CellBlock &cell() const;
    void refresh(const CellBlock &shown);
    int arrangeCode(int width, int y);
    int arrangeBelow(int width, int y);

    CellBar *m_bar;
    CodeView *m_code;
    QPointer<CodeEdit> m_editor; ///< while the code is edited
    Button *m_showCode;          ///< in place of folded code
    CellOutputs *m_outputs;
    Button *m_showOutput; ///< in place of folded outputs
    PlainLabel *m_detail;
    Divider *m_lost; ///< below a cell that ended its kernel
    std::vector<NoticeView *> m_notices;
    BlockState *m_state = nullptr; ///< of the block that is shown; the view's
    CellId m_id;
    QRect m_codeArea;
    QRect m_frame;
};

} // namespace sandglass
