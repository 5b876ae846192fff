// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass {

class Button;
class MessageRow;
class PlainLabel;

/// Says that variables went with a kernel, and offers to run the cells again. Hidden while none are
/// gone. GUI thread.
class VariablesBar : public QWidget
{
    Q_OBJECT

public:
    explicit VariablesBar(QWidget *parent = nullptr);

    /// How many cells can be run again; 0 where nothing is gone. `isGone`: so is the whole sandbox.
    void setLost(int cells, bool isGone = false);
    /// While they run: `done` of `total` have.
    void setProgress(int done, int total);

Q_SIGNALS:
    void runRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    PlainLabel *m_text;
    Button *m_run;
    Button *m_close;
    MessageRow *m_row;
    bool m_isDismissed = false; ///< until something is lost again
};

} // namespace sandglass
