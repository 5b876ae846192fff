// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tokenrights.h"

#include "exe/error.h"
#include "exe/failure.h"
#include "exe/names.h"

#include <QCoreApplication>

#include <functional>
#include <vector>

namespace sandglass {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("TokenRights", text);
}

/// One command, what is lost without it, and how it is tried.
struct Right
{
    const char *command;
    const char *loss;
    std::function<void(exedev::Client &, exedev::Vm &absent, const exedev::Call &)> probe;
};

/// Every value of it is one that exe.dev refuses, so that one it came to accept makes no VM.
exedev::CreateOptions impossible()
{
    exedev::CreateOptions options;
    options.comment = QString(1000, u'x');
    options.cpu = -1;
    options.memory = QStringLiteral("none");
    options.disk = QStringLiteral("none");
    options.egress = QStringLiteral("none");
    options.waitUntil = exedev::Ready::Created;
    return options;
}

exedev::CopyOptions plainCopy()
{
    exedev::CopyOptions options;
    options.flush = false;
    options.waitUntil = exedev::Ready::Created;
    return options;
}

const std::vector<Right> &rights()
{
    using exedev::Call;
    using exedev::Client;
    using exedev::Vm;
    static const std::vector<Right> all{
        {"new", QT_TRANSLATE_NOOP("TokenRights", "no sandbox can be made"),
         [](Client &client, Vm &, const Call &call) {
             client.create(impossible(), call);
         }},
        {"ls",
         QT_TRANSLATE_NOOP("TokenRights",
                           "sandboxes can't be listed or found again after a lost connection"),
         [](Client &client, Vm &absent, const Call &call) {
             client.vms(absent.name(), call);
         }},
        {"rm", QT_TRANSLATE_NOOP("TokenRights", "sandboxes stay until you delete them yourself"),
         [](Client &client, Vm &absent, const Call &call) {
             client.remove({absent.name()}, call);
         }},
        {"ssh", QT_TRANSLATE_NOOP("TokenRights", "no code can run in a sandbox"),
         [](Client &, Vm &absent, const Call &call) {
             absent.run(QStringLiteral("true"), {}, call);
         }},
        {"cp",
         QT_TRANSLATE_NOOP("TokenRights", "each sandbox is made from scratch, which takes minutes"),
         [](Client &, Vm &absent, const Call &call) {
             absent.copy(plainCopy(), call);
         }},
        {"pause", QT_TRANSLATE_NOOP("TokenRights", "idle sandboxes keep running"),
         [](Client &, Vm &absent, const Call &call) {
             absent.pause(false, call);
         }},
        {"resume", QT_TRANSLATE_NOOP("TokenRights", "a paused sandbox can't go on"),
         [](Client &, Vm &absent, const Call &call) {
             absent.resume(exedev::Ready::Created, {}, call);
         }},
        {"comment",
         QT_TRANSLATE_NOOP("TokenRights",
                           "copied sandboxes can't be told apart, nor marked to be kept"),
         [](Client &, Vm &absent, const Call &call) {
             absent.setComment(QStringLiteral("x"), call);
         }},
    };
    return all;
}

/// True where the command was allowed, which it is where it failed for another reason.
bool isAllowed(const Right &right, exedev::Client &client, exedev::Vm &absent,
               const exedev::Call &call)
{
    try {
        right.probe(client, absent, call);
    } catch (const exedev::PermissionDeniedError &) {
        return false;
    } catch (const exedev::NotFoundError &) {
        return true;
    } catch (const exedev::ApiError &error) {
        if (error.status == 401 || error.status == 429 || error.status >= 500)
            throw;
    }
    return true;
}

} // namespace

bool TokenRights::canMakeSandboxes() const
{
    return !missing.contains(QLatin1String("new")) && !missing.contains(QLatin1String("ssh"));
}

QStringList TokenRights::losses() const
{
    QStringList sentences;
    for (const Right &right : rights())
        if (missing.contains(QLatin1String(right.command)))
            sentences
                << tr("It may not run “%1”: %2.").arg(QLatin1String(right.command), tr(right.loss));
    return sentences;
}

const QStringList &tokenCommands()
{
    static const QStringList all = [] {
        QStringList names;
        for (const Right &right : rights())
            names << QLatin1String(right.command);
        return names;
    }();
    return all;
}

QString newTokenCommand()
{
    return QStringLiteral("ssh exe.dev ssh-key generate-api-key --label=code-interpreter "
                          "--tag=code-sandbox --cmds=%1 --exp=1y")
        .arg(tokenCommands().join(u','));
}

TokenRights tokenRights(exedev::Client &client, const exedev::Call &call)
{
    exedev::VmInfo info;
    info.name = exedev::uniqueName(QStringLiteral("sandglass-absent-"));
    exedev::Vm absent = client.known(info);
    TokenRights found;
    try {
        for (const Right &right : rights())
            if (!isAllowed(right, client, absent, call))
                found.missing << QLatin1String(right.command);
    } catch (const exedev::Error &error) {
        throw Error(exedev::failureOf(error));
    }
    return found;
}

Checks::Job tokenRightsJob(const QUrl &exeUrl, const Secret &token)
{
    return [exeUrl, token](std::stop_token stop) {
        exedev::ClientOptions options;
        options.token = token.exposed();
        options.baseUrl = exeUrl;
        exedev::Call call;
        call.stop = std::move(stop);
        try {
            exedev::Client client(options);
            return tokenRights(client, call).missing;
        } catch (const exedev::Error &error) {
            throw Error(exedev::failureOf(error));
        }
    };
}

} // namespace sandglass
