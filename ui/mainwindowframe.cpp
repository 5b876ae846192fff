// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of the window: settings that pages get, panels, keys, and how it is left.
#include "ui/conversationlistmodel.h"
#include "ui/conversationpage.h"
#include "ui/filepanel.h"
#include "ui/mainwindow.h"
#include "ui/messagebar.h"
#include "ui/modelmenu.h"
#include "ui/notifier.h"
#include "ui/pageheader.h"
#include "ui/preferences.h"
#include "ui/shortcutlist.h"
#include "ui/sidebar.h"
#include "ui/statusstrip.h"

#include "base/log.h"

#include <QApplication>
#include <QCloseEvent>
#include <QShortcut>
#include <QSplitter>

namespace sandglass {

void MainWindow::pickModel(ConversationPage *page, const ModelPick &pick)
{
    const Settings next = withPick(page->settings(), pick);
    if (pickOf(page->settings()) != pick)
        page->setSettings(next);
    m_preferences->lookUpKey(next);
    if (page->session() != nullptr)
        page->session()->setKey(m_preferences->keys()->key(next.baseUrl));
    if (pickOf(m_preferences->settings()) != pick)
        m_preferences->pick(pick);
}

// For this conversation only: no other one gets a network by it.
void MainWindow::setNetwork(ConversationPage *page, bool network)
{
    Settings next = page->settings();
    next.network = network;
    page->setSettings(next);
    page->header()->setSettings(next);
    showFacts();
    if (page->session() == nullptr)
        return;
    page->messages()->ask(network ? tr("Code of this conversation reaches the network as soon as "
                                       "its kernel starts again. Its variables are lost then.")
                                  : tr("Code of this conversation has no network as soon as its "
                                       "kernel starts again. Its variables are lost then."),
                          tr("Restart kernel"), [page] { page->session()->restartKernel(); });
}

// Pages keep what was chosen for them: what answers, while it exists, and their network.
void MainWindow::applySettings(const Settings &before)
{
    const Settings &now = m_preferences->settings();
    m_models->setEndpoints(knownEndpoints(now));
    for (const auto &[id, page] : m_pages) {
        const Settings &old = page->settings();
        const ModelPick pick = pickAfter(pickOf(old), knownEndpoints(before), knownEndpoints(now));
        Settings next = withPick(now, pick);
        if (now.network == before.network)
            next.network = old.network;
        if (next != old)
            page->setSettings(next);
        page->header()->setSettings(next);
        if (page->session() != nullptr)
            page->session()->setKey(m_preferences->keys()->key(next.baseUrl));
    }
    showFacts();
}

void MainWindow::setKeys(const QUrl &baseUrl)
{
    for (const auto &[id, page] : m_pages)
        if (page->session() != nullptr && isSameOrigin(page->settings().baseUrl, baseUrl))
            page->session()->setKey(m_preferences->keys()->key(baseUrl));
    showFacts();
}

void MainWindow::showFacts()
{
    if (currentPage() == nullptr)
        return;
    const Settings &settings = currentPage()->settings();
    const QString network = settings.network
                                ? tr("network on: code also reaches your local network")
                                : tr("no network");
    m_status->setPlace(tr("Code runs in the local sandbox · %1 · %2 s for a cell")
                           .arg(network)
                           .arg(settings.cellTimeout.count()));
    m_status->setKeys(m_preferences->keys()->isKeychainGood() ? tr("Keys are kept in your keychain")
                                                              : QString());
}

// The system adds the name of the program.
void MainWindow::showTitle()
{
    Session *session = currentPage()->session();
    const QString title = session == nullptr ? QString() : session->document().title();
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
    Session *session = currentPage()->session();
    const bool isEmpty = session == nullptr || (session->document().files().isEmpty() &&
                                                session->document().sandboxFiles().isEmpty());
    if (shown && isEmpty)
        currentPage()->messages()->showNews(
            tr("There are no files yet. Drop some onto the window, or attach them below."));
    m_state.filesShown = shown;
    for (const auto &[id, page] : m_pages) {
        page->files()->setWanted(shown);
        page->header()->setFilesShown(shown);
    }
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
    setSidebarShown(m_state.sidebarShown);
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

// Asks once where something still runs; closing again, or the end of the session, is the answer.
bool MainWindow::mayClose()
{
    const bool isBusy = std::any_of(m_pages.cbegin(), m_pages.cend(),
                                    [](const auto &entry) { return entry.second->isBusy(); });
    if (!isBusy || m_closeQuestion != 0 || qApp->isSavingSession())
        return true;
    const auto runs = std::count_if(m_pages.cbegin(), m_pages.cend(),
                                    [](const auto &entry) { return entry.second->isBusy(); });
    const QString what = runs == 1 ? tr("A conversation still runs something.")
                                   : tr("%1 conversations still run something.").arg(runs);
    m_closeQuestion = m_messages->ask(what + u' ' +
                                          tr("Closing the window stops it; what was shown so far "
                                             "is kept."),
                                      tr("Stop and close"), [this] { close(); });
    return false;
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayClose()) {
        event->ignore();
        return;
    }
    keepState();
    // All at once: each session then only waits for its own kernel in its destructor, behind a
    // window that is gone.
    for (const auto &[id, page] : m_pages)
        page->stop();
    event->accept();
}

void MainWindow::tellEnd(const ConversationId &id)
{
    if (m_closeQuestion != 0) {
        const bool isBusy = std::any_of(m_pages.cbegin(), m_pages.cend(),
                                        [](const auto &entry) { return entry.second->isBusy(); });
        if (!isBusy) // nothing is left to ask about
            m_messages->take(std::exchange(m_closeQuestion, 0));
    }
    if (isActiveWindow())
        return;
    QApplication::alert(this);
    const int row = m_model->rowOf(id);
    const QString title = row < 0 ? QString() : m_model->index(row).data().toString();
    m_notifier->show(tr("Finished"), title);
}

void MainWindow::addShortcut(const QList<QKeySequence> &keys, const QString &what,
                             const std::function<void()> &act)
{
    QStringList names;
    for (const QKeySequence &key : keys) {
        auto *shortcut = new QShortcut(key, this);
        connect(shortcut, &QShortcut::activated, this, act);
        if (names.size() < 2)
            names << key.toString(QKeySequence::NativeText);
    }
    m_shortcuts.append({names.join(tr(" or ")), what});
}

void MainWindow::addShortcuts()
{
    addShortcut({QKeySequence(tr("Ctrl+N"))}, tr("New conversation"), [this] { startNew(); });
    addShortcut({QKeySequence(tr("Ctrl+K"))}, tr("Search conversations"), [this] {
        setSidebarShown(true);
        m_sidebar->focusSearch();
    });
    addShortcut({QKeySequence(tr("Ctrl+PgDown"))}, tr("Next conversation"),
                [this] { showNeighbour(1); });
    addShortcut({QKeySequence(tr("Ctrl+PgUp"))}, tr("Previous conversation"),
                [this] { showNeighbour(-1); });
    addShortcut({QKeySequence(tr("Ctrl+L"))}, tr("Write a question"),
                [this] { currentPage()->focusComposer(); });
    addShortcut({QKeySequence(tr("Ctrl+B"))}, tr("Show or hide the list of conversations"),
                [this] { setSidebarShown(!m_state.sidebarShown); });
    addShortcut({QKeySequence(tr("Ctrl+J"))}, tr("Show or hide the files"),
                [this] { setFilesShown(!m_state.filesShown); });
    addShortcut({QKeySequence(tr("Ctrl++")), QKeySequence(tr("Ctrl+="))}, tr("Larger text"),
                [this] { m_preferences->zoomBy(10); });
    addShortcut({QKeySequence(tr("Ctrl+-"))}, tr("Smaller text"),
                [this] { m_preferences->zoomBy(-10); });
    addShortcut({QKeySequence(tr("Ctrl+0"))}, tr("Text in its usual size"),
                [this] { m_preferences->resetZoom(); });
    addShortcut({QKeySequence(tr("Ctrl+,"))}, tr("Settings"),
                [this] { m_preferences->showDialog(SettingsDialog::Page::Models); });
    addShortcut({QKeySequence(tr("Ctrl+Shift+L"))}, tr("Log"),
                [this] { m_preferences->showLog(); });
    addShortcut({QKeySequence(tr("F1")), QKeySequence(tr("Ctrl+?"))}, tr("This list"),
                [this] { showShortcuts(); });
    addShortcut({QKeySequence(tr("Ctrl+Q"))}, tr("Close Sandglass"), [this] { close(); });
    // Those that their own widgets know.
    m_shortcuts.append({tr("Enter"), tr("Send the question")});
    m_shortcuts.append({tr("Shift+Enter"), tr("New line in the question")});
    m_shortcuts.append({tr("Esc"), tr("Stop what runs; variables stay")});
    m_shortcuts.append({tr("F2"), tr("Rename the selected conversation")});
    m_shortcuts.append({tr("Del"), tr("Delete the selected conversation")});
}

void MainWindow::showShortcuts()
{
    if (!m_shortcutList) {
        m_shortcutList = new ShortcutList(m_shortcuts, this);
        m_shortcutList->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_shortcutList->show();
    m_shortcutList->raise();
    m_shortcutList->activateWindow();
}

} // namespace sandglass
