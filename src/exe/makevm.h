// SPDX-License-Identifier: MIT
#pragma once

#include "exe/options.h"
#include "exe/transport.h"
#include "exe/values.h"

namespace exedev {

/// What is asked of a VM beside that it exists.
struct MakeWish
{
    Ready until = Ready::Ssh;
    std::chrono::milliseconds time{};
    bool keepOnFailure = false;
    QString leftover; ///< how to find it again where its name isn't known
};

/// Makes a VM by `new` or `cp` and waits until it is ready. However this ends but well, the VM is
/// removed first, as Call describes.
VmInfo makeVm(Transport &transport, const CommandLine &line, VmInfo (*read)(const nlohmann::json &),
              const MakeWish &wish, const Call &call);

void addSizes(CommandLine &line, const std::optional<int> &cpu, const QString &memory,
              const QString &disk);
CommandLine newLine(const CreateOptions &options);
CommandLine copyLine(const QString &source, const CopyOptions &options);

} // namespace exedev
