// SPDX-License-Identifier: GPL-3.0-or-later
#include "parts/localparts.h"

#include "app/installid.h"
#include "llm/builtin.h"
#include "llm/gateway.h"
#include "parts/exeparts.h"
#include "sandbox/kernelfiles.h"
#include "sandbox/localsandbox.h"
#include "sandbox/packages.h"
#include "sandbox/pythonsetup.h"

#include <algorithm>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace sandglass {

namespace {

qint64 machineMemory()
{
#ifdef Q_OS_UNIX
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long size = ::sysconf(_SC_PAGE_SIZE);
    if (pages > 0 && size > 0)
        return qint64(pages) * size;
#endif
    return qint64(8) << 30;
}

SandboxLimits limitsOf(const Settings &settings)
{
    SandboxLimits limits;
    limits.memory = memoryLimit(settings);
    limits.tasks = settings.taskLimit;
    limits.file = settings.fileLimit;
    limits.work = settings.workLimit;
    return limits;
}

std::vector<DataMount> mountsOf(const QList<FileRecord> &files)
{
    std::vector<DataMount> mounts;
    const QString folder = QStringLiteral("data/");
    for (const FileRecord &file : files) {
        const bool below = file.name.startsWith(folder);
        mounts.push_back({file.source, below ? file.name.mid(folder.size()) : file.name});
    }
    return mounts;
}

void addPackages(const QString &folder, const Settings &settings, const QStringList &names,
                 const std::function<void(const QString &)> &onLine, std::stop_token stop)
{
    const auto progress = [&](const QString &step, double) {
        onLine(step);
    };
    const PythonEnvironment python =
        PythonSetup(settings.dataFolder, settings.python).prepare(progress, stop);
    PackageLayer(layerFolder(folder), python.interpreter).add(names, progress, stop);
}

// A chosen interpreter's own packages aren't known; the code can look.
void addFacts(PromptFacts &facts, const QString &folder, const Settings &settings)
{
    if (settings.sandbox == Settings::SandboxKind::Exe) {
        facts.workFolder = QStringLiteral("/home/exedev/work");
        facts.packages = settings.packages;
        return;
    }
    facts.workFolder = LocalSandbox::workFolder();
    if (settings.python.isEmpty())
        facts.packages = PythonRequirements::builtIn().names;
    const auto python = PythonSetup(settings.dataFolder, settings.python).ready();
    if (!python)
        return;
    facts.pythonVersion = python->version;
    for (const Package &package : PackageLayer(layerFolder(folder), python->interpreter).list())
        facts.packages << package.name;
}

exedev::ClientOptions clientOptions(const Settings &settings, const Secret &token)
{
    exedev::ClientOptions options;
    options.token = token.exposed();
    options.baseUrl = settings.exeUrl;
    return options;
}

} // namespace

QString layerFolder(const QString &conversationFolder)
{
    return conversationFolder + QStringLiteral("/packages");
}

qint64 memoryLimit(const Settings &settings)
{
    if (settings.memoryLimit > 0)
        return settings.memoryLimit;
    return std::min(qint64(4) << 30, machineMemory() / 2);
}

std::unique_ptr<Sandbox> makeLocalSandbox(const QString &folder, const Settings &settings,
                                          const QList<FileRecord> &mounts)
{
    // The set-up runs inside execute(), when the sandbox that tells of it is there.
    const auto self = std::make_shared<LocalSandbox *>(nullptr);
    LocalSandbox::Options options;
    options.conversationFolder = folder;
    options.python = [self, settings](std::stop_token stop) {
        const auto progress = [self](const QString &step, double) {
            Q_EMIT(*self)->stateChanged(SandboxState::Preparing, step);
        };
        return PythonSetup(settings.dataFolder, settings.python).prepare(progress, stop);
    };
    options.mounts = [mounts] {
        return mountsOf(mounts);
    };
    options.limits = limitsOf(settings);
    options.network = settings.network;
    options.kernelFolder = KernelFiles::unpack(settings.dataFolder);
    auto sandbox = std::make_unique<LocalSandbox>(std::move(options));
    *self = sandbox.get();
    return sandbox;
}

std::unique_ptr<Model> makeModel(const Settings &settings, const Secret &key)
{
    if (settings.provider == Settings::Provider::Builtin)
        return std::make_unique<BuiltinModel>();
    if (settings.provider == Settings::Provider::Gateway)
        return makeGatewayModel(clientOptions(settings, key),
                                {settings.relayVm, installId(settings.dataFolder)},
                                settings.gatewayUrl, settings.gatewayModel);
    return std::make_unique<OpenAiModel>(
        OpenAiModel::Endpoint{settings.baseUrl, key, settings.model});
}

Session::Parts localParts()
{
    Session::Parts parts;
    parts.sandbox = makeLocalSandbox;
    parts.exeSandbox = makeExeSandbox;
    parts.exeFiles = makeExeFiles;
    parts.model = makeModel;
    parts.addPackages = addPackages;
    parts.addFacts = addFacts;
    return parts;
}

} // namespace sandglass
