// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "ui/conversationlistmodel.h"
#include "ui/conversationpage.h"
#include "ui/messagebar.h"
#include "ui/questionedit.h"
#include "ui/sidebar.h"
#include "ui/statusstrip.h"
#include "ui/wording.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QPointer>
#include <QShortcut>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr std::chrono::seconds undoTime(10);

} // namespace

MainWindow::MainWindow(Session::Parts parts, const Settings &settings, const Secret &key)
    : m_parts(std::move(parts))
    , m_settings(settings)
    , m_key(key)
    , m_model(new ConversationListModel(settings.dataFolder, this))
    , m_sidebar(new Sidebar(m_model, this))
    , m_stack(new QStackedWidget(this))
{
    build();
    connect(m_sidebar, &Sidebar::newRequested, this, &MainWindow::startNew);
    connect(m_sidebar, &Sidebar::chosen, this, &MainWindow::showConversation);
    connect(m_sidebar, &Sidebar::deleteRequested, this, &MainWindow::deleteConversation);
    connect(m_model, &ConversationListModel::removed, this, &MainWindow::offerUndo);
    connect(m_model, &ConversationListModel::failed, this,
            [this](const Failure &failure) { currentPage()->messages()->showFailure(failure); });
    auto *create = new QShortcut(QKeySequence::New, this);
    connect(create, &QShortcut::activated, this, &MainWindow::startNew);
    startNew();
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
    resize(1180, 780);
    auto *central = new QWidget(this);
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_sidebar);
    row->addWidget(m_stack, 1);
    column->addLayout(row, 1);
    column->addWidget(new StatusStrip(limitsText(), central));
    setCentralWidget(central);
}

QString MainWindow::limitsText() const
{
    const QString network = m_settings.network
                                ? tr("network on: code also reaches your local network")
                                : tr("no network");
    return tr("Code runs in the local sandbox · %1 · %2 s for a cell")
        .arg(network)
        .arg(m_settings.cellTimeout.count());
}

void MainWindow::setKey(const Secret &key)
{
    m_key = key;
    for (const auto &[id, page] : m_pages)
        if (page->session() != nullptr)
            page->session()->setKey(key);
}

void MainWindow::tell(const QString &text)
{
    currentPage()->messages()->showNews(text);
}

ConversationPage *MainWindow::currentPage() const
{
    return static_cast<ConversationPage *>(m_stack->currentWidget());
}

ConversationPage *MainWindow::makePage(const ConversationId &id)
{
    auto *page = new ConversationPage(
        [this, id] {
            auto session = std::make_unique<Session>(m_parts, m_settings, id);
            session->setKey(m_key);
            return session;
        },
        m_settings, m_stack);
    connect(page, &ConversationPage::touched, m_model, &ConversationListModel::touch);
    m_stack->addWidget(page);
    m_pages[id] = page;
    return page;
}

void MainWindow::showPage(ConversationPage *page)
{
    m_stack->setCurrentWidget(page);
    m_sidebar->setCurrent(m_current);
    page->focusComposer();
}

void MainWindow::startNew()
{
    const auto draft = std::find_if(m_pages.begin(), m_pages.end(), [](const auto &entry) {
        return entry.second->session() == nullptr;
    });
    if (draft != m_pages.end()) {
        m_current = draft->first;
        showPage(draft->second);
        return;
    }
    m_current = ConversationId::create();
    showPage(makePage(m_current));
}

void MainWindow::showConversation(const ConversationId &id)
{
    const auto open = m_pages.find(id);
    m_current = id;
    if (open != m_pages.end()) {
        showPage(open->second);
        return;
    }
    ConversationPage *page = makePage(id);
    showPage(page);
    page->open();
}

void MainWindow::deleteConversation(const ConversationId &id)
{
    const auto open = m_pages.find(id);
    if (open != m_pages.end()) {
        if (open->second->isBusy()) {
            tell(tr("This conversation still runs something. Stop it first, then delete it."));
            return;
        }
        delete open->second;
        m_pages.erase(open);
        if (m_current == id)
            startNew();
    }
    m_model->remove(id);
}

void MainWindow::offerUndo(const ConversationId &id)
{
    QPointer<QTimer> timer = new QTimer(this);
    timer->setSingleShot(true);
    connect(timer, &QTimer::timeout, this, [this, id, timer] {
        m_model->purge(id);
        timer->deleteLater();
    });
    timer->start(undoTime);
    const auto undo = [this, id, timer] {
        if (timer.isNull()) { // the button may be clicked long after
            tell(tr("It is too late: the conversation is deleted for good."));
            return;
        }
        delete timer;
        m_model->restore(id);
    };
    currentPage()->messages()->ask(tr("The conversation was deleted."), tr("Undo"), undo);
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

void MainWindow::closeEvent(QCloseEvent *event)
{
    // All at once: each session then only waits for its own kernel in its destructor, behind a
    // window that is gone.
    for (const auto &[id, page] : m_pages)
        page->stop();
    event->accept();
}

} // namespace sandglass
