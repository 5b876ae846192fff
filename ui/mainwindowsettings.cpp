// SPDX-License-Identifier: GPL-3.0-or-later
// What pages get of the settings and keys in force, and what is chosen for one of them.
#include "app/sandboxwatch.h"
#include "ui/conversationpage.h"
#include "ui/execard.h"
#include "ui/mainwindow.h"
#include "ui/messagebar.h"
#include "ui/modelmenu.h"
#include "ui/pageheader.h"
#include "ui/preferences.h"
#include "ui/sandboxactions.h"
#include "ui/sidebar.h"
#include "ui/startpage.h"

#include <algorithm>

namespace sandglass {

namespace {

/// Where code runs is settled with the first cell.
bool hasRun(const ConversationPage &page)
{
    if (page.session() == nullptr)
        return false;
    const Conversation &document = page.session()->document();
    const std::vector<Block> &blocks = document.blocks();
    return document.place() || std::any_of(blocks.begin(), blocks.end(), [](const Block &block) {
               return std::holds_alternative<CellBlock>(block);
           });
}

} // namespace

void MainWindow::pickModel(ConversationPage *page, const ModelPick &pick)
{
    const Settings next = withPick(page->settings(), pick);
    if (pickOf(page->settings()) != pick)
        page->setSettings(next);
    m_preferences->lookUpKey(next);
    if (page->session() != nullptr)
        page->session()->setKey(m_preferences->keyFor(next));
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
    page->offerRestart(network ? tr("Code of this conversation reaches the network as soon as its "
                                    "kernel starts again. Its variables are lost then.")
                               : tr("Code of this conversation has no network as soon as its "
                                    "kernel starts again. Its variables are lost then."));
}

// Pages keep what was chosen for them: what answers, while it exists, and their network.
void MainWindow::applySettings(const Settings &before)
{
    const Settings &now = m_preferences->settings();
    m_models->setEndpoints(knownEndpoints(now));
    showGateway();
    if (now.exeUrl != before.exeUrl || now.pauseAfter != before.pauseAfter ||
        now.deleteAfter != before.deleteAfter)
        setExeToken();
    for (const auto &[id, page] : m_pages) {
        const Settings &old = page->settings();
        const ModelPick pick = pickAfter(pickOf(old), knownEndpoints(before), knownEndpoints(now));
        Settings next = withPick(now, pick);
        if (now.network == before.network)
            next.network = old.network;
        if (now.egress == before.egress || !page->header()->vm().isEmpty())
            next.egress = old.egress;
        if (hasRun(*page))
            next.sandbox = old.sandbox;
        if (next != old)
            page->setSettings(next);
        page->header()->setSettings(next);
        if (page->session() != nullptr)
            page->session()->setKey(m_preferences->keyFor(next));
    }
    showFacts();
}

// What answers in a conversation is still the same server.
void MainWindow::followEndpoint(const QUrl &from, const QUrl &to)
{
    for (const auto &[id, page] : m_pages) {
        Settings next = page->settings();
        if (next.baseUrl != from)
            continue;
        next.baseUrl = to;
        page->setSettings(next);
    }
}

void MainWindow::setKeys(const QUrl &baseUrl)
{
    for (const auto &[id, page] : m_pages)
        if (page->session() != nullptr && isSameOrigin(page->settings().baseUrl, baseUrl))
            page->session()->setKey(m_preferences->keyFor(page->settings()));
    showFacts();
}

void MainWindow::useExeToken(const Secret &token)
{
    if (!token.isEmpty())
        m_preferences->exeToken()->use(token);
}

void MainWindow::showGateway()
{
    const bool isKnown = !m_preferences->exeToken()->token().isEmpty();
    m_models->setGateway(isKnown ? m_preferences->settings().gatewayModel : QString());
}

void MainWindow::showExe(ConversationPage *page)
{
    page->startPage()->exe()->setAccess(m_preferences->settings().exeUrl,
                                        m_preferences->exeToken()->token());
}

void MainWindow::useExe(ConversationPage *page, const Secret &token)
{
    m_preferences->useExe(token);
    pickModel(page, pickOf(m_preferences->settings()));
}

void MainWindow::setExeToken()
{
    showGateway();
    const Secret &token = m_preferences->exeToken()->token();
    m_sandboxes->control()->setAccess(m_preferences->settings().exeUrl, token,
                                      m_preferences->settings().dataFolder);
    m_sidebar->setSandboxesShown(!token.isEmpty());
    try {
        m_watch->setOptions(SandboxKeeper::optionsFrom(m_preferences->settings(), token));
    } catch (const Error &error) {
        m_messages->showFailure(FailedAt::ExeDev, error.failure());
    }
    for (const auto &[id, page] : m_pages) {
        showExe(page);
        if (page->session() == nullptr)
            continue;
        page->session()->setKey(m_preferences->keyFor(page->settings()));
        page->session()->setExeToken(token);
    }
}

} // namespace sandglass
