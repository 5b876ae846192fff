// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QWidget>

#include <functional>

namespace sandglass {

class Button;
class PlainLabel;

/// A message above the composer, until it is closed: a failure with its remedy, a question with a
/// button, news. Never a box that stops work. The newest one is shown. GUI thread.
class MessageBar : public QWidget
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget *parent = nullptr);

    void showFailure(const Failure &failure);
    void showNews(const QString &text);
    /// With a button that does `act` and closes the bar.
    void ask(const QString &text, const QString &button, std::function<void()> act);

    QString text() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void present(const QString &text, bool isFailure);

    PlainLabel *m_text;
    Button *m_action;
    Button *m_close;
    std::function<void()> m_act;
    bool m_isFailure = false;
};

} // namespace sandglass
