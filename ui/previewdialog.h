// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/vmcontrol.h"

#include <QDialog>

class QComboBox;

namespace sandglass {

class Button;
class MessageBar;
class PlainLabel;

/// Shows where a server that code started in a VM is reached, and opens it. It is private; making
/// it public takes a second, warned step. GUI thread.
class PreviewDialog : public QDialog
{
    Q_OBJECT

public:
    /// `control` outlives this. `port` is chosen where a server listens there; 0 for none.
    PreviewDialog(VmControl *control, const QString &vm, int port, QWidget *parent = nullptr);

Q_SIGNALS:
    void openRequested(const QUrl &address);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void build();
    void connectControl();
    void look();
    void showPorts(const QList<VmPort> &ports);
    void showShare(const exedev::ShareInfo &share);
    QString stateOf(const VmPort &port) const;
    void showChosen();
    void askToPublish();

    VmControl *m_control;
    QString m_vm;
    int m_wanted;
    QList<VmPort> m_ports;
    exedev::ShareInfo m_share;
    bool m_isShareKnown = false;
    PlainLabel *m_words;
    QComboBox *m_port;
    PlainLabel *m_address;
    PlainLabel *m_state;
    MessageBar *m_messages;
    Button *m_open;
    Button *m_public;
    Button *m_look;
};

} // namespace sandglass
