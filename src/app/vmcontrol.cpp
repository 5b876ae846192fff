// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/vmcontrol.h"

#include "app/installid.h"
#include "app/library.h"
#include "app/vmrights.h"
#include "base/log.h"
#include "exe/error.h"
#include "exe/failure.h"

#include <map>

namespace sandglass {

namespace {

exedev::VmInfo named(const QString &vm)
{
    exedev::VmInfo info;
    info.name = vm;
    return info;
}

QList<VmEntry> entriesOf(const std::vector<exedev::Vm> &vms, const QString &dataFolder)
{
    const QString install = installId(dataFolder);
    std::map<QString, ConversationEntry> conversations;
    for (const ConversationEntry &conversation : Library(dataFolder).list())
        conversations.insert({conversation.id.toString(), conversation});
    QList<VmEntry> entries;
    for (const exedev::Vm &vm : vms) {
        VmEntry entry = vmEntry(vm.info(), install);
        const auto found = conversations.find(entry.comment.conversation);
        if (entry.owner == VmEntry::Owner::Ours && found != conversations.end()) {
            entry.hasConversation = true;
            entry.title = found->second.title;
            entry.used = found->second.changed;
        }
        entries.append(entry);
    }
    return entries;
}

} // namespace

VmControl::VmControl(QObject *parent)
    : QObject(parent)
{}

void VmControl::setAccess(const QUrl &url, const Secret &token, const QString &dataFolder)
{
    m_acts.stop();
    m_looks.stop();
    ++m_access;
    m_dataFolder = dataFolder;
    m_client.reset();
    m_sizes.clear();
    m_hasRights = false;
    setDenied({});
    if (!token.isEmpty()) {
        exedev::ClientOptions options;
        options.token = token.exposed();
        options.baseUrl = url;
        try {
            m_client = std::make_shared<exedev::Client>(options);
        } catch (const exedev::Error &error) {
            Q_EMIT listFailed(exedev::failureOf(error));
        }
    }
    Q_EMIT accessChanged();
}

void VmControl::setDenied(const QSet<QString> &commands)
{
    if (commands == m_denied)
        return;
    m_denied = commands;
    Q_EMIT deniedChanged();
}

// Any thread. Not told any more once another token was set.
void VmControl::tell(int access, const std::function<void()> &what)
{
    QMetaObject::invokeMethod(
        this,
        [this, access, what] {
            if (access == m_access)
                what();
        },
        Qt::QueuedConnection);
}

void VmControl::post(Worker &worker, const QString &vm, const QString &command, const Look &look)
{
    if (!m_client) {
        end(vm, command,
            {ErrorKind::Auth, tr("No token for exe.dev is set."), tr("Set one in the settings.")});
        return;
    }
    worker.post([this, access = m_access, client = m_client, vm, command,
                 look](std::stop_token stop) {
        exedev::Call call;
        call.stop = stop;
        try {
            tell(access, look(*client, call));
        } catch (const exedev::CancelledError &) {
            return;
        } catch (const exedev::PermissionDeniedError &error) {
            tell(access,
                 [this, vm, command, failure = exedev::failureOf(error), denied = error.operation] {
                     setDenied(m_denied + QSet<QString>{denied});
                     end(vm, command, failure);
                 });
        } catch (const exedev::Error &error) {
            tell(access, [this, vm, command, failure = exedev::failureOf(error)] {
                end(vm, command, failure);
            });
        } catch (const Error &error) {
            tell(access,
                 [this, vm, command, failure = error.failure()] { end(vm, command, failure); });
        }
    });
}

void VmControl::end(const QString &vm, const QString &command, const Failure &failure)
{
    if (command == QLatin1String("ls"))
        Q_EMIT listFailed(failure);
    else
        Q_EMIT refused(vm, command, failure);
}

void VmControl::askRights()
{
    if (!m_client || m_hasRights)
        return;
    post(m_looks, {}, QStringLiteral("rights"),
         [this](exedev::Client &client, const exedev::Call &call) {
             return [this, denied = deniedCommands(client, call)] {
                 m_hasRights = true;
                 setDenied(m_denied + denied);
             };
         });
}

void VmControl::list()
{
    m_looks.stop();
    post(m_looks, {}, QStringLiteral("ls"),
         [this, dataFolder = m_dataFolder](exedev::Client &client, const exedev::Call &call) {
             const QList<VmEntry> entries = entriesOf(client.vms({}, call), dataFolder);
             const QDateTime now = client.serverTime().value_or(QDateTime::currentDateTimeUtc());
             return [this, entries, now] {
                 tellList(entries, now);
             };
         });
}

void VmControl::tellList(QList<VmEntry> entries, const QDateTime &now)
{
    QStringList unknown;
    for (VmEntry &entry : entries) {
        const auto size = m_sizes.constFind(entry.info.name);
        if (size != m_sizes.constEnd())
            entry.size = *size;
        else if (entry.owner != VmEntry::Owner::Foreign)
            unknown.append(entry.info.name);
    }
    Q_EMIT listed(entries, now);
    askSizes(unknown);
    askRights();
}

// One after the other, so that a list of many VMs isn't a burst of requests. A size that can't be
// had is missing in the list; that is all it means.
void VmControl::askSizes(const QStringList &names)
{
    if (names.isEmpty() || !may(QStringLiteral("stat")))
        return;
    post(m_looks, {}, QStringLiteral("stat"),
         [this, names, access = m_access](exedev::Client &client, const exedev::Call &call) {
             for (const QString &vm : names) {
                 try {
                     const auto size = sizeFrom(client.known(named(vm)).stats({}, call));
                     if (size)
                         tell(access, [this, vm, size] {
                             m_sizes.insert(vm, *size);
                             Q_EMIT sized(vm, *size);
                         });
                 } catch (const exedev::ApiError &error) {
                     if (error.status == 403)
                         return std::function<void()>([this, denied = error.operation] {
                             setDenied(m_denied + QSet<QString>{denied});
                         });
                     qCInfo(lcApp).noquote() << vm << error.text();
                 }
             }
             return std::function<void()>([] {});
         });
}

void VmControl::remove(const QStringList &vms)
{
    post(m_acts, vms.join(u' '), QStringLiteral("rm"),
         [this, vms](exedev::Client &client, const exedev::Call &call) {
             return [this, vms, result = client.remove(vms, call)] {
                 Q_EMIT removed(vms, result);
             };
         });
}

void VmControl::change(const QString &vm, const QString &command, const Change &change)
{
    post(m_acts, vm, command,
         [this, vm, command, change](exedev::Client &client, const exedev::Call &call) {
             exedev::Vm known = client.known(named(vm));
             return [this, vm, command, text = change(known, call)] {
                 Q_EMIT changed(vm, command, text);
             };
         });
}

void VmControl::pause(const QString &vm)
{
    change(vm, QStringLiteral("pause"), [](exedev::Vm &known, const exedev::Call &call) {
        known.pause(true, call);
        return QString();
    });
}

void VmControl::resume(const QString &vm)
{
    change(vm, QStringLiteral("resume"), [](exedev::Vm &known, const exedev::Call &call) {
        return known.resume(exedev::Ready::Ssh, {}, call)
                   ? tr("%1 had to boot: its variables are gone, its files are there.")
                         .arg(known.name())
                   : QString();
    });
}

void VmControl::restart(const QString &vm)
{
    change(vm, QStringLiteral("restart"), [](exedev::Vm &known, const exedev::Call &call) {
        known.restart(true, exedev::Ready::Ssh, {}, call);
        return QString();
    });
}

void VmControl::resize(const QString &vm, const exedev::ResizeOptions &options)
{
    m_sizes.remove(vm);
    change(vm, QStringLiteral("resize"), [options](exedev::Vm &known, const exedev::Call &call) {
        const exedev::ResizeResult result = known.resize(options, call);
        return result.pendingApproval
                   ? tr("The disk of %1 grows once exe.dev's support has agreed.").arg(known.name())
                   : QString();
    });
}

void VmControl::setEgress(const QString &vm, const QString &policy)
{
    change(vm, QStringLiteral("egress"), [policy](exedev::Vm &known, const exedev::Call &call) {
        known.setEgress(policy, call);
        return QString();
    });
}

// Its comment as it is now: another program may have changed it.
void VmControl::setKept(const QString &vm, bool kept)
{
    change(vm, QStringLiteral("comment"), [kept](exedev::Vm &known, const exedev::Call &call) {
        known.refresh(call);
        known.setComment(withKept(known.comment(), kept), call);
        return QString();
    });
}

void VmControl::askUsage(const QString &vm, const QString &range)
{
    post(m_acts, vm, QStringLiteral("stat"),
         [this, vm, range](exedev::Client &client, const exedev::Call &call) {
             return [this, vm, range, stats = client.known(named(vm)).stats(range, call)] {
                 Q_EMIT usageTold(vm, range, stats);
             };
         });
}

void VmControl::askPorts(const QString &vm)
{
    post(m_acts, vm, QStringLiteral("ssh"),
         [this, vm](exedev::Client &client, const exedev::Call &call) {
             exedev::RunOptions options;
             options.timeout = std::chrono::seconds(20);
             options.maxOutput = 256 * 1024;
             exedev::Vm known = client.vm(vm, call);
             QList<VmPort> ports =
                 listeningPorts(known.run(QLatin1String(listeningCommand), options, call).out);
             for (VmPort &port : ports)
                 port.address = known.url(port.number);
             return [this, vm, ports] {
                 Q_EMIT portsTold(vm, ports);
             };
         });
}

void VmControl::askShare(const QString &vm)
{
    share(vm, QStringLiteral("share show"),
          [](exedev::Vm &known, const exedev::Call &call) { return known.shareShow(call); });
}

void VmControl::sharePublic(const QString &vm, int port)
{
    share(vm, QStringLiteral("share set-public"),
          [port](exedev::Vm &known, const exedev::Call &call) {
              if (known.shareShow(call).port != port)
                  known.sharePort(port, call);
              return known.sharePublic(call);
          });
}

void VmControl::sharePrivate(const QString &vm)
{
    share(vm, QStringLiteral("share set-private"),
          [](exedev::Vm &known, const exedev::Call &call) { return known.sharePrivate(call); });
}

void VmControl::share(const QString &vm, const QString &command, const Share &act)
{
    post(m_acts, vm, command, [this, vm, act](exedev::Client &client, const exedev::Call &call) {
        exedev::Vm known = client.known(named(vm));
        return [this, vm, told = act(known, call)] {
            Q_EMIT shareTold(vm, told);
        };
    });
}

} // namespace sandglass
