// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blockwidget.h"

namespace sandglass {

class FileChips;
class PlainLabel;

/// A person's question: a bubble with the names of its files. GUI thread.
class QuestionWidget : public BlockWidget
{
    Q_OBJECT

public:
    QuestionWidget(const BlockContext &context, QWidget *parent);

protected:
    void show(const Block &block, BlockState &state) override;
    int arrange(int width) override;
    void paintEvent(QPaintEvent *event) override;

private:
    PlainLabel *m_text;
    FileChips *m_files;
    QRect m_bubble;
};

} // namespace sandglass
