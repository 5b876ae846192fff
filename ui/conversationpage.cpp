// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversationpage.h"

#include "ui/activityline.h"
#include "ui/centeredcolumn.h"
#include "ui/composer.h"
#include "ui/conversationfiles.h"
#include "ui/conversationview.h"
#include "ui/draftkeeper.h"
#include "ui/figurewindow.h"
#include "ui/filepanel.h"
#include "ui/linktarget.h"
#include "ui/messagebar.h"
#include "ui/pageheader.h"
#include "ui/startpage.h"
#include "ui/variablesbar.h"
#include "ui/wording.h"

#include <QDesktopServices>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace sandglass {

QString modelName(const Settings &settings)
{
    if (settings.provider == Settings::Provider::Builtin)
        return ConversationPage::tr("Built-in (no AI)");
    if (settings.provider == Settings::Provider::Gateway)
        return settings.gatewayModel;
    if (!settings.model.isEmpty())
        return settings.model;
    return ConversationPage::tr("Model at %1").arg(settings.baseUrl.host());
}

ConversationPage::ConversationPage(OpenSession open, const Settings &settings, QWidget *parent)
    : QWidget(parent)
    , m_open(std::move(open))
    , m_settings(settings)
    , m_header(new PageHeader(this))
    , m_splitter(new QSplitter(this))
    , m_stack(new QStackedWidget(this))
    , m_start(new StartPage(m_stack))
    , m_view(new ConversationView(m_stack))
    , m_variables(new VariablesBar(this))
    , m_activity(new ActivityLine(this))
    , m_messages(new MessageBar(this))
    , m_composer(new Composer(this))
    , m_panel(new FilePanel(this))
    , m_draft(new DraftKeeper(m_composer, this))
    , m_files(new ConversationFiles({m_composer, m_panel, m_messages, m_activity}, this))
{
    build();
    connectParts();
    // An existing conversation is opened at once, and has a draft of its own.
    QTimer::singleShot(0, this, [this] {
        if (!m_session)
            m_draft->setFolder(m_settings.dataFolder);
    });
    m_header->setTitle(tr("New conversation"));
    setSettings(settings);
}

void ConversationPage::setSettings(const Settings &settings)
{
    m_settings = settings;
    m_header->setModel(modelName(settings));
    m_start->setNetwork(settings.network);
    m_start->setModel(modelName(settings), settings.provider == Settings::Provider::Builtin);
    if (m_session)
        m_session->setSettings(settings);
}

void ConversationPage::setFilesWidth(int width)
{
    m_splitter->setSizes({std::max(1, m_splitter->width() - width), width});
}

ConversationPage::~ConversationPage()
{
    m_draft->finish();
    m_view->setDocument(nullptr, {});
    m_panel->setDocument(nullptr);
    if (m_session)
        m_session->disconnect(this);
}

void ConversationPage::build()
{
    m_stack->addWidget(m_start);
    m_stack->addWidget(m_view);
    auto *foot = new CenteredColumn(this);
    foot->column()->addWidget(m_activity);
    foot->column()->addWidget(m_variables);
    foot->column()->addWidget(m_messages);
    foot->column()->addWidget(m_composer);
    foot->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    auto *middle = new QWidget(m_splitter);
    auto *middleColumn = new QVBoxLayout(middle);
    middleColumn->setContentsMargins(0, 0, 0, 0);
    middleColumn->setSpacing(0);
    middleColumn->addWidget(m_stack, 1);
    middleColumn->addWidget(foot);
    middle->setMinimumWidth(340);
    m_splitter->addWidget(middle);
    m_splitter->addWidget(m_panel);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_splitter, 1);
}

void ConversationPage::connectParts()
{
    connect(m_composer, &Composer::asked, this, &ConversationPage::ask);
    connect(m_composer, &Composer::stopRequested, this, &ConversationPage::stop);
    connect(m_composer, &Composer::cellAsked, this, &ConversationPage::runCell);
    connect(m_draft, &DraftKeeper::failed, this, [this](const QString &folder) {
        m_messages->showNews(
            tr("What you type can't be kept for the next start: %1 can't be written.").arg(folder));
    });
    connect(m_files, &ConversationFiles::offered, this, &ConversationPage::offerFiles);
    connect(m_header, &PageHeader::restartRequested, this, [this] {
        if (m_session)
            m_session->restartKernel();
    });
    connect(m_view, &ConversationView::linkActivated, this, &ConversationPage::openLink);
    connect(m_view, &ConversationView::packagesRequested, this, &ConversationPage::addPackages);
    connect(m_view, &ConversationView::askAgainRequested, this, &ConversationPage::ask);
    connect(m_view, &ConversationView::runRequested, this, &ConversationPage::runCell);
    connect(m_view, &ConversationView::enlargeRequested, this, &ConversationPage::enlarge);
    connect(m_view, &ConversationView::saveRequested, m_files, &ConversationFiles::saveOutput);
    connect(m_variables, &VariablesBar::runRequested, this, [this] { m_session->restoreCells(); });
    connect(m_splitter, &QSplitter::splitterMoved, this,
            [this] { Q_EMIT filesWidthChanged(m_panel->width()); });
    auto *escape = new QShortcut(Qt::Key_Escape, this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &ConversationPage::stop);
}

bool ConversationPage::open()
{
    if (m_session)
        return true;
    try {
        m_session = m_open();
    } catch (const Error &error) {
        m_messages->showFailure(error.failure());
        return false;
    }
    if (!m_session->isReadOnly())
        m_draft->setFolder(m_session->folder());
    connectSession();
    showDocument();
    tellReadOnly();
    return true;
}

void ConversationPage::connectSession()
{
    Session *session = m_session.get();
    connect(session, &Session::busyChanged, this, &ConversationPage::setBusy);
    connect(session, &Session::failed, m_messages, &MessageBar::showFailure);
    connect(session, &Session::sandboxStateChanged, m_header, &PageHeader::setState);
    connect(session, &Session::sandboxStateChanged, this,
            [this](SandboxState state, const QString &detail) {
                const bool slow =
                    state == SandboxState::Preparing || state == SandboxState::Starting;
                m_activity->setDoing(slow ? detail : QString());
                m_view->setKernelStarting(state != SandboxState::Ready &&
                                          state != SandboxState::Running);
            });
    connect(session, &Session::codeProgress, this, [this](const TurnId &, const QString &code) {
        m_activity->setDoing(
            tr("Writing code… %n line(s)", nullptr, static_cast<int>(code.count(u'\n') + 1)));
    });
    connect(session, &Session::waiting, this,
            [this](const TurnId &, int left, const QString &reason) {
                m_activity->setDoing(tr("%1 Trying again in %2 s.").arg(reason).arg(left));
            });
    connect(session, &Session::recorded, this, [this] { m_activity->setDoing({}); });
    connect(session, &Session::restoring, m_variables, &VariablesBar::setProgress);
    connect(session, &Session::packagesAdded, this, [this](const QStringList &names) {
        m_activity->endProgress();
        m_messages->showNews(tr("Added %1. Code can use it from now on; nothing needs a restart.")
                                 .arg(names.join(QStringLiteral(", "))));
    });
    m_files->setSession(session);
}

void ConversationPage::showDocument()
{
    Conversation &document = m_session->document();
    m_view->setRunnable(!m_session->isReadOnly());
    m_view->setKernelStarting(true);
    m_view->setDocument(&document, m_session->folder() + QStringLiteral("/outputs"));
    m_panel->setDocument(&document);
    connect(&document, &Conversation::blockAdded, this, &ConversationPage::noteBlock);
    connect(&document, &Conversation::titleChanged, this, &ConversationPage::tellTitle);
    showBlocks();
    showRecall();
    m_header->setTitle(document.title().isEmpty() ? tr("New conversation") : document.title());
    showBusy(m_session->isBusy()); // to look at a conversation doesn't touch it
}

void ConversationPage::showBlocks()
{
    if (m_session->document().blocks().empty())
        m_stack->setCurrentWidget(m_start);
    else
        m_stack->setCurrentWidget(m_view);
}

void ConversationPage::tellTitle()
{
    const Conversation &shown = m_session->document();
    m_header->setTitle(shown.title().isEmpty() ? tr("New conversation") : shown.title());
    if (!shown.blocks().empty())
        Q_EMIT touched(shown.id(), shown.title());
}

void ConversationPage::noteBlock(int index)
{
    showBlocks();
    const Conversation &shown = m_session->document();
    if (index == 0)
        Q_EMIT touched(shown.id(), shown.title());
    m_composer->setBusy(isBusy(), m_session->waitingCount());
    const Block &block = shown.blocks()[static_cast<size_t>(index)];
    if (const auto *question = std::get_if<QuestionBlock>(&block)) {
        if (!question->record.model.isEmpty())
            m_header->setModel(question->record.model);
        m_files->showPending();
        showRecall();
    } else if (const auto *cell = std::get_if<CellBlock>(&block)) {
        if (cell->record.origin == CellOrigin::Person)
            showRecall();
    }
}

void ConversationPage::showRecall()
{
    QStringList texts;
    for (const Block &block : m_session->document().blocks()) {
        const auto *question = std::get_if<QuestionBlock>(&block);
        const auto *cell = std::get_if<CellBlock>(&block);
        if (question != nullptr)
            texts << question->record.text;
        else if (cell != nullptr && cell->record.origin == CellOrigin::Person)
            texts << cell->record.code;
    }
    m_composer->setRecall(texts);
}

void ConversationPage::tellReadOnly()
{
    if (!m_session->isReadOnly())
        return;
    m_composer->setEnabled(false);
    m_messages->showNews(m_session->readOnlyReason());
}

bool ConversationPage::isBusy() const
{
    return m_session && m_session->isBusy();
}

void ConversationPage::setBusy(bool busy)
{
    showBusy(busy);
    if (!m_session->document().blocks().empty())
        Q_EMIT touched(m_session->document().id(), m_session->document().title());
    Q_EMIT busyChanged(busy);
}

void ConversationPage::showBusy(bool busy)
{
    m_composer->setBusy(busy, m_session->waitingCount());
    m_view->setBusy(busy);
    if (!busy) {
        m_activity->setDoing({});
        showVariables();
    }
}

void ConversationPage::showVariables()
{
    m_variables->setLost(static_cast<int>(m_session->lostCells().size()));
}

void ConversationPage::ask(const QString &text)
{
    if (!open() || m_session->isReadOnly()) {
        m_composer->setText(text); // nothing that was typed is lost
        return;
    }
    m_session->ask(text);
    focusComposer();
}

void ConversationPage::runCell(const QString &code)
{
    if (!open() || m_session->isReadOnly()) {
        m_composer->setText(code);
        return;
    }
    m_session->runCell(code);
    m_composer->setBusy(isBusy(), m_session->waitingCount());
    m_view->scrollToEnd();
    focusComposer();
}

void ConversationPage::offerFiles(const QStringList &paths)
{
    if (paths.isEmpty() || !open())
        return;
    if (m_session->isReadOnly()) {
        tellReadOnly();
        return;
    }
    m_files->attach(paths);
    focusComposer();
}

void ConversationPage::stop()
{
    if (isBusy())
        m_session->stop();
}

void ConversationPage::focusComposer()
{
    m_composer->focusField();
}

void ConversationPage::writeCell()
{
    m_composer->setWritesCode(true);
}

void ConversationPage::openLink(const QUrl &target)
{
    if (target.scheme() == QLatin1String("sandbox")) {
        m_files->saveLinked(sandboxFileOf(target));
        return;
    }
    // Encoded: look-alike letters in a host name show as what they are.
    m_messages->ask(tr("This link leads to %1").arg(QString::fromLatin1(target.toEncoded())),
                    tr("Open"), [target] { QDesktopServices::openUrl(target); });
}

void ConversationPage::addPackages(const QStringList &names)
{
    m_activity->setProgress(tr("Adding %1…").arg(names.join(QStringLiteral(", "))), 0, 0);
    m_session->addPackages(names);
}

void ConversationPage::enlarge(const ImageSource &picture)
{
    (new FigureWindow(picture, this))->show();
}

} // namespace sandglass
