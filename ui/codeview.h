// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace sandglass {

class PythonHighlighter;

/// Code that is read and copied, as tall as its lines. It scrolls only sideways. GUI thread.
class CodeView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CodeView(QWidget *parent = nullptr);

    void setCode(const QString &code);
    void setHighlighted(bool python);
    /// Lays out for this width and gives the height.
    int arrange(int width);
    /// The height that its first lines take, without a scroll bar.
    int heightOf(int lines) const;

protected:
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applyColors();
    void applyFont();

    PythonHighlighter *m_highlighter = nullptr;
    bool m_applying = false;
};

} // namespace sandglass
