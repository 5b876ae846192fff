// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/sandbox.h"

#include <QWidget>

namespace sandglass {

class Button;
class PlainLabel;

/// The line above a conversation: its title, the state of its sandbox, what answers. GUI thread.
class PageHeader : public QWidget
{
    Q_OBJECT

public:
    explicit PageHeader(QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setModel(const QString &name);
    void setState(SandboxState state, const QString &detail);

Q_SIGNALS:
    void restartRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    PlainLabel *m_title;
    PlainLabel *m_state;
    PlainLabel *m_model;
    Button *m_restart;
};

} // namespace sandglass
