// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sandboxactions.h"

#include "ui/conversationpage.h"
#include "ui/messagebar.h"
#include "ui/pageheader.h"
#include "ui/previewdialog.h"
#include "ui/quitdialog.h"
#include "ui/resizedialog.h"
#include "ui/sandboxeswindow.h"
#include "ui/sandboxeswords.h"
#include "ui/sandboxusage.h"

#include <QDesktopServices>

namespace sandglass {

SandboxActions::SandboxActions(QWidget *window)
    : QObject(window)
    , m_window(window)
{
    connect(&m_control, &VmControl::changed, this, &SandboxActions::tellChanged);
    connect(&m_control, &VmControl::refused, this, &SandboxActions::tellRefused);
    connect(&m_control, &VmControl::removed, this, &SandboxActions::tellRemoved);
    connect(&m_control, &VmControl::accessChanged, this, [this] { m_asked.clear(); });
}

void SandboxActions::connectPage(ConversationPage *page)
{
    SandboxMenu *menu = page->header()->sandboxMenu();
    menu->setDenied(m_control.denied());
    connect(menu, &QMenu::aboutToShow, &m_control, &VmControl::askRights);
    connect(&m_control, &VmControl::deniedChanged, menu,
            [this, menu] { menu->setDenied(m_control.denied()); });
    connect(menu, &SandboxMenu::actRequested, this, [this, page](VmAct what) { act(page, what); });
    connect(menu, &SandboxMenu::egressChosen, this,
            [this, page](Settings::Egress egress) { setEgress(page, egress); });
    connect(menu, &SandboxMenu::sandboxesRequested, this, &SandboxActions::showSandboxes);
    connect(page, &ConversationPage::serverStarted, this, [this, page](int port) {
        page->messages()->offer(tr("Code started a server on port %1 of its sandbox. Only you can "
                                   "reach it.")
                                    .arg(port),
                                tr("Open preview"), [this, page, port] { preview(page, port); });
    });
}

void SandboxActions::showSandboxes()
{
    if (!m_list) {
        m_list = new SandboxesWindow(&m_control, m_window);
        m_list->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_list, &SandboxesWindow::settingsRequested, this,
                &SandboxActions::settingsRequested);
        connect(m_list, &SandboxesWindow::remedyRequested, this, &SandboxActions::remedyRequested);
    }
    m_list->show();
    m_list->raise();
    m_list->activateWindow();
}

bool SandboxActions::mayQuit(const QList<ConversationPage *> &pages, Settings::AtQuit atQuit)
{
    // One that is in the middle of a cell goes on: its session would resume it at once.
    const auto rests = [](const ConversationPage *page) {
        const SandboxState state = page->header()->state();
        return !page->header()->vm().isEmpty() && !page->isBusy() &&
               (state == SandboxState::Ready || state == SandboxState::Starting ||
                state == SandboxState::Dead);
    };
    QStringList vms;
    for (const ConversationPage *page : pages) {
        if (rests(page))
            vms.append(page->header()->vm());
    }
    if (m_mayQuit || vms.isEmpty() || atQuit == Settings::AtQuit::Leave || !m_control.hasToken() ||
        !m_control.may(QStringLiteral("pause")))
        return true;
    if (m_quit)
        return false;
    m_quit = new QuitDialog(&m_control, vms, m_window);
    m_quit->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_quit, &QuitDialog::remembered, this, &SandboxActions::atQuitChosen);
    connect(m_quit, &QDialog::accepted, this, [this] {
        m_mayQuit = true;
        m_window->close();
        m_mayQuit = false; // it may have stayed open for another reason
    });
    m_quit->open();
    if (atQuit == Settings::AtQuit::Pause)
        m_quit->pauseAll();
    return false;
}

void SandboxActions::act(ConversationPage *page, VmAct act)
{
    const QString vm = page->header()->vm();
    if (vm.isEmpty())
        return;
    switch (act) {
    case VmAct::Pause:
        begin(page, QStringLiteral("pause"), tr("Pausing %1…").arg(vm),
              tr("%1 is paused. Its variables are kept; the next cell resumes it.").arg(vm));
        m_control.pause(vm);
        return;
    case VmAct::Resume:
        begin(page, QStringLiteral("resume"), tr("Resuming %1…").arg(vm),
              tr("%1 runs again, with its variables.").arg(vm));
        m_control.resume(vm);
        return;
    case VmAct::Restart:
        restart(page);
        return;
    case VmAct::Resize:
        resize(page);
        return;
    case VmAct::Usage: {
        auto *usage = new SandboxUsage(&m_control, vm, m_window);
        usage->setAttribute(Qt::WA_DeleteOnClose);
        usage->show();
        return;
    }
    case VmAct::Preview:
        preview(page, 0);
        return;
    case VmAct::Delete:
        remove(page);
        return;
    }
}

void SandboxActions::begin(ConversationPage *page, const QString &command, const QString &doing,
                           const QString &done)
{
    m_asked.append({page->header()->vm(), command, page, done});
    page->messages()->showNews(doing);
}

std::optional<SandboxActions::Asked> SandboxActions::end(const QString &vm, const QString &command)
{
    for (qsizetype i = 0; i < m_asked.size(); ++i) {
        if (m_asked[i].vm == vm && m_asked[i].command == command)
            return m_asked.takeAt(i);
    }
    return std::nullopt;
}

void SandboxActions::restart(ConversationPage *page)
{
    page->messages()->ask(
        tr("Restart the VM? Variables and everything that runs in it are lost; files "
           "stay."),
        tr("Restart"), [this, page] {
            const QString vm = page->header()->vm();
            begin(page, QStringLiteral("restart"), tr("Restarting %1…").arg(vm),
                  tr("%1 was restarted. Its variables are gone, its files are there.").arg(vm));
            m_control.restart(vm);
        });
}

void SandboxActions::remove(ConversationPage *page)
{
    page->messages()->ask(
        tr("Delete the sandbox of this conversation? Its variables and the files that code made "
           "are lost, but for those that you saved. The conversation stays, and its next cell "
           "gets a new sandbox."),
        tr("Delete"), [this, page] {
            const QString vm = page->header()->vm();
            begin(page, QStringLiteral("rm"), tr("Deleting %1…").arg(vm),
                  tr("%1 was deleted.").arg(vm));
            m_control.remove({vm});
        });
}

void SandboxActions::resize(ConversationPage *page)
{
    auto *dialog = new ResizeDialog(page->header()->vm(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ResizeDialog::resizeRequested, page,
            [this, page](const QString &vm, const exedev::ResizeOptions &options) {
                begin(page, QStringLiteral("resize"), tr("Resizing %1…").arg(vm),
                      tr("%1 was resized.").arg(vm));
                m_control.resize(vm, options);
            });
    dialog->show();
}

void SandboxActions::setEgress(ConversationPage *page, Settings::Egress egress)
{
    const bool isAll = egress == Settings::Egress::All;
    const QString vm = page->header()->vm();
    if (vm.isEmpty()) {
        keepEgress(page, egress);
        page->messages()->showNews(
            isAll ? tr("The sandbox of this conversation will reach the whole network.")
                  : tr("The sandbox of this conversation will reach only exe.dev's integrations."));
        return;
    }
    begin(page, QStringLiteral("egress"), tr("Changing the network of %1…").arg(vm),
          isAll ? tr("%1 reaches the whole network now.").arg(vm)
                : tr("%1 reaches only exe.dev's integrations now: no downloads, no pip.").arg(vm));
    m_asked.last().egress = egress;
    m_control.setEgress(vm, isAll ? QStringLiteral("all") : QStringLiteral("integrations"));
}

void SandboxActions::keepEgress(ConversationPage *page, Settings::Egress egress)
{
    Settings next = page->settings();
    next.egress = egress;
    page->setSettings(next);
    page->header()->setSettings(next);
    Q_EMIT egressChanged();
}

void SandboxActions::preview(ConversationPage *page, int port)
{
    auto *dialog = new PreviewDialog(&m_control, page->header()->vm(), port, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PreviewDialog::openRequested, page, [page](const QUrl &address) {
        if (address.scheme() == QLatin1String("https"))
            QDesktopServices::openUrl(address);
        else
            page->messages()->showFailure(
                FailedAt::ExeDev,
                {ErrorKind::Protocol,
                 tr("exe.dev gave an address that isn't one of a web page, so it was not "
                    "opened."),
                 {}});
    });
    dialog->show();
}

void SandboxActions::tellChanged(const QString &vm, const QString &command, const QString &text)
{
    const std::optional<Asked> asked = end(vm, command);
    if (!asked || !asked->page)
        return;
    asked->page->messages()->showNews(text.isEmpty() ? asked->done : text);
    if (asked->egress)
        keepEgress(asked->page, *asked->egress);
    // The session hears of it only where it is connected, and of a resumed one at the next cell.
    PageHeader *header = asked->page->header();
    if (command == QLatin1String("pause"))
        header->setState(SandboxState::Paused, {});
    else if (command == QLatin1String("resume"))
        header->setState(text.isEmpty() ? SandboxState::Ready : SandboxState::Dead, text);
    else if (command == QLatin1String("restart"))
        header->setState(SandboxState::Dead, asked->done);
}

void SandboxActions::tellRefused(const QString &vm, const QString &command, const Failure &failure)
{
    const std::optional<Asked> asked = end(vm, command);
    if (!asked || !asked->page)
        return;
    asked->page->messages()->showFailure(FailedAt::ExeDev, failure);
    if (asked->egress) // the menu shows what is so
        asked->page->header()->setSettings(asked->page->settings());
}

void SandboxActions::tellRemoved(const QStringList &vms, const exedev::RemoveResult &result)
{
    const QString vm = vms.join(u' ');
    const std::optional<Asked> asked = end(vm, QStringLiteral("rm"));
    if (!asked || !asked->page)
        return;
    if (result.deleted.contains(vm) || result.notFound.contains(vm)) {
        asked->page->messages()->showNews(asked->done);
        asked->page->header()->setState(SandboxState::Gone, asked->done);
        return;
    }
    const QString text = tr("%1: %2.").arg(vm, notDeletedText(result.errors.value(vm)));
    asked->page->messages()->showFailure(FailedAt::ExeDev, {ErrorKind::InvalidInput, text, {}});
}

} // namespace sandglass
