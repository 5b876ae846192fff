// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace sandglass {

/// The field that a question is typed in: Enter sends, Shift+Enter begins a line, files that are
/// pasted or dropped are offered and not typed. It grows with its text. GUI thread.
class QuestionEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit QuestionEdit(QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void sendRequested();
    void filesOffered(const QStringList &paths);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool canInsertFromMimeData(const QMimeData *source) const override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    int lines() const;
};

/// The local files that a drop or a clipboard holds.
QStringList localFiles(const QMimeData *data);

} // namespace sandglass
