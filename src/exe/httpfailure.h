// SPDX-License-Identifier: MIT
#pragma once

#include "base/error.h"
#include "exe/call.h"
#include "exe/error.h"

namespace exedev {

/// Throws the ApiError for an answer that isn't 2xx.
[[noreturn]] void throwRefusal(const QString &operation, int status, const QByteArray &body);

/// Throws the error for an ssh command that didn't start: a 422 may mean that the VM doesn't exist
/// or doesn't run.
[[noreturn]] void throwSshRefusal(const QString &vm, const ApiError &error);

/// Throws the error for a request of a command other than ssh that got no answer.
[[noreturn]] void throwHttpFailure(const QString &operation, const sandglass::Failure &failure,
                                   const Call &call);

} // namespace exedev
