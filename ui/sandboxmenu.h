// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"
#include "sandbox/sandbox.h"
#include "ui/plainlabel.h"

#include <QMenu>
#include <QSet>

namespace sandglass {

/// What a person can have done to the VM of a conversation.
enum class VmAct { Pause, Resume, Restart, Resize, Usage, Preview, Delete };

/// The menu of a conversation's sandbox, filled when it opens: what can be done about it now, and
/// what it may use. What the token for exe.dev doesn't allow is disabled and says so. GUI thread.
class SandboxMenu : public QMenu
{
    Q_OBJECT

public:
    explicit SandboxMenu(QWidget *parent = nullptr);

    void setSettings(const Settings &settings) { m_settings = settings; }
    void setState(SandboxState state) { m_state = state; }
    /// `vm` is empty where there is none yet.
    void setVm(const QString &vm) { m_vm = vm; }
    /// Commands that the token may not run.
    void setDenied(const QSet<QString> &denied) { m_denied = denied; }

Q_SIGNALS:
    void restartRequested();
    void networkChosen(bool network);
    void actRequested(sandglass::VmAct act);
    void egressChosen(sandglass::Settings::Egress egress);
    void sandboxesRequested();
    void settingsRequested();

private:
    void fill();
    void addLocal();
    void addVm();
    void addEgress();
    void addAct(VmAct act, const char *name, const QString &text, bool fits,
                const QStringList &commands);
    void addWords(const QString &words, PlainLabel::Rank rank);
    QString missing(const QStringList &commands) const;

    Settings m_settings;
    SandboxState m_state = SandboxState::None;
    QString m_vm;
    QSet<QString> m_denied;
};

} // namespace sandglass
