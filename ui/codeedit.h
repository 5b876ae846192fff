// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/codeview.h"

namespace sandglass {

/// Code that is being edited: Tab and Shift+Tab indent, Enter keeps the indentation, Ctrl+Enter
/// runs, Esc leaves. As tall as its lines. GUI thread.
class CodeEdit : public CodeView
{
    Q_OBJECT

public:
    explicit CodeEdit(QWidget *parent = nullptr);

Q_SIGNALS:
    void runRequested();
    void left();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void breakLine();
    void indent(bool more);
};

} // namespace sandglass
