// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sandboxmenu.h"

#include "ui/sandboxeswords.h"
#include "ui/wording.h"

#include <QActionGroup>
#include <QWidgetAction>

namespace sandglass {

SandboxMenu::SandboxMenu(QWidget *parent)
    : QMenu(parent)
{
    setObjectName(QStringLiteral("sandboxMenu"));
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &SandboxMenu::fill);
}

void SandboxMenu::fill()
{
    clear(); // submenus stay
    qDeleteAll(findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly));
    const bool alive = m_state == SandboxState::Ready || m_state == SandboxState::Running;
    QAction *restart = addAction(tr("Restart kernel"), this, &SandboxMenu::restartRequested);
    restart->setObjectName(QStringLiteral("restartKernel"));
    restart->setEnabled(alive || m_state == SandboxState::Dead);
    restart->setStatusTip(tr("Ends the kernel and its variables; files stay"));
    if (m_settings.sandbox == Settings::SandboxKind::Exe)
        addVm();
    else
        addLocal();
    addSeparator();
    addAction(tr("Sandboxes at exe.dev…"), this, &SandboxMenu::sandboxesRequested)
        ->setObjectName(QStringLiteral("showSandboxes"));
    addAction(tr("Sandbox settings…"), this, &SandboxMenu::settingsRequested);
}

void SandboxMenu::addLocal()
{
    QAction *network = addAction(tr("Network for this conversation"), this,
                                 [this](bool on) { Q_EMIT networkChosen(on); });
    network->setObjectName(QStringLiteral("networkOn"));
    network->setCheckable(true);
    network->setChecked(m_settings.network);
    addSeparator();
    addWords(tr("Limits"), PlainLabel::Rank::Section);
    const QStringList lines = limitTexts(m_settings);
    for (const QString &line : lines)
        addWords(line, PlainLabel::Rank::Muted);
}

void SandboxMenu::addVm()
{
    const bool isThere = !m_vm.isEmpty() && m_state != SandboxState::Gone;
    const bool isPaused = m_state == SandboxState::Paused;
    const bool changes = m_state == SandboxState::Resuming || m_state == SandboxState::Copying ||
                         m_state == SandboxState::MakingBase;
    const bool isCalm = isThere && !changes;
    const auto words = [](const char *word) {
        return QStringList{QLatin1String(word)};
    };
    if (isPaused)
        addAct(VmAct::Resume, "resumeVm", tr("Resume"), isCalm, words("resume"));
    else
        addAct(VmAct::Pause, "pauseVm", tr("Pause"), isCalm && m_state != SandboxState::Running,
               words("pause"));
    addAct(VmAct::Restart, "restartVm", tr("Restart the VM…"), isCalm && !isPaused,
           words("restart"));
    addAct(VmAct::Resize, "resizeVm", tr("Resize…"), isCalm && !isPaused, words("resize"));
    addEgress();
    addAct(VmAct::Usage, "vmUsage", tr("Usage…"), isThere, words("stat"));
    addAct(VmAct::Preview, "previewVm", tr("Preview a server…"), isCalm && !isPaused, {});
    addAct(VmAct::Delete, "deleteVm", tr("Delete the sandbox…"), isCalm, words("rm"));
    if (!m_denied.isEmpty()) {
        addSeparator();
        QStringList denied(m_denied.cbegin(), m_denied.cend());
        denied.sort();
        addWords(tr("The token may not run: %1").arg(denied.join(tr(", "))),
                 PlainLabel::Rank::Muted);
    }
}

void SandboxMenu::addEgress()
{
    QMenu *menu = addMenu(tr("Network"));
    menu->setObjectName(QStringLiteral("egressMenu"));
    menu->setToolTipsVisible(true);
    auto *group = new QActionGroup(menu);
    // Before there is a VM it is only a wish for the one to come.
    const QString why = m_vm.isEmpty() ? QString() : missing({QStringLiteral("egress")});
    const auto add = [&](const char *name, const QString &text, Settings::Egress egress) {
        QAction *action =
            menu->addAction(text, this, [this, egress] { Q_EMIT egressChosen(egress); });
        action->setObjectName(QLatin1String(name));
        action->setCheckable(true);
        action->setChecked(m_settings.egress == egress);
        action->setEnabled(why.isEmpty());
        action->setToolTip(why);
        group->addAction(action);
    };
    add("egressAll", tr("Everything"), Settings::Egress::All);
    add("egressIntegrations", tr("Only exe.dev's integrations: no downloads, no pip"),
        Settings::Egress::Integrations);
}

QString SandboxMenu::missing(const QStringList &commands) const
{
    for (const QString &command : commands) {
        if (m_denied.contains(command))
            return deniedText(command);
    }
    return {};
}

void SandboxMenu::addAct(VmAct act, const char *name, const QString &text, bool fits,
                         const QStringList &commands)
{
    const QString why = missing(commands);
    QAction *action = addAction(text, this, [this, act] { Q_EMIT actRequested(act); });
    action->setObjectName(QLatin1String(name));
    action->setEnabled(fits && why.isEmpty());
    action->setToolTip(why);
}

// Words to read: a disabled entry would be too pale.
void SandboxMenu::addWords(const QString &words, PlainLabel::Rank rank)
{
    auto *entry = new QWidgetAction(this);
    entry->setText(words);
    auto *label = new PlainLabel(rank, words, this);
    label->setWordWrap(false);
    label->setContentsMargins(28, 3, 16, 3);
    entry->setDefaultWidget(label);
    addAction(entry);
}

} // namespace sandglass
