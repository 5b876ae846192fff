// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session.h"

#include <QMainWindow>

#include <map>

class QStackedWidget;

namespace sandglass {

class ConversationListModel;
class ConversationPage;
class Sidebar;

/// The window: the list of conversations and the page of the one that is shown. Pages that were
/// opened stay, since their kernels hold variables. GUI thread.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Session::Parts parts, const Settings &settings, const Secret &key);
    ~MainWindow() override;

    /// A key that was found later; open conversations get it too.
    void setKey(const Secret &key);
    /// Said above the composer, e.g. what could not be read at the start.
    void tell(const QString &text);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void build();
    void startNew();
    void showConversation(const ConversationId &id);
    void deleteConversation(const ConversationId &id);
    void offerUndo(const ConversationId &id);
    ConversationPage *makePage(const ConversationId &id);
    void showPage(ConversationPage *page);
    ConversationPage *currentPage() const;
    QString limitsText() const;

    Session::Parts m_parts;
    Settings m_settings;
    Secret m_key;
    ConversationListModel *m_model;
    Sidebar *m_sidebar;
    QStackedWidget *m_stack;
    std::map<ConversationId, ConversationPage *> m_pages;
    ConversationId m_current;
};

} // namespace sandglass
