// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "app/sandboxwatch.h"
#include "ui/conversationlistmodel.h"
#include "ui/conversationpage.h"
#include "ui/execard.h"
#include "ui/filepanel.h"
#include "ui/messagebar.h"
#include "ui/modelmenu.h"
#include "ui/notifier.h"
#include "ui/pageheader.h"
#include "ui/preferences.h"
#include "ui/questionedit.h"
#include "ui/sandboxactions.h"
#include "ui/servercard.h"
#include "ui/shortcuts.h"
#include "ui/sidebar.h"
#include "ui/startpage.h"
#include "ui/statusstrip.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace sandglass {

MainWindow::MainWindow(Session::Parts parts, const Settings &settings, const Secret &key,
                       const QList<LocalServer> &localServers)
    : m_parts(std::move(parts))
    , m_state(loadWindowState(settings.dataFolder))
    , m_preferences(new Preferences(settings, key, m_parts.model, this))
    , m_search(new ServerSearch(localServers, m_preferences->check(), this))
    , m_model(new ConversationListModel(settings.dataFolder, this))
    , m_splitter(new QSplitter(this))
    , m_sidebar(new Sidebar(m_model, this))
    , m_stack(new QStackedWidget(this))
    , m_messages(new MessageBar(this))
    , m_status(new StatusStrip(this))
    , m_models(new ModelMenu(m_preferences->check(), m_preferences->keys(), this))
    , m_notifier(new Notifier(this))
    , m_shortcuts(new Shortcuts(this))
    , m_sandboxes(new SandboxActions(this))
    , m_watch(new SandboxWatch(this))
{
    m_preferences->setTrialSandbox(
        [make = m_parts.sandbox, trial = settings](const QString &folder) {
            Settings local = trial;
            local.sandbox = Settings::SandboxKind::Local;
            return make(folder, local, {});
        });
    build();
    connectParts();
    addShortcuts();
    startNew();
    applySettings(settings);
    restoreState();
    m_search->look();
    m_model->purgeRemoved();
    m_model->refresh();
}

MainWindow::~MainWindow()
{
    // Sessions end their kernels here; those of a window that is gone need no list any more.
    for (const auto &[id, page] : m_pages)
        page->disconnect(this);
}

void MainWindow::build()
{
    setWindowTitle(tr("Sandglass"));
    setAcceptDrops(true);
    setMinimumSize(640, 420);
    auto *right = new QWidget(this);
    auto *rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->setSpacing(0);
    rightColumn->addWidget(m_stack, 1);
    right->setMinimumWidth(380);
    m_messages->setObjectName(QStringLiteral("windowMessages"));
    m_stack->setObjectName(QStringLiteral("pages"));
    m_splitter->setObjectName(QStringLiteral("windowSplitter"));
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_sidebar);
    m_splitter->addWidget(right);
    m_splitter->setStretchFactor(1, 1);
    auto *central = new QWidget(this);
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_splitter, 1);
    column->addWidget(m_status);
    setCentralWidget(central);
}

void MainWindow::connectParts()
{
    connect(m_sidebar, &Sidebar::newRequested, this, &MainWindow::startNew);
    connect(m_sidebar, &Sidebar::chosen, this, &MainWindow::showConversation);
    connect(m_sidebar, &Sidebar::deleteRequested, this, &MainWindow::deleteConversation);
    connect(m_sidebar, &Sidebar::settingsRequested, this,
            [this] { m_preferences->showDialog(SettingsDialog::Page::Models); });
    connect(m_model, &ConversationListModel::removed, this, &MainWindow::offerUndo);
    connect(m_model, &ConversationListModel::renamed, this, &MainWindow::renameConversation);
    const auto tellHere = [this](const Failure &failure) {
        m_messages->showFailure(FailedAt::ThisComputer, failure);
    };
    connect(m_model, &ConversationListModel::failed, this, tellHere);
    connect(m_preferences, &Preferences::changed, this, &MainWindow::applySettings);
    connect(m_preferences, &Preferences::endpointMoved, this, &MainWindow::followEndpoint);
    connect(m_preferences, &Preferences::failed, this, tellHere);
    connect(m_preferences, &Preferences::told, m_messages, &MessageBar::showNews);
    connect(m_preferences, &Preferences::endpointAdded, this,
            [this](const ModelEndpoint &endpoint) {
                pickModel(currentPage(),
                          {Settings::Provider::OpenAi, endpoint.baseUrl, endpoint.model});
            });
    connect(m_preferences->keys(), &ModelKeys::changed, this, &MainWindow::setKeys);
    connect(m_preferences->exeToken(), &ExeToken::changed, this, &MainWindow::setExeToken);
    connect(m_sidebar, &Sidebar::sandboxesRequested, m_sandboxes, &SandboxActions::showSandboxes);
    connect(m_sandboxes, &SandboxActions::settingsRequested, this,
            [this] { m_preferences->showDialog(SettingsDialog::Page::ExeDev); });
    connect(m_sandboxes, &SandboxActions::remedyRequested, this, &MainWindow::remedy);
    connect(m_sandboxes, &SandboxActions::egressChanged, this, &MainWindow::showFacts);
    connect(m_sandboxes, &SandboxActions::atQuitChosen, m_preferences, &Preferences::setAtQuit);
    connect(m_watch, &SandboxWatch::failed, this,
            [this](const Failure &failure) { m_messages->showFailure(FailedAt::ExeDev, failure); });
    connect(m_messages, &MessageBar::remedyRequested, this, &MainWindow::remedy);
    connect(m_models, &ModelMenu::picked, this,
            [this](const ModelPick &pick) { pickModel(currentPage(), pick); });
    connect(m_models, &ModelMenu::settingsRequested, this,
            [this] { m_preferences->showDialog(SettingsDialog::Page::Models); });
    connect(m_models, &QMenu::aboutToShow, this,
            [this] { m_models->setPick(pickOf(currentPage()->settings())); });
    connect(m_search, &ServerSearch::changed, this, [this] {
        for (const auto &[id, page] : m_pages)
            showServers(page);
    });
    connect(m_splitter, &QSplitter::splitterMoved, this,
            [this] { m_state.sidebarWidth = m_sidebar->width(); });
}

void MainWindow::tell(const QString &text)
{
    m_messages->showNews(text);
}

ConversationPage *MainWindow::currentPage() const
{
    return static_cast<ConversationPage *>(m_stack->currentWidget());
}

ConversationPage *MainWindow::makePage(const ConversationId &id)
{
    auto *page = new ConversationPage(
        id,
        [this, id](OpenedConversation opened) {
            const Settings &settings = m_pages.at(id)->settings();
            auto session = std::make_unique<Session>(m_parts, settings, std::move(opened));
            session->setKey(m_preferences->keyFor(settings));
            session->setExeToken(m_preferences->exeToken()->token());
            m_watch->follow(session.get());
            return session;
        },
        m_preferences->settings(), m_stack);
    m_stack->addWidget(page);
    m_pages[id] = page;
    connectPage(page, id);
    m_sandboxes->connectPage(page);
    page->header()->setModelMenu(m_models);
    page->header()->setSettings(page->settings());
    page->header()->setSidebarShown(m_state.sidebarShown);
    page->files()->setWanted(m_state.filesShown);
    page->setFilesWidth(m_state.filesWidth);
    m_preferences->lookUpKey(page->settings());
    showExe(page);
    showServers(page);
    return page;
}

void MainWindow::connectPage(ConversationPage *page, const ConversationId &id)
{
    connect(page, &ConversationPage::touched, m_model, &ConversationListModel::touch);
    connect(page, &ConversationPage::touched, this, &MainWindow::showTitle);
    connect(page, &ConversationPage::touched, this, &MainWindow::showFacts);
    connect(page, &ConversationPage::opened, this, &MainWindow::showTitle);
    connect(page, &ConversationPage::opened, this, &MainWindow::showFacts);
    connect(page, &ConversationPage::busyChanged, this, [this, id](bool busy) {
        m_model->setRunning(id, busy);
        if (!busy)
            tellEnd(id);
    });
    connect(page, &ConversationPage::filesWidthChanged, this, &MainWindow::setFilesWidth);
    connect(page, &ConversationPage::remedyRequested, this, &MainWindow::remedy);
    const PageHeader *header = page->header();
    connect(header, &PageHeader::renamed, page, &ConversationPage::rename);
    connect(header, &PageHeader::networkChosen, this,
            [this, page](bool network) { setNetwork(page, network); });
    connect(header, &PageHeader::sandboxSettingsRequested, this,
            [this] { m_preferences->showDialog(SettingsDialog::Page::Sandbox); });
    connect(header, &PageHeader::filesShownChosen, this, &MainWindow::setFilesShown);
    connect(header, &PageHeader::sidebarRequested, this, [this] { setSidebarShown(true); });
    const StartPage *start = page->startPage();
    connect(start->exe(), &ExeCard::tokenAccepted, this,
            [this, page](const Secret &token) { useExe(page, token); });
    connect(start->exe(), &ExeCard::useRequested, this, [this, page] { useExe(page, {}); });
    connect(start->exe(), &ExeCard::settingsRequested, this,
            [this] { m_preferences->showDialog(SettingsDialog::Page::ExeDev); });
    // By the examples, whatever else answers in this conversation and in others.
    connect(start, &StartPage::questionChosen, page, [page](const QString &question) {
        page->setSettings(withPick(page->settings(), {}));
        page->ask(question);
    });
    connect(start, &StartPage::cellRequested, page, &ConversationPage::writeCell);
    connect(start->servers(), &ServerCard::lookRequested, m_search, &ServerSearch::look);
    connect(start->servers(), &ServerCard::otherRequested, this,
            [this] { m_preferences->showDialog(SettingsDialog::Page::Models); });
    connect(start->servers(), &ServerCard::serverChosen, this, [this](const LocalServer &server) {
        m_preferences->addEndpoint({server.name, server.baseUrl, {}, false});
    });
}

void MainWindow::showServers(ConversationPage *page)
{
    page->startPage()->servers()->setServers(m_search->servers());
}

void MainWindow::showPage(ConversationPage *page)
{
    m_stack->setCurrentWidget(page);
    page->holdMessages(m_messages);
    m_sidebar->setCurrent(m_current);
    showFacts();
    showTitle();
    page->focusComposer();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

// What is dropped anywhere on the window goes to the conversation that is shown.
void MainWindow::dropEvent(QDropEvent *event)
{
    const QStringList files = localFiles(event->mimeData());
    if (files.isEmpty()) {
        tell(tr("Only files on this computer can be attached. Save it first, then drop the file."));
        return;
    }
    event->acceptProposedAction();
    currentPage()->offerFiles(files);
}

} // namespace sandglass
