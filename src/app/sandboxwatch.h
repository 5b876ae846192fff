// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/networkwatch.h"
#include "app/sandboxkeeper.h"
#include "base/worker.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>
#include <mutex>

namespace sandglass {

class Session;

/// Has the sandboxes at exe.dev paused and deleted in time while the program runs: at its start,
/// every few minutes, and soon after something happened to a conversation. GUI thread; a worker of
/// its own asks exe.dev.
class SandboxWatch : public QObject
{
    Q_OBJECT

public:
    explicit SandboxWatch(QObject *parent = nullptr);

    /// Whose sandboxes, and when; `isBusy` of them is ignored. An empty token: nothing is done.
    void setOptions(const SandboxKeeper::Options &options);

    /// From now on its VM isn't paused while something runs, and its connections are opened anew
    /// when they may be dead.
    void follow(Session *session);
    void setBusy(const ConversationId &conversation, bool isBusy);

    /// E.g. a conversation was removed.
    void soon();

Q_SIGNALS:
    /// What was done; never empty.
    void swept(const QList<sandglass::SandboxKeeper::Done> &done);
    /// What couldn't be done, each once.
    void failed(const sandglass::Failure &failure);

private:
    void sweep();
    void tell(const QList<SandboxKeeper::Done> &done);

    std::shared_ptr<SandboxKeeper> m_keeper; ///< null: there is no token
    QTimer m_timer;
    NetworkWatch m_network;
    bool m_again = false; ///< something happened during a sweep
    QSet<QString> m_told;
    std::mutex m_mutex;
    QSet<ConversationId> m_busy;
    Worker m_worker{QStringLiteral("keeper")}; // last: its jobs use the above
};

} // namespace sandglass
