// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/client.h"
#include "sandbox/sandbox.h"
#include "sandbox/vmcomment.h"
#include "sandbox/vmlink.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace sandglass {

/// A VM at exe.dev for one conversation, made before its first cell. The VM, its kernel and a cell
/// that runs outlive this object; what was missed is told when somebody goes on with it. A cell is
/// never run twice: one whose end can't be known any more is Unknown.
class ExeSandbox : public Sandbox
{
    Q_OBJECT

public:
    struct Options
    {
        exedev::ClientOptions access;
        QString conversation; ///< its id
        QString install;      ///< id of the data folder, so that only its own VMs are swept
        QString egress;       ///< "all" or "integrations"
        QStringList packages;
        QString kernelFolder; ///< KernelFiles::unpack()
        QString lockFile;     ///< of the data folder: one process at a time makes a base
        /// Brings the person's files into the work folder of a new VM; cells worker.
        std::function<void(const QString &vm, std::stop_token)> furnish;
        /// How long exe.dev may be out of reach until a cell that wasn't sent yet is given up.
        std::chrono::milliseconds patience{30'000};
        /// How long a cell that was stopped may take to tell its end, before it is given up.
        std::chrono::milliseconds stopTime{45'000};
        std::chrono::milliseconds silence{90'000}; ///< see VmLink
    };

    explicit ExeSandbox(Options options, QObject *parent = nullptr);
    ~ExeSandbox() override; ///< the VM goes on

    CellResult execute(const CellRequest &request, std::stop_token stop) override;
    CellResult await(const CellId &cell, std::stop_token stop) override;
    void restart() override;
    bool outlives() const override { return true; }
    void goOn(const SandboxPlace &place, const QList<CellId> &cells) override;
    void kill() override;
    void reconnect() override;

    /// The VM's name; empty where there is none yet. Any thread.
    QString vm() const;

private:
    struct Shared; // by the cells worker and the link thread, guarded by its mutex
    enum class Sent { Yes, No, Unknown };
    enum class Attempt { Accepted, OtherBoot, NotRun, Unknown };

    CellResult run(const CellId &cell, const QByteArray &code, std::chrono::milliseconds timeout,
                   std::stop_token stop);
    void makeVm(std::stop_token stop);
    void openLink(const SandboxPlace &place);
    void connect(std::stop_token stop, std::chrono::milliseconds patience);
    Sent sendCell(const QByteArray &request, const QString &boot, std::stop_token stop);
    void noteFailed(Attempt outcome, const QString &boot, bool mayHaveRun);
    Attempt attempt(VmHost &host, const QByteArray &request, Failure &failure);
    bool tell(const QByteArray &request, std::chrono::milliseconds limit,
              std::stop_token stop = {});
    CellResult waitForEnd(const CellId &cell, std::stop_token stop);
    void begin(const CellId &cell);
    void end();
    void throwIfLeft() const;
    void replaceGone();

    void onEvent(const KernelEvent &event);
    void onHello(const KernelHello &hello);
    void onTrouble(const LinkTrouble &trouble);

    Options m_options;
    exedev::Client m_client; ///< for what the cells worker sends
    QList<CellId> m_cells;
    std::unique_ptr<Shared> m_shared;
    std::unique_ptr<VmLink> m_link; // changed under the mutex; last: it uses the above
};

} // namespace sandglass
