// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blockwidget.h"

namespace sandglass {

class Divider;
class NoticeView;

/// A notice that belongs to no cell, as a block of its own. GUI thread.
class NoticeWidget : public BlockWidget
{
    Q_OBJECT

public:
    NoticeWidget(const BlockContext &context, QWidget *parent);

protected:
    void show(const Block &block, BlockState &state) override;
    int arrange(int width) override;

private:
    Divider *m_mark; ///< where a kernel was lost
    NoticeView *m_notice;
};

} // namespace sandglass
