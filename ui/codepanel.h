// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass {

class Button;
class CodeView;
class PlainLabel;

/// Code inside an answer, which doesn't run by itself: its language, Run, Copy, the code. GUI
/// thread.
class CodePanel : public QWidget
{
    Q_OBJECT

public:
    explicit CodePanel(QWidget *parent = nullptr);

    /// `canRun`: it is whole, and there is a kernel.
    void setCode(const QString &code, const QString &language, bool canRun);
    int arrange(int width);

Q_SIGNALS:
    void runRequested(const QString &code);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    PlainLabel *m_language;
    Button *m_run;
    Button *m_copy;
    CodeView *m_code;
};

} // namespace sandglass
