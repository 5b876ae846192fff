// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"
#include "sandbox/sandbox.h"

#include <QWidget>

class QMenu;

namespace sandglass {

class Button;
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
    /// What the sandbox's menu says of limits and network.
    void setSettings(const Settings &settings);
    void setState(SandboxState state, const QString &detail);
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
    void fillMenu();
    void updateDot();

    TitleEdit *m_title;
    Button *m_state;
    Button *m_model;
    Button *m_files;
    Button *m_sidebar;
    QMenu *m_menu;
    Settings m_settings;
    SandboxState m_shown = SandboxState::None;
    bool m_filesShown = true;
};

} // namespace sandglass
