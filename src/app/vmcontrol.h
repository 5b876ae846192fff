// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/vmentry.h"
#include "app/vmports.h"
#include "base/error.h"
#include "base/secret.h"
#include "base/worker.h"
#include "exe/client.h"

#include <QObject>
#include <QSet>
#include <QUrl>

#include <functional>
#include <memory>

namespace sandglass {

/// Looks at the VMs that a token for exe.dev sees, and does to them what a person asks for. Calls
/// are made on workers of its own; each ends with one of the signals. GUI thread.
class VmControl : public QObject
{
    Q_OBJECT

public:
    explicit VmControl(QObject *parent = nullptr);

    /// From now on; what runs is dropped. An empty token: there is none. `dataFolder` tells titles,
    /// and its id which VMs are ours.
    void setAccess(const QUrl &url, const Secret &token, const QString &dataFolder);
    bool hasToken() const { return m_client != nullptr; }

    /// False once exe.dev refused the command to this token.
    bool may(const QString &command) const { return !m_denied.contains(command); }
    const QSet<QString> &denied() const { return m_denied; }
    /// What is known from elsewhere.
    void setDenied(const QSet<QString> &commands);
    /// Finds out once what the token may not do: deniedChanged(). Where exe.dev can't tell, it is
    /// learned when something is refused.
    void askRights();

    /// listed() or listFailed(); then, where the token may, sized() for each VM of interpreters.
    void list();
    /// removed(), or refused() with the names in one, divided by blanks.
    void remove(const QStringList &vms);
    /// changed() or refused(), for all that follow.
    void pause(const QString &vm);
    void resume(const QString &vm);
    void restart(const QString &vm);
    void resize(const QString &vm, const exedev::ResizeOptions &options);
    void setEgress(const QString &vm, const QString &policy);
    void setKept(const QString &vm, bool kept);
    /// usageTold() or refused(); `range` is "24h", "7d" or "30d".
    void askUsage(const QString &vm, const QString &range);
    /// portsTold() or refused().
    void askPorts(const QString &vm);
    /// shareTold() or refused().
    void askShare(const QString &vm);
    /// The same; of all ports only `port` can be public.
    void sharePublic(const QString &vm, int port);
    void sharePrivate(const QString &vm);

Q_SIGNALS:
    /// Another token, or none: what was asked for isn't told any more.
    void accessChanged();
    /// `now` by exe.dev's clock, to compare with.
    void listed(const QList<sandglass::VmEntry> &vms, const QDateTime &now);
    void listFailed(const sandglass::Failure &failure);
    void sized(const QString &vm, const sandglass::VmSize &size);
    void removed(const QStringList &vms, const exedev::RemoveResult &result);
    /// `text` says more where there is more to say.
    void changed(const QString &vm, const QString &command, const QString &text);
    void refused(const QString &vm, const QString &command, const sandglass::Failure &failure);
    void usageTold(const QString &vm, const QString &range, const exedev::Stats &stats);
    void portsTold(const QString &vm, const QList<sandglass::VmPort> &ports);
    void shareTold(const QString &vm, const exedev::ShareInfo &share);
    void deniedChanged();

private:
    using Client = std::shared_ptr<exedev::Client>;
    /// In the worker; gives what is then told here.
    using Look = std::function<std::function<void()>(exedev::Client &, const exedev::Call &)>;
    using Change = std::function<QString(exedev::Vm &, const exedev::Call &)>;

    void tell(int access, const std::function<void()> &what);
    using Share = std::function<exedev::ShareInfo(exedev::Vm &, const exedev::Call &)>;
    void share(const QString &vm, const QString &command, const Share &act);
    void post(Worker &worker, const QString &vm, const QString &command, const Look &look);
    void change(const QString &vm, const QString &command, const Change &change);
    void tellList(QList<VmEntry> entries, const QDateTime &now);
    void askSizes(const QStringList &names);
    void end(const QString &vm, const QString &command, const Failure &failure);

    Client m_client;
    QString m_dataFolder;
    QSet<QString> m_denied;
    QHash<QString, VmSize> m_sizes; ///< by the VM's name
    bool m_hasRights = false;       ///< m_denied is all that is denied
    int m_access = 0;               ///< counts tokens: what was asked with an older one isn't told
    Worker m_acts{QStringLiteral("VMs")};
    Worker m_looks{QStringLiteral("list of VMs")}; // last: jobs use the above
};

} // namespace sandglass
