// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/client.h"
#include "sandbox/sandboxfiles.h"

#include <functional>

namespace sandglass {

/// ~/work of a VM at exe.dev. What comes from there is first put into a folder of its own on this
/// computer, so that it is written where the person wants it by the same rules as local files.
class VmFiles : public SandboxFiles
{
public:
    /// `vm` gives the name of the VM there is, or nothing; any thread. `scratch` is a folder on
    /// this computer for files on their way.
    VmFiles(const exedev::ClientOptions &access, std::function<QString()> vm, QString scratch);

    void put(const QString &localPath, const QString &name, const CopyProgress &progress,
             std::stop_token stop) override;
    void save(const QString &name, const QString &targetPath, const CopyProgress &progress,
              std::stop_token stop) override;
    QList<SavedFile> saveAll(const QStringList &names, const QString &folder,
                             const CopyProgress &progress, std::stop_token stop) override;
    bool remove(const QString &name, std::stop_token stop) override;

private:
    exedev::Vm theVm();
    void awake(exedev::Vm &vm, const exedev::Call &call,
               const std::function<void(exedev::Vm &)> &act);
    void fetch(exedev::Vm &vm, const QString &name, const QString &folder,
               const CopyProgress &progress, const exedev::Call &call);

    exedev::Client m_client;
    std::function<QString()> m_vm;
    QString m_scratch;
};

} // namespace sandglass
