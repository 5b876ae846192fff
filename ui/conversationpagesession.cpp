// SPDX-License-Identifier: GPL-3.0-or-later
// The half of ConversationPage that reads its conversation and shows what the session tells.
#include "ui/conversationpage.h"

#include "ui/activityline.h"
#include "ui/composer.h"
#include "ui/conversationfiles.h"
#include "ui/conversationview.h"
#include "ui/draftkeeper.h"
#include "ui/filepanel.h"
#include "ui/messagebar.h"
#include "ui/openingpage.h"
#include "ui/pageheader.h"
#include "ui/startpage.h"
#include "ui/variablesbar.h"

#include "app/vmports.h"

#include <QStackedWidget>

namespace sandglass {

namespace {

/// What takes a while before a cell can run; else nothing.
QString doingText(SandboxState state, const QString &detail)
{
    switch (state) {
    case SandboxState::Preparing:
    case SandboxState::Starting:
        return detail;
    case SandboxState::MakingBase:
        return detail.isEmpty() ? ConversationPage::tr("Making the base of all sandboxes…")
                                : detail;
    case SandboxState::Copying:
        return detail.isEmpty() ? ConversationPage::tr("Making the sandbox…") : detail;
    case SandboxState::Resuming:
        return ConversationPage::tr("Resuming the sandbox…");
    default:
        return {};
    }
}

} // namespace

void ConversationPage::beginNew()
{
    m_draft->setFolder(m_settings.dataFolder);
}

void ConversationPage::open()
{
    if (m_session || isOpening())
        return;
    m_stack->setCurrentWidget(m_opening);
    m_opening->begin();
    read();
}

bool ConversationPage::isOpening() const
{
    return m_reader->isReading();
}

// Now, or as soon as the conversation was read, which may have failed.
void ConversationPage::whenRead(std::function<void()> act)
{
    if (m_session) {
        act();
        return;
    }
    m_waiting.push_back(std::move(act));
    m_draft->settle();
    read();
}

void ConversationPage::read()
{
    if (isOpening())
        return;
    m_reader->read(
        m_settings.dataFolder, m_id,
        [this](OpenedConversation opened) {
            setSession(m_makeSession(std::move(opened)));
            endReading();
        },
        [this](const Failure &failure) {
            m_messages->showFailure(FailedAt::ThisComputer, failure);
            endReading();
        });
}

void ConversationPage::setSession(std::unique_ptr<Session> session)
{
    m_session = std::move(session);
    m_settings.sandbox = m_session->sandboxKind(); // where its cells ran
    m_header->setSettings(m_settings);
    if (!m_session->isReadOnly())
        m_draft->setFolder(m_session->folder());
    connectSession();
    showDocument();
    tellReadOnly();
}

void ConversationPage::endReading()
{
    m_opening->end();
    for (const std::function<void()> &act : std::exchange(m_waiting, {}))
        act();
    Q_EMIT opened();
}

bool ConversationPage::canChange() const
{
    return m_session && !m_session->isReadOnly();
}

// Nothing that was typed is lost.
void ConversationPage::giveBack(const QString &text)
{
    const QString typed = m_composer->text();
    m_composer->setText(typed.isEmpty() ? text : text + u'\n' + typed);
}

void ConversationPage::connectSession()
{
    Session *session = m_session.get();
    connect(session, &Session::busyChanged, this, &ConversationPage::setBusy);
    connect(session, &Session::failed, this, [this](const Failure &failure) {
        m_messages->showFailure(sandboxAt(m_session->settings()), failure);
    });
    connect(session, &Session::sandboxStateChanged, m_header, &PageHeader::setState);
    connect(session, &Session::sandboxStateChanged, this,
            [this](SandboxState state, const QString &detail) {
                m_activity->setDoing(doingText(state, detail));
                m_view->setKernelStarting(state != SandboxState::Ready &&
                                          state != SandboxState::Running);
                if (state == SandboxState::Gone && !isBusy())
                    showVariables();
            });
    connect(session, &Session::codeProgress, this, [this](const TurnId &, const QString &code) {
        m_activity->setDoing(
            tr("Writing code… %n line(s)", nullptr, static_cast<int>(code.count(u'\n') + 1)));
    });
    connect(session, &Session::waiting, this,
            [this](const TurnId &, int left, const QString &reason) {
                m_activity->setDoing(
                    left == 0 ? reason : tr("%1 Trying again in %2 s.").arg(reason).arg(left));
            });
    connect(session, &Session::recorded, this, &ConversationPage::noteRecord);
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
    showTitle();
    showPlace();
    showBusy(m_session->isBusy()); // to look at a conversation doesn't touch it
}

void ConversationPage::showBlocks()
{
    if (m_session->document().blocks().empty())
        m_stack->setCurrentWidget(m_start);
    else
        m_stack->setCurrentWidget(m_view);
}

void ConversationPage::showTitle()
{
    const QString title = m_session->document().title();
    m_header->setTitle(title.isEmpty() ? tr("New conversation") : title);
}

void ConversationPage::tellTitle()
{
    showTitle();
    const Conversation &shown = m_session->document();
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
    m_variables->setLost(static_cast<int>(m_session->lostCells().size()),
                         m_header->state() == SandboxState::Gone);
}

void ConversationPage::showPlace()
{
    const std::optional<SandboxRecord> &place = m_session->document().place();
    m_header->setVm(place ? place->vm : QString());
}

void ConversationPage::noteRecord(const Record &record)
{
    m_activity->setDoing({});
    if (std::holds_alternative<SandboxRecord>(record.body))
        showPlace();
    if (const auto *output = std::get_if<OutputRecord>(&record.body))
        noteServer(*output);
    // A sandbox may be lost while nothing runs.
    if (std::holds_alternative<NoticeRecord>(record.body) && !isBusy())
        showVariables();
}

void ConversationPage::noteServer(const OutputRecord &output)
{
    const auto *stream = std::get_if<StreamOutput>(&output.output);
    if (stream == nullptr || m_header->vm().isEmpty())
        return;
    const std::optional<int> port = serverPort(stream->text);
    if (!port || m_servers.contains(*port))
        return;
    m_servers.insert(*port);
    Q_EMIT serverStarted(*port);
}

} // namespace sandglass
