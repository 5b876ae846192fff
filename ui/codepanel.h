// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass {

class Button;
class CodeView;
class PlainLabel;

/// Code inside an answer, which doesn't run: its language, Copy, the code. GUI thread.
class CodePanel : public QWidget
{
    Q_OBJECT

public:
    explicit CodePanel(QWidget *parent = nullptr);

    void setCode(const QString &code, const QString &language);
    int arrange(int width);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    PlainLabel *m_language;
    Button *m_copy;
    CodeView *m_code;
};

} // namespace sandglass
