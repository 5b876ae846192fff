// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "benchmarks/ours.h"
#include "sandbox/exekit.h"

#include <memory>

namespace sandglass::bench {

/// Cells in a VM of a stand-in server that answers 40 ms late, as one does that is not far away.
/// The server starts with the first measure. Use it from one thread.
class VmOurs
{
public:
    explicit VmOurs(QString python);

    Measured cell();             ///< `1+1` from execute() to its end, ms
    QStringList peerArguments(); ///< of vm_recipe.py: a VM of its own on the same server

private:
    test::ExeServer &server();

    QString m_python;
    std::unique_ptr<test::ExeServer> m_server;
};

} // namespace sandglass::bench
