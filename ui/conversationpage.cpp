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
#include "ui/openingpage.h"
#include "ui/pageheader.h"
#include "ui/startpage.h"
#include "ui/variablesbar.h"
#include "ui/wording.h"

#include <QDesktopServices>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace sandglass {

namespace {

constexpr int roomForText = 480; // beside the files

} // namespace

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

FailedAt sandboxAt(const Settings &settings)
{
    return settings.sandbox == Settings::SandboxKind::Exe ? FailedAt::ExeDev
                                                          : FailedAt::ThisComputer;
}

FailedAt modelAt(const Settings &settings)
{
    return settings.provider == Settings::Provider::Gateway ? FailedAt::Gateway
                                                            : FailedAt::ModelServer;
}

ConversationPage::ConversationPage(const ConversationId &id, MakeSession makeSession,
                                   const Settings &settings, QWidget *parent)
    : QWidget(parent)
    , m_id(id)
    , m_makeSession(std::move(makeSession))
    , m_settings(settings)
    , m_reader(new ConversationReader(this))
    , m_header(new PageHeader(this))
    , m_splitter(new QSplitter(this))
    , m_stack(new QStackedWidget(this))
    , m_start(new StartPage(m_stack))
    , m_opening(new OpeningPage(m_stack))
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
    m_header->setTitle(tr("New conversation"));
    setSettings(settings);
}

void ConversationPage::setSettings(const Settings &settings)
{
    m_settings = settings;
    m_header->setModel(modelName(settings));
    m_view->setPlaces(modelAt(settings), sandboxAt(settings));
    m_start->setPlace(settings);
    m_start->setModel(modelName(settings), settings.provider == Settings::Provider::Builtin);
    if (m_session)
        m_session->setSettings(settings);
}

void ConversationPage::setFilesWidth(int width)
{
    m_filesWidth = width;
    fitFiles();
}

// In a narrow window the text has the room.
void ConversationPage::fitFiles()
{
    const int room = std::max(m_panel->minimumWidth(), width() - roomForText);
    const int files = std::min(m_filesWidth, room);
    m_panel->setMaximumWidth(room);
    m_splitter->setSizes({std::max(1, m_splitter->width() - files), files});
}

void ConversationPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layout()->activate();
    fitFiles();
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
    m_stack->addWidget(m_opening);
    m_stack->addWidget(m_view);
    auto *foot = new CenteredColumn(this);
    foot->column()->addWidget(m_activity);
    foot->column()->addWidget(m_variables);
    foot->column()->addWidget(m_messages);
    foot->column()->addWidget(m_composer);
    foot->setLine(true);
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
    connect(m_panel, &FilePanel::shownChanged, m_header, &PageHeader::setFilesShown);
    connect(m_view, &ConversationView::linkActivated, this, &ConversationPage::openLink);
    connect(m_view, &ConversationView::packagesRequested, this, &ConversationPage::addPackages);
    connect(m_view, &ConversationView::askAgainRequested, this, &ConversationPage::ask);
    connect(m_view, &ConversationView::runRequested, this, &ConversationPage::runCell);
    connect(m_view, &ConversationView::enlargeRequested, this, &ConversationPage::enlarge);
    connect(m_view, &ConversationView::saveRequested, m_files, &ConversationFiles::saveOutput);
    connect(m_view, &ConversationView::remedyRequested, this, &ConversationPage::remedyRequested);
    connect(m_messages, &MessageBar::remedyRequested, this, &ConversationPage::remedyRequested);
    connect(m_variables, &VariablesBar::runRequested, this, [this] { m_session->restoreCells(); });
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        m_filesWidth = m_panel->width();
        Q_EMIT filesWidthChanged(m_filesWidth);
    });
    auto *escape = new QShortcut(Qt::Key_Escape, this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &ConversationPage::stop);
}

void ConversationPage::holdMessages(MessageBar *messages)
{
    const bool isShown = !messages->isHidden();
    QVBoxLayout *foot = static_cast<CenteredColumn *>(m_composer->parentWidget())->column();
    foot->insertWidget(foot->indexOf(m_composer), messages);
    messages->setVisible(isShown);
}

bool ConversationPage::isBusy() const
{
    return !m_waiting.empty() || (m_session && m_session->isBusy());
}

bool ConversationPage::outlives() const
{
    return m_session && m_session->sandboxKind() == Settings::SandboxKind::Exe;
}

void ConversationPage::ask(const QString &text)
{
    whenRead([this, text] {
        if (canChange())
            m_session->ask(text);
        else
            giveBack(text);
    });
    focusComposer();
}

void ConversationPage::runCell(const QString &code)
{
    whenRead([this, code] {
        if (!canChange()) {
            giveBack(code);
            return;
        }
        m_session->runCell(code);
        m_composer->setBusy(isBusy(), m_session->waitingCount());
        m_view->scrollToEnd();
    });
    focusComposer();
}

void ConversationPage::offerFiles(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    whenRead([this, paths] {
        if (canChange())
            m_files->attach(paths);
        else if (m_session)
            tellReadOnly();
    });
    focusComposer();
}

void ConversationPage::rename(const QString &title)
{
    whenRead([this, title] {
        if (!m_session)
            return;
        m_session->setTitle(title); // which tells why it can't be, if so
        if (!canChange())
            showTitle();
    });
}

void ConversationPage::offerRestart(const QString &why)
{
    if (!m_session)
        return;
    if (m_restartOffer != 0)
        m_messages->take(m_restartOffer);
    m_restartOffer =
        m_messages->ask(why, tr("Restart kernel"), [this] { m_session->restartKernel(); });
}

void ConversationPage::stop()
{
    if (m_session) {
        if (isBusy())
            m_session->stop();
        return;
    }
    // Without a session nothing has begun: each gives back what was typed.
    for (const std::function<void()> &act : std::exchange(m_waiting, {}))
        act();
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
