// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"
#include "app/vmcontrol.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QProgressBar;

namespace sandglass {

class Button;
class PlainLabel;

/// Offers to pause the sandboxes at exe.dev that run, before the window closes, and does it. Ends
/// with finished(): accepted to close. GUI thread.
class QuitDialog : public QDialog
{
    Q_OBJECT

public:
    /// `control` outlives this.
    QuitDialog(VmControl *control, const QStringList &vms, QWidget *parent = nullptr);

    /// Doesn't ask first.
    void pauseAll();

Q_SIGNALS:
    /// The answer, where it is to be remembered.
    void remembered(sandglass::Settings::AtQuit answer);

private:
    void build();
    void answer(Settings::AtQuit answer);
    void pauseNext();
    void endOne(const QString &vm, const QString &command);

    VmControl *m_control;
    QStringList m_vms; ///< still to be paused; the first is under way
    int m_all;
    bool m_isPausing = false;
    QTimer m_patience;
    PlainLabel *m_words;
    QCheckBox *m_remember;
    QProgressBar *m_progress;
    Button *m_pause;
    Button *m_leave;
    Button *m_cancel;
};

} // namespace sandglass
