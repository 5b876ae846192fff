// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace sandglass {

/// The field that a question is typed in: Enter sends, Ctrl+Enter runs it as a cell, Shift+Enter
/// begins a line, Up in the first line recalls. Files and pictures that are pasted or dropped are
/// offered and not typed. It grows with its text. GUI thread.
class QuestionEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit QuestionEdit(QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void sendRequested();
    void runRequested();
    void filesOffered(const QStringList &paths);
    void imageOffered(const QImage &image);
    /// Up (-1) in the first line or Down (+1) in the last one.
    void recallRequested(int step);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool canInsertFromMimeData(const QMimeData *source) const override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    int lines() const;
    void enter(Qt::KeyboardModifiers modifiers);
    bool recall(int key);
};

/// The local files that a drop or a clipboard holds.
QStringList localFiles(const QMimeData *data);

} // namespace sandglass
