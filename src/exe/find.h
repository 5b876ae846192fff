// SPDX-License-Identifier: MIT
#pragma once

#include "exe/transport.h"
#include "exe/values.h"

namespace exedev {

/// The VM of that name. Throws NotFoundError, also where the token can't see it.
VmInfo findVm(Transport &transport, const QString &name, const Call &call);

/// Sends an rm command; its answer is a summary, whatever failed.
RemoveResult removeVms(Transport &transport, const CommandLine &line, const Call &call);

/// Removes one VM. Throws NotFoundError, ApiError.
void removeVm(Transport &transport, const QString &name, const Call &call);

} // namespace exedev
