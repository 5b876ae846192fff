// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/vmcontrol.h"
#include "ui/remedy.h"
#include "ui/sandboxmenu.h"

#include <QPointer>

namespace sandglass {

class ConversationPage;
class QuitDialog;
class MessageBar;
class SandboxesWindow;

/// What is done to VMs at exe.dev from the window: by the menu of a page's sandbox, and in the list
/// of all sandboxes. It tells the end in the page that asked. Owned by the window. GUI thread.
class SandboxActions : public QObject
{
    Q_OBJECT

public:
    explicit SandboxActions(QWidget *window);

    VmControl *control() { return &m_control; }
    void connectPage(ConversationPage *page);
    void showSandboxes();
    /// False where the VMs of these pages run and the person is asked about them, or they are being
    /// paused; the window is closed again afterwards.
    bool mayQuit(const QList<ConversationPage *> &pages, Settings::AtQuit atQuit);

Q_SIGNALS:
    void settingsRequested();
    void remedyRequested(sandglass::Remedy remedy);
    void egressChanged();
    void atQuitChosen(sandglass::Settings::AtQuit choice);

private:
    struct Asked
    {
        QString vm;
        QString command;
        QPointer<ConversationPage> page;
        QString done;                                ///< what is said then
        std::optional<Settings::Egress> egress = {}; ///< what it reaches then
    };

    void act(ConversationPage *page, VmAct act);
    void begin(ConversationPage *page, const QString &command, const QString &doing,
               const QString &done);
    std::optional<Asked> end(const QString &vm, const QString &command);
    void restart(ConversationPage *page);
    void remove(ConversationPage *page);
    void resize(ConversationPage *page);
    void setEgress(ConversationPage *page, Settings::Egress egress);
    void keepEgress(ConversationPage *page, Settings::Egress egress);
    void preview(ConversationPage *page, int port);
    void tellChanged(const QString &vm, const QString &command, const QString &text);
    void tellRefused(const QString &vm, const QString &command, const Failure &failure);
    void tellRemoved(const QStringList &vms, const exedev::RemoveResult &result);

    QWidget *m_window;
    VmControl m_control;
    QList<Asked> m_asked; ///< what hasn't ended
    QPointer<SandboxesWindow> m_list;
    QPointer<QuitDialog> m_quit;
    bool m_mayQuit = false; ///< it was asked, and all is done
};

} // namespace sandglass
