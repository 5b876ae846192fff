// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/vmrights.h"

#include "exe/error.h"
#include "exe/names.h"

#include <functional>
#include <vector>

namespace sandglass {

namespace {

using exedev::Call;
using exedev::Vm;

using Attempt = std::function<void(Vm &absent, const Call &call)>;

exedev::ResizeOptions oneCpu()
{
    exedev::ResizeOptions options;
    options.cpu = 1;
    return options;
}

const std::vector<Attempt> &attempts()
{
    static const std::vector<Attempt> all{
        [](Vm &absent, const Call &call) { absent.remove(call); },
        [](Vm &absent, const Call &call) { absent.pause(false, call); },
        [](Vm &absent, const Call &call) { absent.resume(exedev::Ready::Created, {}, call); },
        [](Vm &absent, const Call &call) {
            absent.restart(false, exedev::Ready::Created, {}, call);
        },
        [](Vm &absent, const Call &call) { absent.resize(oneCpu(), call); },
        [](Vm &absent, const Call &call) { absent.setComment(QStringLiteral("x"), call); },
        [](Vm &absent, const Call &call) { absent.setEgress(QStringLiteral("all"), call); },
        [](Vm &absent, const Call &call) { absent.stats({}, call); },
        [](Vm &absent, const Call &call) { absent.sharePublic(call); },
        [](Vm &absent, const Call &call) { absent.sharePrivate(call); },
    };
    return all;
}

} // namespace

QSet<QString> deniedCommands(exedev::Client &client, const exedev::Call &call)
{
    exedev::VmInfo info;
    info.name = exedev::uniqueName(QStringLiteral("sandglass-absent-"));
    Vm absent = client.known(info);
    QSet<QString> denied;
    for (const Attempt &attempt : attempts()) {
        try {
            attempt(absent, call);
        } catch (const exedev::PermissionDeniedError &error) {
            denied.insert(error.operation);
        } catch (const exedev::NotFoundError &) {
            continue; // it was allowed
        } catch (const exedev::ApiError &error) {
            if (error.status == 401 || error.status == 429 || error.status >= 500)
                throw;
        }
    }
    return denied;
}

} // namespace sandglass
