// SPDX-License-Identifier: MIT
#pragma once

#include "exe/values.h"

#include <nlohmann/json_fwd.hpp>

namespace exedev {

// The answers of exe.dev as values. A VM has three namings, one for each command that tells of it.
// What makes no sense throws ProtocolError. Pure.

VmInfo vmOfList(const nlohmann::json &row);
VmInfo vmOfNew(const nlohmann::json &answer);
VmInfo vmOfCopy(const nlohmann::json &answer);
std::vector<VmInfo> vmsOf(const nlohmann::json &answer);

/// Takes over what an answer of pause, resume, comment, egress or tag says of `vm`.
void takeOver(VmInfo &vm, const QString &operation, const nlohmann::json &answer);

/// Takes over the answer of rename.
void takeNewName(VmInfo &vm, const nlohmann::json &answer);

/// Of resume: memory and processes are gone.
bool wasColdBoot(const nlohmann::json &answer);

RemoveResult removeResult(const std::vector<nlohmann::json> &documents);
ResizeResult resizeResult(const nlohmann::json &answer);
Stats stats(const nlohmann::json &answer);
ShareInfo shareShown(const nlohmann::json &answer);
ShareInfo shareChanged(const nlohmann::json &answer);
Account account(const nlohmann::json &answer);
ApiKey apiKey(const nlohmann::json &answer);

} // namespace exedev
