// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/filechips.h"
#include "ui/recall.h"

class QBoxLayout;

namespace sandglass {

class CodeEdit;
class QuestionEdit;

/// Where a question or a cell is written: the field, Attach, Cell, the files that will go with it,
/// Send, and Stop while something runs. GUI thread.
class Composer : public QWidget
{
    Q_OBJECT

public:
    explicit Composer(QWidget *parent = nullptr);

    QString text() const;
    void setText(const QString &text);
    /// `waiting`: how much was asked for that runs later.
    void setBusy(bool busy, int waiting = 0);
    /// Files that go with the next question; `note` says what is still going on.
    void setFiles(const QList<FileChips::File> &files, const QString &note);
    /// What Up brings back, the newest last.
    void setRecall(const QStringList &texts);
    void focusField();
    /// Code is written instead of a question: Tab indents, Ctrl+Enter runs, Esc leaves.
    void setWritesCode(bool code);

Q_SIGNALS:
    /// Nobody asks while something runs, and not without words.
    void asked(const QString &text);
    /// To be run as a cell; also while something runs.
    void cellAsked(const QString &code);
    void stopRequested();
    void filesOffered(const QStringList &paths);
    void imageOffered(const QImage &image);
    void removeRequested(const QString &name);
    void textChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void nameParts();
    QBoxLayout *makeRow();
    void connectParts();
    void send();
    void runCell();
    void pressCell();
    void fitCode();
    void recall(int step);
    void chooseFiles();
    void updateButtons();
    void fitHint();

    FileChips *m_files;
    PlainLabel *m_note;
    QuestionEdit *m_edit;
    CodeEdit *m_code; ///< in its place while code is written
    Button *m_attach;
    Button *m_cell;
    PlainLabel *m_hint;
    Button *m_send;
    Button *m_stop;
    Recall m_recall;
    bool m_recalling = false;
    bool m_writesCode = false;
    bool m_busy = false;
    int m_waiting = 0;
};

} // namespace sandglass
