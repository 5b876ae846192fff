// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelcheck.h"
#include "app/modelpick.h"

#include <QElapsedTimer>
#include <QMenu>
#include <QPointer>

namespace sandglass {

class ModelKeys;

/// The menu that chooses what answers: the built-in examples, and the models of each endpoint. It
/// asks the servers for their models when it opens, and fills in what they say. GUI thread.
class ModelMenu : public QMenu
{
    Q_OBJECT

public:
    /// `check` and `keys` outlive this.
    ModelMenu(ModelCheck *check, const ModelKeys *keys, QWidget *parent = nullptr);

    void setEndpoints(const QList<ModelEndpoint> &endpoints);
    /// The model behind exe.dev's gateway; empty where there is no token for it.
    void setGateway(const QString &model) { m_gateway = model; }
    /// What is marked as chosen.
    void setPick(const ModelPick &pick);

Q_SIGNALS:
    void picked(const sandglass::ModelPick &pick);
    void settingsRequested();

private:
    struct Server
    {
        ModelEndpoint endpoint;
        QPointer<QMenu> menu;
        QStringList models;
        QString note; ///< why there are none
        QElapsedTimer asked;
    };

    void fill();
    void fillServer(Server &server);
    void ask(Server &server);
    void addPick(QMenu *menu, const QString &text, const ModelPick &pick);

    ModelCheck *m_check;
    const ModelKeys *m_keys;
    QList<Server> m_servers;
    QString m_gateway;
    ModelPick m_pick;
};

} // namespace sandglass
