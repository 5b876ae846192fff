// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/remedy.h"

#include <QWidget>

#include <functional>

namespace sandglass {

class Button;
class MessageRow;
class PlainLabel;

/// Messages in a line of their own, until they are closed: a failure with its remedy, a question
/// with a button, news. Never a box that stops work. The newest is shown; what it covers comes back
/// when it is closed, but for news. GUI thread.
class MessageBar : public QWidget
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget *parent = nullptr);

    void showFailure(FailedAt where, const Failure &failure);
    void showNews(const QString &text);
    /// With a button that does `act` and closes the message, beside one to cancel. Gives a number
    /// for take().
    int ask(const QString &text, const QString &button, std::function<void()> act);
    /// The same for what has happened: there is nothing to cancel.
    int offer(const QString &text, const QString &button, std::function<void()> act);
    /// Takes a message back that needs no answer any more.
    void take(int number);

    QString text() const;

Q_SIGNALS:
    void remedyRequested(sandglass::Remedy remedy);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Message
    {
        QString text;
        bool isFailure = false;
        QString button;
        std::function<void()> act;
        int number = 0; ///< of a question or an offer; else 0
        bool isQuestion = false;
    };

    void present(Message message);
    void closeTop();
    void showTop();

    PlainLabel *m_text;
    Button *m_action;
    Button *m_close;
    MessageRow *m_row;
    QList<Message> m_messages; ///< the last is shown
    int m_asked = 0;
};

} // namespace sandglass
