// SPDX-License-Identifier: GPL-3.0-or-later
// The half of SandboxesWindow that does things to the selected VMs.
#include "ui/sandboxeswindow.h"

#include "ui/button.h"
#include "ui/messagebar.h"
#include "ui/plainlabel.h"
#include "ui/sandboxesmodel.h"
#include "ui/sandboxeswords.h"
#include "ui/sandboxusage.h"

#include <QItemSelectionModel>
#include <QTableView>

#include <algorithm>

namespace sandglass {

QList<VmEntry> SandboxesWindow::selected() const
{
    QList<VmEntry> entries;
    for (const QModelIndex &row : m_table->selectionModel()->selectedRows())
        entries.append(m_model->entry(m_order->mapToSource(row).row()));
    return entries;
}

void SandboxesWindow::select(const QStringList &vms)
{
    for (const QString &vm : vms) {
        const int row = m_model->rowOf(vm);
        if (row >= 0)
            m_table->selectionModel()->select(m_order->mapFromSource(m_model->index(row, 0)),
                                              QItemSelectionModel::Select |
                                                  QItemSelectionModel::Rows);
    }
}

// Why a button can't be used is said where it is.
void SandboxesWindow::allow(Button *button, const char *command, bool fits,
                            const QString &otherwise)
{
    const bool may = m_control->may(QLatin1String(command));
    button->setEnabled(may && fits && m_running.isEmpty());
    const QString why = !may ? deniedText(QLatin1String(command)) : fits ? QString() : otherwise;
    button->setToolTip(why);
    button->setAccessibleDescription(why);
}

void SandboxesWindow::updateButtons()
{
    const QList<VmEntry> chosen = selected();
    const auto any = [&](const QString &status) {
        return std::any_of(chosen.cbegin(), chosen.cend(),
                           [&](const VmEntry &entry) { return entry.info.status == status; });
    };
    const bool areOurs = std::all_of(chosen.cbegin(), chosen.cend(), [](const VmEntry &entry) {
        return entry.owner == VmEntry::Owner::Ours;
    });
    const bool areKept = std::all_of(chosen.cbegin(), chosen.cend(),
                                     [](const VmEntry &entry) { return entry.comment.isKept; });
    allow(m_delete, "rm", !chosen.isEmpty(), tr("Select sandboxes first."));
    allow(m_pause, "pause", any(QStringLiteral("running")), tr("Select sandboxes that run first."));
    allow(m_resume, "resume", any(QStringLiteral("paused")),
          tr("Select sandboxes that are paused first."));
    allow(m_keep, "comment", !chosen.isEmpty() && areOurs,
          tr("Select sandboxes of this computer's conversations first."));
    allow(m_usage, "stat", chosen.size() == 1, tr("Select one sandbox first."));
    const bool unkeep = !chosen.isEmpty() && areKept;
    m_keep->setText(unkeep ? tr("Don't keep") : tr("Keep"));
    m_keep->setAccessibleName(m_keep->text());
    m_refresh->setEnabled(m_running.isEmpty());
    m_hint->setText(chosen.isEmpty() && m_model->rowCount() > 0 ? tr("Choose rows to act on")
                                                                : QString());
}

void SandboxesWindow::updateDenied()
{
    QStringList missing;
    for (const char *command : {"rm", "pause", "resume", "comment", "stat"}) {
        if (!m_control->may(QLatin1String(command)))
            missing.append(QLatin1String(command));
    }
    m_denied->setText(missing.isEmpty() ? QString() : missingText(missing));
    m_denied->setVisible(!missing.isEmpty());
    m_newToken->setVisible(!missing.isEmpty());
    updateButtons();
}

// Others, the header of a page, ask the same control: only what was asked for here is told here.
void SandboxesWindow::begin(const QString &command, const QStringList &vms)
{
    for (const QString &vm : vms)
        m_running.append(command + u' ' + vm);
    m_model->setProblems({});
    updateButtons();
}

bool SandboxesWindow::end(const QString &command, const QString &vm)
{
    if (!m_running.removeOne(command + u' ' + vm))
        return false;
    if (m_running.isEmpty())
        refresh();
    updateButtons();
    return true;
}

void SandboxesWindow::askToDelete()
{
    const QList<VmEntry> chosen = selected();
    if (chosen.isEmpty() || !m_delete->isEnabled())
        return;
    QStringList names;
    for (const VmEntry &entry : chosen)
        names.append(entry.info.name);
    if (m_question != 0)
        m_messages->take(m_question);
    m_question = m_messages->ask(deleteQuestion(chosen), tr("Delete"), [this, names] {
        begin(QStringLiteral("rm"), {names.join(u' ')});
        m_control->remove(names);
    });
}

void SandboxesWindow::showRemoved(const QStringList &vms, const exedev::RemoveResult &result)
{
    if (!end(QStringLiteral("rm"), vms.join(u' ')))
        return;
    QHash<QString, QString> problems;
    for (const QString &vm : result.failed) {
        if (!result.notFound.contains(vm))
            problems.insert(vm, notDeletedText(result.errors.value(vm)));
    }
    m_model->setProblems(problems);
    const QString text = removedText(result.deleted.size() + result.notFound.size(), problems);
    if (problems.isEmpty())
        m_messages->showNews(text);
    else
        m_messages->showFailure(FailedAt::ExeDev, {ErrorKind::InvalidInput, text, {}});
}

void SandboxesWindow::showChanged(const QString &vm, const QString &command, const QString &text)
{
    if (end(command, vm) && !text.isEmpty())
        m_messages->showNews(text);
}

void SandboxesWindow::showRefused(const QString &vm, const QString &command, const Failure &failure)
{
    if (!end(command, vm))
        return;
    Failure shown = failure;
    if (!vm.contains(u' '))
        shown.text = vm + QStringLiteral(": ") + shown.text;
    m_messages->showFailure(FailedAt::ExeDev, shown);
}

void SandboxesWindow::pauseOrResume(const char *command, const QString &status)
{
    QStringList vms;
    for (const VmEntry &entry : selected()) {
        if (entry.info.status == status)
            vms.append(entry.info.name);
    }
    begin(QLatin1String(command), vms);
    for (const QString &vm : std::as_const(vms)) {
        if (QLatin1String(command) == QLatin1String("pause"))
            m_control->pause(vm);
        else
            m_control->resume(vm);
    }
}

void SandboxesWindow::toggleKept()
{
    const QList<VmEntry> chosen = selected();
    const bool keep = std::any_of(chosen.cbegin(), chosen.cend(),
                                  [](const VmEntry &entry) { return !entry.comment.isKept; });
    QStringList vms;
    for (const VmEntry &entry : chosen)
        vms.append(entry.info.name);
    begin(QStringLiteral("comment"), vms);
    for (const VmEntry &entry : chosen)
        m_control->setKept(entry.info.name, keep);
}

void SandboxesWindow::showUsage()
{
    const QList<VmEntry> chosen = selected();
    if (chosen.size() != 1 || !m_usage->isEnabled())
        return;
    auto *usage = new SandboxUsage(m_control, chosen.first().info.name, this);
    usage->setAttribute(Qt::WA_DeleteOnClose);
    usage->show();
}

} // namespace sandglass
