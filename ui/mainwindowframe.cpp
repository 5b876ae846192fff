// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of the window: panels, facts, keys, and how it is left.
#include "ui/conversationlistmodel.h"
#include "ui/conversationpage.h"
#include "ui/execard.h"
#include "ui/filepanel.h"
#include "ui/mainwindow.h"
#include "ui/messagebar.h"
#include "ui/modelmenu.h"
#include "ui/notifier.h"
#include "ui/pageheader.h"
#include "ui/preferences.h"
#include "ui/sandboxactions.h"
#include "ui/shortcuts.h"
#include "ui/sidebar.h"
#include "ui/startpage.h"
#include "ui/statusstrip.h"
#include "ui/wording.h"

#include "base/log.h"

#include <QApplication>
#include <QCloseEvent>
#include <QSplitter>

namespace sandglass {

namespace {

/// Where code runs and what it reaches there.
QString placeText(const Settings &settings)
{
    if (settings.sandbox == Settings::SandboxKind::Exe)
        return settings.egress == Settings::Egress::All
                   ? MainWindow::tr("Code runs in a VM at exe.dev · network on")
                   : MainWindow::tr("Code runs in a VM at exe.dev · only exe.dev's integrations");
    return settings.network ? MainWindow::tr("Code runs in the local sandbox · network on: code "
                                             "also reaches your local network")
                            : MainWindow::tr("Code runs in the local sandbox · no network");
}

} // namespace

void MainWindow::showFacts()
{
    if (currentPage() == nullptr)
        return;
    const Settings &settings = currentPage()->settings();
    m_status->setPlace(tr("%1 · %2 for a cell")
                           .arg(placeText(settings),
                                secondsText(static_cast<double>(settings.cellTimeout.count()))));
    Session *session = currentPage()->session();
    m_status->setTokens(session == nullptr ? Usage() : session->document().usage());
    m_status->setKeys(m_preferences->keys()->isKeychainGood() ? tr("Keys are kept in your keychain")
                                                              : QString());
}

// The system adds the name of the program.
void MainWindow::showTitle()
{
    Session *session = currentPage()->session();
    // While it is read, the list has it.
    const int row = m_model->rowOf(m_current);
    const QString listed = row < 0 ? QString() : m_model->index(row).data().toString();
    const QString title = session == nullptr ? listed : session->document().title();
    setWindowTitle(title.isEmpty() ? tr("New conversation") : title.simplified().left(200));
}

void MainWindow::remedy(Remedy remedy)
{
    switch (remedy) {
    case Remedy::ModelSettings:
        m_preferences->showDialog(SettingsDialog::Page::Models);
        return;
    case Remedy::SandboxSettings:
        m_preferences->showDialog(SettingsDialog::Page::Sandbox);
        return;
    case Remedy::Sandboxes:
        m_sandboxes->showSandboxes();
        return;
    case Remedy::ExeSettings:
        m_preferences->showDialog(SettingsDialog::Page::ExeDev);
        return;
    case Remedy::ShowLog:
        m_preferences->showLog();
        return;
    case Remedy::None:
        break;
    }
}

void MainWindow::setSidebarShown(bool shown)
{
    m_state.sidebarShown = shown;
    m_sidebar->setVisible(shown);
    for (const auto &[id, page] : m_pages)
        page->header()->setSidebarShown(shown);
}

void MainWindow::setFilesShown(bool shown)
{
    m_state.filesShown = shown;
    for (const auto &[id, page] : m_pages)
        page->files()->setWanted(shown);
    currentPage()->files()->setOpen(shown);
}

void MainWindow::setFilesWidth(int width)
{
    m_state.filesWidth = width;
    for (const auto &[id, page] : m_pages)
        if (page != currentPage())
            page->setFilesWidth(width);
}

void MainWindow::restoreState()
{
    if (m_state.geometry.isEmpty() || !restoreGeometry(m_state.geometry))
        resize(1360, 900);
    m_splitter->setSizes({m_state.sidebarWidth, std::max(1, width() - m_state.sidebarWidth)});
    m_textHeight = fontMetrics().height();
    setSidebarShown(m_state.sidebarShown);
}

// The list has room for as much text as before.
void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    const int height = fontMetrics().height();
    if (event->type() != QEvent::FontChange || m_textHeight == 0 || height == m_textHeight)
        return;
    m_state.sidebarWidth = qRound(double(m_state.sidebarWidth) * height / m_textHeight);
    m_textHeight = height;
    m_splitter->setSizes({m_state.sidebarWidth, std::max(1, width() - m_state.sidebarWidth)});
}

void MainWindow::keepState()
{
    m_state.geometry = saveGeometry();
    try {
        saveWindowState(m_preferences->settings().dataFolder, m_state);
    } catch (const Error &error) {
        // The window goes: there is nobody to tell but the log.
        qCWarning(lcApp).noquote() << error.failure().text;
    }
}

qsizetype MainWindow::runningCount() const
{
    return std::count_if(m_pages.cbegin(), m_pages.cend(),
                         [](const auto &entry) { return entry.second->isBusy(); });
}

// Asks once where something still runs; closing again, or the end of the session, is the answer.
bool MainWindow::mayClose()
{
    const auto runs = runningCount();
    if (runs == 0 || m_closeQuestion != 0 || qApp->isSavingSession())
        return true;
    const QString what = runs == 1 ? tr("A conversation still runs something.")
                                   : tr("%1 conversations still run something.").arg(runs);
    const bool goesOn = std::any_of(m_pages.cbegin(), m_pages.cend(), [](const auto &entry) {
        return entry.second->isBusy() && entry.second->outlives();
    });
    QString end = tr("Closing the window stops it; what was shown so far is kept.");
    if (goesOn)
        end += u' ' + tr("A cell at exe.dev goes on there, and is shown when its conversation is "
                         "opened again; nothing pauses its sandbox while it runs.");
    m_closeQuestion = m_messages->ask(
        what + u' ' + end, goesOn ? tr("Close") : tr("Stop and close"), [this] { close(); });
    return false;
}

// Sandboxes at exe.dev outlive the window.
bool MainWindow::mayLeaveSandboxes()
{
    QList<ConversationPage *> pages;
    for (const auto &[id, page] : m_pages)
        pages.append(page);
    return qApp->isSavingSession() || m_sandboxes->mayQuit(pages, m_preferences->settings().atQuit);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayClose() || !mayLeaveSandboxes()) {
        event->ignore();
        return;
    }
    keepState();
    // All at once: each session then only waits for its own kernel in its destructor, behind a
    // window that is gone. What outlives it isn't interrupted.
    for (const auto &[id, page] : m_pages) {
        if (!page->outlives())
            page->stop();
    }
    event->accept();
}

void MainWindow::tellEnd(const ConversationId &id)
{
    if (m_closeQuestion != 0 && runningCount() == 0) // nothing is left to ask about
        m_messages->take(std::exchange(m_closeQuestion, 0));
    if (isActiveWindow())
        return;
    QApplication::alert(this);
    const int row = m_model->rowOf(id);
    const QString title = row < 0 ? QString() : m_model->index(row).data().toString();
    m_notifier->show(tr("Finished"), title);
}

void MainWindow::addShortcuts()
{
    m_shortcuts->add({QKeySequence(tr("Ctrl+N"))}, tr("New conversation"), [this] { startNew(); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+K"))}, tr("Search conversations"), [this] {
        setSidebarShown(true);
        m_sidebar->focusSearch();
    });
    m_shortcuts->add({QKeySequence(tr("Ctrl+PgDown"))}, tr("Next conversation"),
                     [this] { showNeighbour(1); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+PgUp"))}, tr("Previous conversation"),
                     [this] { showNeighbour(-1); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+L"))}, tr("Write a question"),
                     [this] { currentPage()->focusComposer(); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+B"))}, tr("Show or hide the list of conversations"),
                     [this] { setSidebarShown(!m_state.sidebarShown); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+J"))}, tr("Show or hide the files"),
                     [this] { setFilesShown(!currentPage()->files()->isOpen()); });
    m_shortcuts->add({QKeySequence(tr("Ctrl++")), QKeySequence(tr("Ctrl+="))}, tr("Larger text"),
                     [this] { m_preferences->zoomBy(10); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+-"))}, tr("Smaller text"),
                     [this] { m_preferences->zoomBy(-10); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+0"))}, tr("Text in its usual size"),
                     [this] { m_preferences->resetZoom(); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+,"))}, tr("Settings"),
                     [this] { m_preferences->showDialog(SettingsDialog::Page::Models); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+Shift+E"))}, tr("Sandboxes at exe.dev"),
                     [this] { m_sandboxes->showSandboxes(); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+Shift+L"))}, tr("Log"),
                     [this] { m_preferences->showLog(); });
    m_shortcuts->add({QKeySequence(tr("F1")), QKeySequence(tr("Ctrl+?"))}, tr("This list"),
                     [this] { m_shortcuts->showList(); });
    m_shortcuts->add({QKeySequence(tr("Ctrl+Q"))}, tr("Close Sandglass"), [this] { close(); });
    // Those that their own widgets know.
    m_shortcuts->mention(tr("Enter"), tr("Send the question"));
    m_shortcuts->mention(tr("Shift+Enter"), tr("New line in the question"));
    m_shortcuts->mention(tr("Esc"), tr("Stop what runs; variables stay"));
    m_shortcuts->mention(tr("F2"), tr("Rename the selected conversation"));
    m_shortcuts->mention(tr("Del"), tr("Delete the selected conversation"));
}

} // namespace sandglass
