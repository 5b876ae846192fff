// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversationpage.h"

#include "ui/centeredcolumn.h"
#include "ui/composer.h"
#include "ui/conversationview.h"
#include "ui/filepanel.h"
#include "ui/filesaver.h"
#include "ui/linktarget.h"
#include "ui/messagebar.h"
#include "ui/pageheader.h"
#include "ui/plainlabel.h"
#include "ui/startpage.h"
#include "ui/wording.h"

#include <QDesktopServices>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace sandglass {

QString modelName(const Settings &settings)
{
    if (settings.provider == Settings::Provider::Builtin)
        return ConversationPage::tr("Built-in (no AI)");
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
    , m_activity(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_messages(new MessageBar(this))
    , m_composer(new Composer(this))
    , m_files(new FilePanel(this))
    , m_saver(new FileSaver(this))
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
    m_view->setDocument(nullptr, {});
    m_files->setDocument(nullptr);
    if (m_session)
        m_session->disconnect(this);
}

void ConversationPage::build()
{
    m_stack->addWidget(m_start);
    m_stack->addWidget(m_view);
    m_activity->setObjectName(QStringLiteral("activity"));
    m_activity->hide();
    auto *foot = new CenteredColumn(this);
    foot->column()->addWidget(m_activity);
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
    m_splitter->addWidget(m_files);
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
    connect(m_start, &StartPage::questionChosen, this, &ConversationPage::ask);
    connect(m_composer, &Composer::asked, this, &ConversationPage::ask);
    connect(m_composer, &Composer::stopRequested, this, &ConversationPage::stop);
    connect(m_composer, &Composer::filesOffered, this, &ConversationPage::offerFiles);
    connect(m_header, &PageHeader::restartRequested, this, [this] {
        if (m_session)
            m_session->restartKernel();
    });
    connect(m_view, &ConversationView::linkActivated, this, &ConversationPage::openLink);
    connect(m_view, &ConversationView::packagesRequested, this, &ConversationPage::addPackages);
    connect(m_view, &ConversationView::askAgainRequested, this, &ConversationPage::ask);
    connect(m_view, &ConversationView::saveRequested, m_saver, &FileSaver::save);
    connect(m_files, &FilePanel::saveRequested, this, &ConversationPage::saveFile);
    connect(m_files, &FilePanel::saveAllRequested, this, [this] {
        m_saver->chooseFolder([this](const QString &folder) { m_session->saveAll(folder); });
    });
    connect(m_saver, &FileSaver::failed, m_messages, &MessageBar::showFailure);
    connect(m_saver, &FileSaver::saved, this, [this](const QString &target) {
        m_messages->showNews(tr("Saved as %1.").arg(target));
    });
    connect(m_splitter, &QSplitter::splitterMoved, this,
            [this] { Q_EMIT filesWidthChanged(m_files->width()); });
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
                showActivity(slow && !detail.isEmpty() ? detail : QString());
            });
    connect(session, &Session::codeProgress, this, [this](const TurnId &, const QString &code) {
        showActivity(
            tr("Writing code… %n line(s)", nullptr, static_cast<int>(code.count(u'\n') + 1)));
    });
    connect(session, &Session::waiting, this,
            [this](const TurnId &, int left, const QString &reason) {
                showActivity(tr("%1 Trying again in %2 s.").arg(reason).arg(left));
            });
    connect(session, &Session::progress, this,
            [this](const QString &what, qint64 done, qint64 total) {
                showActivity(total > 0 ? tr("%1 %2 %").arg(what).arg(100 * done / total) : what);
            });
    connect(session, &Session::recorded, this, [this] { showActivity({}); });
    connect(session, &Session::attached, this, [this](const QStringList &names) {
        m_attaching = std::max(0, m_attaching - 1);
        if (m_taken > 0)
            --m_taken;
        else
            m_attached += names;
        showActivity({});
        showAttachments();
    });
    connect(session, &Session::saved, this, [this](const QString &name, const QString &target) {
        m_messages->showNews(tr("%1 was saved as %2.").arg(name, target));
    });
    connect(session, &Session::packagesAdded, this, [this](const QStringList &names) {
        showActivity({});
        m_messages->showNews(tr("Added %1. Code can use it from now on; nothing needs a restart.")
                                 .arg(names.join(QStringLiteral(", "))));
    });
}

void ConversationPage::showDocument()
{
    Conversation &document = m_session->document();
    m_view->setDocument(&document, m_session->folder() + QStringLiteral("/outputs"));
    m_files->setDocument(&document);
    const auto showBlocks = [this] {
        m_stack->setCurrentWidget(m_session->document().blocks().empty()
                                      ? static_cast<QWidget *>(m_start)
                                      : static_cast<QWidget *>(m_view));
    };
    const auto tellTitle = [this] {
        const Conversation &shown = m_session->document();
        m_header->setTitle(shown.title().isEmpty() ? tr("New conversation") : shown.title());
        if (!shown.blocks().empty())
            Q_EMIT touched(shown.id(), shown.title());
    };
    connect(&document, &Conversation::blockAdded, this, [this, showBlocks](int index) {
        showBlocks();
        const Conversation &shown = m_session->document();
        if (index == 0)
            Q_EMIT touched(shown.id(), shown.title());
        const Block &block = shown.blocks()[static_cast<size_t>(index)];
        const auto *question = std::get_if<QuestionBlock>(&block);
        if (question != nullptr && !question->record.model.isEmpty())
            m_header->setModel(question->record.model);
    });
    connect(&document, &Conversation::titleChanged, this, tellTitle);
    showBlocks();
    m_header->setTitle(document.title().isEmpty() ? tr("New conversation") : document.title());
    setBusy(m_session->isBusy());
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
    m_composer->setBusy(busy);
    m_view->setBusy(busy);
    if (!busy)
        showActivity({});
    if (!m_session->document().blocks().empty())
        Q_EMIT touched(m_session->document().id(), m_session->document().title());
    Q_EMIT busyChanged(busy);
}

void ConversationPage::ask(const QString &text)
{
    if (!open() || m_session->isReadOnly()) {
        m_composer->setText(text); // nothing that was typed is lost
        return;
    }
    m_session->ask(text);
    m_attached.clear();
    m_taken = m_attaching; // the session waits for what still copies
    showAttachments();
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
    ++m_attaching;
    showAttachments();
    m_session->attach(paths);
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

void ConversationPage::showActivity(const QString &text)
{
    m_activity->setText(text.left(300));
    m_activity->setVisible(!text.isEmpty());
}

void ConversationPage::showAttachments()
{
    m_composer->setFiles(m_attached, m_attaching > 0 ? tr("copying files…") : QString());
}

void ConversationPage::openLink(const QUrl &target)
{
    if (target.scheme() == QLatin1String("sandbox")) {
        saveSandboxLink(sandboxFileOf(target));
        return;
    }
    // Encoded: look-alike letters in a host name show as what they are.
    m_messages->ask(tr("This link leads to %1").arg(QString::fromLatin1(target.toEncoded())),
                    tr("Open"), [target] { QDesktopServices::openUrl(target); });
}

void ConversationPage::saveSandboxLink(const QString &name)
{
    QStringList names;
    for (const FileInfo &file : m_session->document().sandboxFiles())
        names.append(file.name);
    for (const FileRecord &file : m_session->document().files())
        names.append(file.name);
    if (names.contains(name)) {
        saveFile(name);
        return;
    }
    const QString there =
        names.isEmpty() ? tr("There are no files in this conversation yet.")
                        : tr("There are: %1.").arg(names.mid(0, 12).join(QStringLiteral(", ")));
    m_messages->showFailure(
        {ErrorKind::NotFound,
         tr("The answer names a file %1 that isn't in the sandbox.").arg(name.left(200)), there});
}

void ConversationPage::saveFile(const QString &name)
{
    m_saver->chooseFile(name,
                        [this, name](const QString &target) { m_session->save(name, target); });
}

void ConversationPage::addPackages(const QStringList &names)
{
    showActivity(tr("Adding %1…").arg(names.join(QStringLiteral(", "))));
    m_session->addPackages(names);
}

} // namespace sandglass
