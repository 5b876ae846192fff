// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/client.h"
#include "sandbox/sandbox.h"

namespace sandglass {

/// The kernel host of one VM, as it is spoken to from here: by commands on the VM. Any thread, one
/// at a time. Throws what exedev::Vm::run() throws, and Error(SetupFailed) where the VM can't run
/// a host.
class VmHost
{
public:
    enum class Answer {
        Accepted,
        OtherBoot, ///< that run of the host is over: nothing was done
        NoHost,    ///< none runs: nothing was done
        Unknown,   ///< it ended without an answer, and may have done something
    };

    /// `kernelFolder` holds the host's files on this computer and is named after their digest.
    VmHost(exedev::Client &client, const QString &vm, QString kernelFolder);

    /// Gives what the host writes from event `from` of the run `boot` on, hello first, until the
    /// host ends. Starts it where none runs, and brings its files where they are missing.
    void follow(const QString &boot, qint64 from, const exedev::RunOptions::OnBytes &onBytes,
                const exedev::Call &call);

    /// Hands in a request. Throws Error(Protocol) for one that is refused as nonsense.
    Answer submit(const QByteArray &request, const exedev::Call &call);

    /// Brings the host's files.
    void install(const exedev::Call &call);

private:
    QString python(const QString &arguments) const;
    QString remoteFolder() const;

    exedev::Vm m_vm;
    QString m_kernelFolder;
};

} // namespace sandglass
