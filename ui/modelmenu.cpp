// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/modelmenu.h"

#include "app/modelkeys.h"

#include <QPointer>

#include <algorithm>

namespace sandglass {

namespace {

constexpr std::chrono::seconds patience(10);
constexpr qint64 freshMs = 60'000;
constexpr int longestName = 80;

} // namespace

ModelMenu::ModelMenu(ModelCheck *check, const ModelKeys *keys, QWidget *parent)
    : QMenu(parent)
    , m_check(check)
    , m_keys(keys)
{
    setObjectName(QStringLiteral("modelMenu"));
    connect(this, &QMenu::aboutToShow, this, &ModelMenu::fill);
}

void ModelMenu::setEndpoints(const QList<ModelEndpoint> &endpoints)
{
    QList<Server> servers;
    for (const ModelEndpoint &endpoint : endpoints) {
        const auto known = std::find_if(m_servers.begin(), m_servers.end(), [&](const Server &s) {
            return s.endpoint.baseUrl == endpoint.baseUrl;
        });
        Server server = known != m_servers.end() ? *known : Server();
        server.endpoint = endpoint;
        servers.append(server);
    }
    m_servers = servers;
}

void ModelMenu::setPick(const ModelPick &pick)
{
    m_pick = pick;
}

void ModelMenu::addPick(QMenu *menu, const QString &text, const ModelPick &pick)
{
    QString shown = text.simplified().left(longestName);
    QAction *action = menu->addAction(shown.replace(u'&', QStringLiteral("&&")));
    action->setCheckable(true);
    action->setChecked(pick == m_pick);
    connect(action, &QAction::triggered, this, [this, pick] { Q_EMIT picked(pick); });
}

void ModelMenu::fill()
{
    clear(); // submenus stay
    qDeleteAll(findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly));
    addPick(this, tr("Built-in examples (no AI)"), {});
    if (!m_gateway.isEmpty())
        addPick(this, tr("%1 at exe.dev").arg(m_gateway),
                {Settings::Provider::Gateway, {}, m_gateway});
    for (Server &server : m_servers) {
        QString title = server.endpoint.title().left(longestName);
        server.menu = addMenu(title.replace(u'&', QStringLiteral("&&")));
        if (!server.asked.isValid() || server.asked.hasExpired(freshMs))
            ask(server);
        fillServer(server);
    }
    addSeparator();
    addAction(tr("Model settings…"), this, &ModelMenu::settingsRequested);
}

void ModelMenu::ask(Server &server)
{
    server.asked.start();
    server.note = tr("Asking for its models…");
    const QUrl url = server.endpoint.baseUrl;
    const QPointer<ModelMenu> self(this);
    m_check->ask(url, m_keys->key(url), patience, [self, url](const ModelCheck::Result &result) {
        if (!self)
            return;
        for (Server &known : self->m_servers) {
            if (known.endpoint.baseUrl != url)
                continue;
            known.models = result.models;
            known.note = result.failure ? result.failure->text : tr("It names no model.");
            if (self->isVisible() && known.menu)
                self->fillServer(known);
        }
    });
}

void ModelMenu::fillServer(Server &server)
{
    const ModelEndpoint &endpoint = server.endpoint;
    QMenu *menu = server.menu.data();
    menu->clear();
    const auto pick = [&](const QString &model) {
        return ModelPick{Settings::Provider::OpenAi, endpoint.baseUrl, model};
    };
    QStringList models = server.models;
    for (const QString &wanted :
         {endpoint.model, m_pick == pick(m_pick.model) ? m_pick.model : QString()})
        if (!wanted.isEmpty() && !models.contains(wanted))
            models.prepend(wanted);
    addPick(menu, tr("The first that the server names"), pick({}));
    for (const QString &model : std::as_const(models))
        addPick(menu, model, pick(model));
    if (server.models.isEmpty())
        menu->addAction(server.note.left(200))->setEnabled(false);
}

} // namespace sandglass
