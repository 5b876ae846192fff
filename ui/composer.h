// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass {

class Button;
class PlainLabel;
class QuestionEdit;

/// Where a question is written: the field, Attach, the files that will go with it, Send, and Stop
/// while something runs. GUI thread.
class Composer : public QWidget
{
    Q_OBJECT

public:
    explicit Composer(QWidget *parent = nullptr);

    QString text() const;
    void setText(const QString &text);
    void setBusy(bool busy);
    /// Names of files that go with the next question; `note` says what is still going on.
    void setFiles(const QStringList &names, const QString &note);
    void focusField();

Q_SIGNALS:
    /// Nobody asks while something runs, and not without words.
    void asked(const QString &text);
    void stopRequested();
    void filesOffered(const QStringList &paths);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void send();
    void chooseFiles();
    void updateButtons();

    PlainLabel *m_files;
    QuestionEdit *m_edit;
    Button *m_attach;
    PlainLabel *m_hint;
    Button *m_send;
    Button *m_stop;
    bool m_busy = false;
};

} // namespace sandglass
