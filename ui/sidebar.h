// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"

#include <QWidget>

class QLineEdit;
class QListView;

namespace sandglass {

class Button;
class ConversationListModel;
class PlainLabel;

/// New conversation, the search, and the list of those there are. GUI thread.
class Sidebar : public QWidget
{
    Q_OBJECT

public:
    /// `model` outlives this.
    explicit Sidebar(ConversationListModel *model, QWidget *parent = nullptr);

    /// Marks the conversation that is shown; a null id for one that isn't in the list yet.
    void setCurrent(const ConversationId &id);
    void focusSearch();
    /// Whether there is a list of sandboxes to open.
    void setSandboxesShown(bool shown);

Q_SIGNALS:
    void newRequested();
    void settingsRequested();
    void sandboxesRequested();
    void chosen(const sandglass::ConversationId &id);
    void deleteRequested(const sandglass::ConversationId &id);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    void select(const QModelIndex &index);
    void showMenu(const QModelIndex &index, const QPoint &at);
    void deleteCurrent();
    void updateEmpty();
    void fitSearch();

    ConversationListModel *m_model;
    Button *m_new;
    QLineEdit *m_search;
    QListView *m_list;
    PlainLabel *m_empty;
    Button *m_settings;
    Button *m_sandboxes;
    ConversationId m_current;
    bool m_isLoaded = false;
};

} // namespace sandglass
