// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

namespace sandglass {

class PlainLabel;

/// What stands in a conversation's place while it is read. It says so only where that takes long
/// enough to be noticed. GUI thread.
class OpeningPage : public QWidget
{
    Q_OBJECT

public:
    explicit OpeningPage(QWidget *parent = nullptr);

    void begin();
    void end();

private:
    PlainLabel *m_text;
    QTimer m_pause;
};

} // namespace sandglass
