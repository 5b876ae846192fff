// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/client.h"
#include "sandbox/sandbox.h"
#include "sandbox/vmcomment.h"

#include <functional>

class QLockFile;

namespace sandglass {

/// Makes the VM of a conversation: a copy of the base, which is made first where there is none.
/// What a token may not do is done without, and said. Cells worker.
class VmMaker
{
public:
    struct Options
    {
        VmComment comment; ///< of the sandbox
        QString egress;    ///< "all" or "integrations"
        QStringList packages;
        QString kernelFolder;
        QString lockFile; ///< held while a base is made or copied, against other processes
    };

    struct Hooks
    {
        std::function<void(SandboxState, const QString &step)> onStep;
        std::function<void(const Notice &)> onNotice;
    };

    VmMaker(exedev::Client &client, Options options, Hooks hooks);

    /// The name of a new VM that runs commands. On an error nothing is left behind, as far as the
    /// token allows. Throws Error.
    QString make(std::stop_token stop);

private:
    struct Base
    {
        exedev::VmInfo info;
        QString digest;
    };

    QString copyOrMake();
    std::optional<Base> findBase();
    std::optional<Base> makeBase();
    QString adopt(const exedev::VmInfo &info);
    QString copy(const Base &base, QLockFile &lock);
    exedev::Vm lostCopy(const Base &base);
    void label(exedev::Vm &vm, const QString &comment);
    QString makeFromScratch();
    void setUp(exedev::Vm &vm);
    bool mayRun(const QString &command);
    void take(QLockFile &lock);
    void tell(const QString &kind, const QString &text) const;

    exedev::Client &m_client;
    Options m_options;
    Hooks m_hooks;
    exedev::Call m_call;
    QStringList m_before;                ///< all VMs before a copy is made
    std::optional<exedev::VmInfo> m_own; ///< made for this conversation, and nobody knew
};

} // namespace sandglass
