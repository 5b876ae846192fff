// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"
#include "sandbox/sandbox.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QMenu;

namespace sandglass {

class Button;
class SandboxMenu;
class TitleEdit;

/// The line above a conversation: its title, the state of its sandbox with what can be done about
/// it, and what answers. GUI thread.
class PageHeader : public QWidget
{
    Q_OBJECT

public:
    explicit PageHeader(QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setModel(const QString &name);
    /// The menu that the model's name opens; its owner is outside.
    void setModelMenu(QMenu *menu);
    /// What the sandbox's menu says of limits and network, and where code runs.
    void setSettings(const Settings &settings);
    SandboxMenu *sandboxMenu() const { return m_menu; }
    /// The VM that code runs in; empty where there is none.
    void setVm(const QString &vm);
    const QString &vm() const { return m_vm; }
    void setState(SandboxState state, const QString &detail);
    SandboxState state() const { return m_shown; }
    void setFilesShown(bool shown);
    void setSidebarShown(bool shown);

Q_SIGNALS:
    void renamed(const QString &title);
    void restartRequested();
    void networkChosen(bool network);
    void sandboxSettingsRequested();
    void filesShownChosen(bool shown);
    void sidebarRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build();
    void showState();
    QString shownState() const;
    void updateDot();

    TitleEdit *m_title;
    Button *m_state;
    Button *m_model;
    Button *m_files;
    Button *m_sidebar;
    SandboxMenu *m_menu;
    QTimer m_clock; ///< while a cell runs
    QElapsedTimer m_running;
    QString m_vm;
    bool m_isExe = false;
    SandboxState m_shown = SandboxState::None;
};

} // namespace sandglass
