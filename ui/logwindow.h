// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>

class QPlainTextEdit;

namespace sandglass {

/// The end of the log, which is written without keys, and a button that copies diagnostics.
/// GUI thread.
class LogWindow : public QDialog
{
    Q_OBJECT

public:
    explicit LogWindow(const QString &logFile, QWidget *parent = nullptr);

Q_SIGNALS:
    void diagnosticsRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void refresh();

    QString m_file;
    QPlainTextEdit *m_text;
    QTimer m_clock;
};

/// The last whole lines of the log, at most `maxBytes`; a sentence where there is none.
QString logTail(const QString &logFile, qint64 maxBytes);

} // namespace sandglass
