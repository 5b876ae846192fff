// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serversearch.h"

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds patience(1500); ///< a server on this computer answers at once

} // namespace

ServerSearch::ServerSearch(QList<LocalServer> servers, ModelCheck *check, QObject *parent)
    : QObject(parent)
    , m_check(check)
{
    for (LocalServer &server : servers)
        m_servers.append({std::move(server), FoundServer::State::Absent, {}});
}

void ServerSearch::look()
{
    for (qsizetype i = 0; i < m_servers.size(); ++i) {
        FoundServer &found = m_servers[i];
        if (found.state == FoundServer::State::Asking)
            continue;
        found.state = FoundServer::State::Asking;
        m_check->ask(found.server.baseUrl, {}, patience,
                     [this, i](const ModelCheck::Result &result) {
                         m_servers[i].models = result.models;
                         m_servers[i].state = result.failure ? FoundServer::State::Absent
                                                             : FoundServer::State::Found;
                         Q_EMIT changed();
                     });
    }
    Q_EMIT changed();
}

} // namespace sandglass
