// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/card.h"
#include "ui/serversearch.h"

class QGridLayout;

namespace sandglass {

class Button;

/// The card for a model of one's own: servers found on this computer, and the way to any other.
/// GUI thread.
class ServerCard : public Card
{
    Q_OBJECT

public:
    explicit ServerCard(QWidget *parent = nullptr);

    void setServers(const QList<FoundServer> &servers);

Q_SIGNALS:
    void serverChosen(const sandglass::LocalServer &server);
    void otherRequested();
    void lookRequested();

private:
    void addServer(const FoundServer &found);
    void addButton(QWidget *button);

    QVBoxLayout *m_rows;
    QGridLayout *m_buttons;
    QList<QWidget *> m_servers; ///< rows, made anew with each list
    QList<QWidget *> m_uses;    ///< and their buttons
    Button *m_other;
    Button *m_look;
};

} // namespace sandglass
