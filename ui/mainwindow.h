// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/localservers.h"
#include "app/modelpick.h"
#include "app/session.h"
#include "app/windowstate.h"
#include "ui/remedy.h"
#include "ui/shortcutlist.h"

#include <QMainWindow>
#include <QPointer>

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
class ServerSearch;
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

    /// Said at the foot of the window, e.g. what could not be read at the start.
    void tell(const QString &text);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void build();
    void connectParts();
    void addShortcuts();
    void addShortcut(const QList<QKeySequence> &keys, const QString &what,
                     const std::function<void()> &act);
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
    void setKeys(const QUrl &baseUrl);
    void showServers(ConversationPage *page);
    void showFacts();
    void showTitle();
    void remedy(Remedy remedy);
    void setSidebarShown(bool shown);
    void setFilesShown(bool shown);
    void setFilesWidth(int width);
    void restoreState();
    void keepState();
    bool mayClose();
    void tellEnd(const ConversationId &id);
    void showShortcuts();

    Session::Parts m_parts;
    WindowState m_state;
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
    QList<ShortcutText> m_shortcuts;
    QPointer<ShortcutList> m_shortcutList;
    std::map<ConversationId, ConversationPage *> m_pages;
    ConversationId m_current;
    ConversationId m_new;    ///< the page on which nothing was begun when it was made
    int m_closeQuestion = 0; ///< number of the message that asks; 0: not asked
};

} // namespace sandglass
