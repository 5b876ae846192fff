// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/localservers.h"
#include "app/modelpick.h"
#include "app/session.h"
#include "app/windowstate.h"
#include "ui/remedy.h"

#include <QMainWindow>

#include <map>

class QSplitter;
class QStackedWidget;

namespace sandglass {

class ConversationListModel;
class ConversationPage;
class MessageBar;
class ModelMenu;
class Notifier;
class Preferences;
class SandboxActions;
class SandboxWatch;
class ServerSearch;
class Shortcuts;
class Sidebar;
class StatusStrip;

/// The window: the list of conversations and the page of the one that is shown. Pages that were
/// opened stay, since their kernels hold variables. GUI thread.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// `key` came with the environment and goes to the server in `settings` only.
    MainWindow(Session::Parts parts, const Settings &settings, const Secret &key,
               const QList<LocalServer> &localServers = usualLocalServers());
    ~MainWindow() override;

    /// A token for exe.dev that came with the environment: for this run only.
    void useExeToken(const Secret &token);

    /// Said at the foot of the window, e.g. what could not be read at the start.
    void tell(const QString &text);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void build();
    void connectParts();
    void addShortcuts();
    void startNew();
    void showConversation(const ConversationId &id);
    void showNeighbour(int step);
    void deleteConversation(const ConversationId &id);
    void offerUndo(const ConversationId &id);
    void renameConversation(const ConversationId &id, const QString &title);
    ConversationPage *makePage(const ConversationId &id);
    void connectPage(ConversationPage *page, const ConversationId &id);
    void showPage(ConversationPage *page);
    ConversationPage *currentPage() const;

    void pickModel(ConversationPage *page, const ModelPick &pick);
    void setNetwork(ConversationPage *page, bool network);
    void applySettings(const Settings &before);
    void followEndpoint(const QUrl &from, const QUrl &to);
    void setKeys(const QUrl &baseUrl);
    void setExeToken();
    void showGateway();
    void showExe(ConversationPage *page);
    void useExe(ConversationPage *page, const Secret &token);
    void showServers(ConversationPage *page);
    void showFacts();
    void showTitle();
    void remedy(Remedy remedy);
    void setSidebarShown(bool shown);
    void setFilesShown(bool shown);
    void setFilesWidth(int width);
    void restoreState();
    void keepState();
    qsizetype runningCount() const;
    bool mayClose();
    bool mayLeaveSandboxes();
    void tellEnd(const ConversationId &id);

    Session::Parts m_parts;
    WindowState m_state;
    int m_textHeight = 0; ///< that the width of the sidebar was made for
    Preferences *m_preferences;
    ServerSearch *m_search;
    ConversationListModel *m_model;
    QSplitter *m_splitter;
    Sidebar *m_sidebar;
    QStackedWidget *m_stack;
    MessageBar *m_messages;
    StatusStrip *m_status;
    ModelMenu *m_models;
    Notifier *m_notifier;
    Shortcuts *m_shortcuts;
    SandboxActions *m_sandboxes;
    SandboxWatch *m_watch;
    std::map<ConversationId, ConversationPage *> m_pages;
    ConversationId m_current;
    ConversationId m_new;    ///< the page on which nothing was begun when it was made
    int m_closeQuestion = 0; ///< number of the message that asks; 0: not asked
};

} // namespace sandglass
