// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "sandbox/datamount.h"
#include "sandbox/pythonenvironment.h"
#include "sandbox/sandbox.h"
#include "sandbox/sandboxlimits.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass {

class HeldLimits;
class LocalKernel;
struct KernelEnd;
struct KernelEvent;

/// A sandbox on this computer: bubblewrap with a kernel host inside, Linux only. Elsewhere, and
/// where bubblewrap can't work, execute() refuses; nothing ever runs without the sandbox.
class LocalSandbox : public Sandbox
{
    Q_OBJECT

public:
    using Mount = DataMount;

    struct Options
    {
        QString conversationFolder; ///< its work/, data/ and packages/ are made where missing
        /// Called on the cells worker before the first start: may take minutes, may throw Error.
        std::function<PythonEnvironment(std::stop_token)> python;
        /// Asked before each start of a kernel. May be empty.
        std::function<std::vector<Mount>()> mounts;
        SandboxLimits limits;
        bool network = false;
        QString kernelFolder;           ///< holds host.py
        std::chrono::seconds grace{10}; ///< from Stop to the end of a kernel that ignores it
    };

    explicit LocalSandbox(Options options, QObject *parent = nullptr);
    ~LocalSandbox() override; ///< kills everything inside

    CellResult execute(const CellRequest &request, std::stop_token stop) override;
    void restart() override;
    void kill() override;

    /// Nothing where this computer can run a local sandbox, else why not and what to do.
    static std::optional<Failure> check();

    /// The work folder as cells see it.
    static QString workFolder();

    /// What limits the running kernel is held to, in a sentence; empty before the first start.
    QString heldLimits() const;

private:
    struct Shared; // by the cells worker and the link thread, guarded by its mutex

    bool isAlive() const;
    void start(std::stop_token stop);
    void launch();
    void replaceKernel(std::unique_ptr<LocalKernel> next);
    std::vector<Mount> usableMounts();
    CellResult waitForEnd(const CellRequest &request, std::stop_token stop);
    CellResult broken(const CellId &cell, const KernelEnd &end);
    void onEvent(const KernelEvent &event);
    void onStarted(const HeldLimits &limits);
    void onWatch(LocalKernel &kernel);
    void onEnded(const KernelEnd &end);

    Options m_options;
    std::optional<PythonEnvironment> m_python;
    bool m_checked = false;
    std::unique_ptr<Shared> m_shared;
    std::unique_ptr<LocalKernel> m_kernel; // changed under the mutex; last: it uses the above
};

} // namespace sandglass
