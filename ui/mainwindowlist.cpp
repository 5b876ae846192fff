// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with conversations: begun, shown, renamed, deleted and brought back.
#include "app/sandboxwatch.h"
#include "ui/conversationlistmodel.h"
#include "ui/conversationpage.h"
#include "ui/mainwindow.h"
#include "ui/messagebar.h"
#include "ui/pageheader.h"

#include <QPointer>
#include <QTimer>

#include <memory>

namespace sandglass {

namespace {

constexpr std::chrono::seconds undoTime(10);

} // namespace

void MainWindow::startNew()
{
    const auto draft = m_pages.find(m_new);
    const bool isDraft = draft != m_pages.end() && draft->second->session() == nullptr &&
                         !draft->second->isOpening();
    if (!isDraft)
        m_new = ConversationId::create();
    m_current = m_new;
    if (isDraft) {
        showPage(draft->second);
        return;
    }
    ConversationPage *page = makePage(m_new);
    page->beginNew();
    showPage(page);
}

void MainWindow::showConversation(const ConversationId &id)
{
    const auto open = m_pages.find(id);
    ConversationPage *page = open != m_pages.end() ? open->second : makePage(id);
    if (open == m_pages.end())
        page->header()->setTitle(m_model->index(m_model->rowOf(id)).data().toString());
    m_current = id;
    showPage(page);
    page->open(); // once more where it failed before
}

void MainWindow::showNeighbour(int step)
{
    const int row = m_model->rowOf(m_current); // -1: a new one, above the first
    const ConversationId next = m_model->idAt(row < 0 ? (step > 0 ? 0 : -1) : row + step);
    if (!next.isNull())
        showConversation(next);
}

void MainWindow::renameConversation(const ConversationId &id, const QString &title)
{
    const auto open = m_pages.find(id);
    if (open == m_pages.end()) {
        m_model->saveTitle(id, title);
        return;
    }
    open->second->rename(title);
    const Session *session = open->second->session();
    if (session != nullptr && session->isReadOnly())
        m_model->refresh(); // it keeps the title that it had
}

void MainWindow::deleteConversation(const ConversationId &id)
{
    const auto open = m_pages.find(id);
    if (open != m_pages.end()) {
        if (open->second->isBusy()) {
            tell(tr("This conversation still runs something. Stop it first, then delete it."));
            return;
        }
        const std::unique_ptr<ConversationPage> gone(open->second);
        m_pages.erase(open);
        if (m_current == id)
            startNew(); // which takes the window's messages off the page
    }
    m_model->remove(id);
    m_watch->soon(); // its sandbox is paused now, and deleted when there is no way back
}

void MainWindow::offerUndo(const ConversationId &id)
{
    QPointer<QTimer> timer = new QTimer(this);
    timer->setSingleShot(true);
    const int question =
        m_messages->offer(tr("The conversation was deleted."), tr("Undo"), [this, id, timer] {
            delete timer;
            m_model->restore(id);
        });
    connect(timer, &QTimer::timeout, this, [this, id, timer, question] {
        m_messages->take(question);
        m_model->purge(id);
        m_watch->soon();
        timer->deleteLater();
    });
    timer->start(undoTime);
}

} // namespace sandglass
