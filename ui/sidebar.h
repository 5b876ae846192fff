// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"

#include <QWidget>

class QListView;

namespace sandglass {

class Button;
class ConversationListModel;

/// New conversation and the list of those there are. GUI thread.
class Sidebar : public QWidget
{
    Q_OBJECT

public:
    /// `model` outlives this.
    explicit Sidebar(ConversationListModel *model, QWidget *parent = nullptr);

    /// Marks the conversation that is shown; a null id for one that isn't in the list yet.
    void setCurrent(const ConversationId &id);

Q_SIGNALS:
    void newRequested();
    void chosen(const sandglass::ConversationId &id);
    void deleteRequested(const sandglass::ConversationId &id);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void select(const QModelIndex &index);
    void showMenu(const QPoint &at);
    void deleteCurrent();

    ConversationListModel *m_model;
    Button *m_new;
    QListView *m_list;
    ConversationId m_current;
};

} // namespace sandglass
