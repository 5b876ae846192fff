// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/localservers.h"
#include "app/modelcheck.h"

namespace sandglass {

/// A server that may run on this computer, as the search found it.
struct FoundServer
{
    enum class State { Asking, Found, Absent };

    LocalServer server;
    State state = State::Absent;
    QStringList models;
};

/// Looks for model servers on their usual ports, all at once and for a short time. GUI thread.
class ServerSearch : public QObject
{
    Q_OBJECT

public:
    ServerSearch(QList<LocalServer> servers, ModelCheck *check, QObject *parent = nullptr);

    void look();
    const QList<FoundServer> &servers() const { return m_servers; }

Q_SIGNALS:
    void changed();

private:
    QList<FoundServer> m_servers;
    ModelCheck *m_check;
};

} // namespace sandglass
