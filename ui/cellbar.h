// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blockwidget.h"

#include <QTimer>

namespace sandglass {

class Button;
class PlainLabel;

/// The line above a cell's code: its number, its state, and what can be done with it. GUI thread.
class CellBar : public QWidget
{
    Q_OBJECT

public:
    explicit CellBar(QWidget *parent = nullptr);

    /// Both live as long as they are shown. `canRun`: there is a kernel to run it again.
    void setCell(const CellBlock &cell, const BlockState &state, bool canRun);
    /// Lays out for this width and gives the height.
    int arrange(int width);
    QString words() const; ///< what is to be read of it
    void focusEdit();      ///< where one was before the editor was opened

Q_SIGNALS:
    void editRequested();
    void runAgainRequested();
    void copyRequested();
    void foldCodeRequested();
    void foldOutputRequested();
    void runEditedRequested();
    void cancelEditRequested();

private:
    Button *makeButton(const QString &text, const char *name, const QString &accessibleName);
    void showState(const CellBlock &cell);
    void fit(int width);
    void tick();
    void openMenu();

    PlainLabel *m_title;
    PlainLabel *m_status;
    Button *m_edit;
    Button *m_again;
    Button *m_copy;
    Button *m_menu;
    Button *m_run;
    Button *m_cancel;
    const BlockState *m_state = nullptr;
    bool m_hasOutput = false;
    bool m_canRun = false;
    QTimer m_clock;
};

} // namespace sandglass
