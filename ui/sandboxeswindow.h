// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/vmcontrol.h"
#include "ui/remedy.h"

#include <QDialog>

class QStackedWidget;
class QTableView;

namespace sandglass {

class Button;
class MessageBar;
class PlainLabel;
class SandboxesModel;
class SandboxesOrder;

/// All VMs that the token for exe.dev sees, with what can be done about them: deleted together,
/// paused, resumed, kept, and looked at. GUI thread.
class SandboxesWindow : public QDialog
{
    Q_OBJECT

public:
    /// `control` outlives this.
    explicit SandboxesWindow(VmControl *control, QWidget *parent = nullptr);

Q_SIGNALS:
    void settingsRequested();
    void remedyRequested(sandglass::Remedy remedy);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void build();
    void buildTable();
    QWidget *buildWords();
    Button *addButton(const char *name, const QString &text);
    void connectParts();
    void connectControl();

    void refresh();
    void showList(const QList<VmEntry> &vms, const QDateTime &now);
    void showWords(const QString &title, const QString &words, const QString &button);
    void showRemoved(const QStringList &vms, const exedev::RemoveResult &result);
    void showRefused(const QString &vm, const QString &command, const Failure &failure);
    void showChanged(const QString &vm, const QString &command, const QString &text);
    void updateButtons();
    void updateDenied();
    void allow(Button *button, const char *command, bool fits, const QString &otherwise);

    QList<VmEntry> selected() const;
    void select(const QStringList &vms);
    void askToDelete();
    void pauseOrResume(const char *command, const QString &status);
    void toggleKept();
    void showUsage();
    void begin(const QString &command, const QStringList &vms);
    bool end(const QString &command, const QString &vm);

    VmControl *m_control;
    SandboxesModel *m_model;
    SandboxesOrder *m_order;
    QStackedWidget *m_stack;
    QTableView *m_table;
    PlainLabel *m_title;
    PlainLabel *m_words;
    Button *m_wordsButton;
    PlainLabel *m_summary;
    PlainLabel *m_hint; ///< while nothing is selected
    PlainLabel *m_denied;
    Button *m_newToken;
    MessageBar *m_messages;
    Button *m_delete;
    Button *m_pause;
    Button *m_resume;
    Button *m_keep;
    Button *m_usage;
    Button *m_refresh;
    Button *m_close;
    QStringList m_running;        ///< what was asked for here and hasn't ended: "command vm"
    bool m_needsSettings = false; ///< what the words' button opens; else it tries again
    int m_question = 0;           ///< number of the message that asks whether to delete
};

} // namespace sandglass
