// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/exesandboxes.h"

#include "app/exenotes.h"
#include "app/installid.h"
#include "base/worker.h"
#include "exe/error.h"
#include "sandbox/vmcomment.h"

#include <QEventLoop>

#include <exception>

namespace sandglass::cli {

namespace {

constexpr std::chrono::seconds patience(60); ///< also after Ctrl-C: what is left costs money

void introduce(const Settings &settings, Console &console)
{
    if (settings.exeNotesShown)
        return;
    for (const QString &note : exeNotes(settings))
        console.say(note);
    try {
        Settings next = loadSettings(settings.dataFolder);
        next.exeNotesShown = true;
        saveSettings(next);
    } catch (const Error &error) {
        console.say(error.failure().text);
    }
}

QStringList sandboxesOf(exedev::Client &client, const ConversationId &id, const QString &install,
                        const exedev::Call &call)
{
    QStringList names;
    for (const exedev::Vm &vm : client.vms({}, call)) {
        const VmComment comment = VmComment::fromText(vm.comment());
        if (comment.kind == VmComment::Kind::Sandbox && comment.conversation == id.toString() &&
            comment.install == install)
            names << vm.name();
    }
    return names;
}

/// What could not be deleted, and why. Any thread.
exedev::RemoveResult removed(const ExeAccess &access, const ConversationId &id,
                             const QString &install)
{
    exedev::Call call;
    call.deadline = QDeadlineTimer(patience);
    exedev::Client client = exeClient(access);
    try {
        return client.remove(sandboxesOf(client, id, install, call), call);
    } catch (const exedev::Error &error) {
        Failure failure = exeFailure(error);
        throw Error(failure.kind,
                    QStringLiteral("The sandbox at exe.dev could not be deleted. ") + failure.text,
                    QStringLiteral("sandglass-cli vms shows it, and sandglass-cli sweep deletes it "
                                   "when it is old enough."));
    }
}

/// Beside the main thread, whose event loop a blocking call must not stop; Ctrl-C doesn't end it.
void remove(const ExeAccess &access, const ConversationId &id, const QString &install)
{
    exedev::RemoveResult result;
    std::exception_ptr failure;
    QEventLoop loop;
    Worker worker(QStringLiteral("end"));
    worker.post([&](std::stop_token) {
        try {
            result = removed(access, id, install);
        } catch (const Error &) {
            failure = std::current_exception();
        }
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
    });
    loop.exec();
    if (failure)
        std::rethrow_exception(failure);
    for (const QString &name : result.failed)
        if (!result.notFound.contains(name))
            throw Error(ErrorKind::Protocol,
                        QStringLiteral("The sandbox %1 at exe.dev could not be deleted: %2")
                            .arg(name, result.errors.value(name)),
                        QStringLiteral("Delete it yourself: ssh exe.dev rm %1").arg(name));
}

} // namespace

SessionOpener::ExeParts exeParts(const Settings &settings, const Secret &environmentToken,
                                 Console &console)
{
    const auto access = [settings, environmentToken] {
        return exeAccess(settings, environmentToken);
    };
    SessionOpener::ExeParts parts;
    parts.token = [access] {
        const ExeAccess found = access();
        requireToken(found);
        return found.token;
    };
    parts.introduce = [&console](const Settings &current) {
        introduce(current, console);
    };
    parts.remove = [access, folder = settings.dataFolder](const ConversationId &id) {
        remove(access(), id, installId(folder));
    };
    parts.keep = [&console](const ConversationId &id) {
        console.say(QStringLiteral("The sandbox at exe.dev stays; go on with it by --conversation "
                                   "%1.")
                        .arg(id.toString()));
    };
    return parts;
}

} // namespace sandglass::cli
