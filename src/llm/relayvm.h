// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/client.h"

#include <functional>
#include <optional>

namespace sandglass {

/// The VM at exe.dev from which the LLM gateway is asked: the person's own, or else the one of this
/// installation, found by its comment or made. Never one in which a model's code runs: that code
/// could read what is asked. One thread at a time.
class RelayVm
{
public:
    struct Choice
    {
        QString vm;        ///< the person's own; empty: one by comment
        QString installId; ///< of the comment
    };

    RelayVm(exedev::Client &client, Choice choice);

    using OnStep = std::function<void(const QString &)>;

    /// The VM, running; `onStep` is told what takes a while. Throws exedev::Error,
    /// Error(InvalidInput).
    exedev::Vm &running(const exedev::Call &call, const OnStep &onStep = {});

    /// What was found isn't there or doesn't run: it is looked up again next time.
    void forget() { m_vm.reset(); }

    /// "code-interpreter-relay i=INSTALL"
    static QString commentFor(const QString &installId);

private:
    exedev::Vm named(const exedev::Call &call);
    std::optional<exedev::Vm> found(const exedev::Call &call);
    exedev::Vm made(const exedev::Call &call);

    exedev::Client &m_client;
    Choice m_choice;
    std::optional<exedev::Vm> m_vm;
};

} // namespace sandglass
