// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/codesandbox.h"

#include "exe/error.h"
#include "exe/exelog.h"
#include "exe/failure.h"
#include "sandbox/codeoutput.h"
#include "sandbox/exesandbox.h"
#include "sandbox/kernelfiles.h"
#include "sandbox/vmsetup.h"

#include <QDir>
#include <QStandardPaths>

#include <mutex>

namespace sandglass {

namespace {

constexpr std::chrono::seconds removalTime{60};

QString cacheFolder()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
                           QStringLiteral("/sandglass-sandbox");
    if (!QDir().mkpath(folder))
        throw Error(ErrorKind::SetupFailed,
                    QStringLiteral("The folder %1 can't be made, so no code can be run in a VM.")
                        .arg(folder),
                    QStringLiteral("Look whether the disk is full and whether you may write "
                                   "there."));
    return folder;
}

} // namespace

struct CodeSandbox::Parts
{
    ExeSandbox::Options options;
    std::unique_ptr<exedev::Client> client; ///< for the deletion
    std::mutex mutex;                       ///< of what follows
    CellId cell;                            ///< the one that runs, else null
    CodeOutput output;
    std::unique_ptr<ExeSandbox> sandbox; // last: its link thread uses the above
};

CodeSandboxOptions::CodeSandboxOptions()
    : packages(standardPackages())
{}

CodeSandbox::CodeSandbox(const exedev::ClientOptions &access, CodeSandboxOptions options)
    : m_parts(std::make_unique<Parts>())
{
    const QString folder = cacheFolder();
    m_parts->options.access = access;
    m_parts->options.egress = std::move(options.egress);
    m_parts->options.packages = std::move(options.packages);
    m_parts->options.kernelFolder = KernelFiles::unpack(folder);
    m_parts->options.lockFile = folder + QStringLiteral("/base.lock");
    try {
        m_parts->client = std::make_unique<exedev::Client>(access);
        open();
    } catch (const exedev::Error &error) {
        throw Error(exedev::failureOf(error));
    }
}

CodeSandbox::~CodeSandbox()
{
    const QString name = vm();
    try {
        remove();
    } catch (const std::exception &error) {
        // A destructor can't throw, and the VM goes on costing money.
        qCWarning(exedev::lcExe).noquote() << "The VM" << name << "is left behind:" << error.what();
    }
}

/// A sandbox without a VM. It is of no installation, so that nobody's sweep pauses it.
void CodeSandbox::open()
{
    Parts *parts = m_parts.get();
    parts->options.conversation = ConversationId::create().toString();
    parts->sandbox = std::make_unique<ExeSandbox>(parts->options);
    const auto take = [parts](const CellId &cell, const auto &told) {
        const std::lock_guard lock(parts->mutex);
        if (!parts->cell.isNull() && (cell == parts->cell || cell.isNull()))
            parts->output.add(told);
    };
    QObject::connect(
        parts->sandbox.get(), &Sandbox::output, parts->sandbox.get(),
        [take](const CellId &cell, const Output &output) { take(cell, output); },
        Qt::DirectConnection);
    QObject::connect(
        parts->sandbox.get(), &Sandbox::notice, parts->sandbox.get(),
        [take](const CellId &cell, const Notice &notice) { take(cell, notice); },
        Qt::DirectConnection);
}

CodeResult CodeSandbox::runCode(const QString &code, std::chrono::milliseconds timeout,
                                std::stop_token stop)
{
    const CellId cell = CellId::create();
    {
        const std::lock_guard lock(m_parts->mutex);
        m_parts->cell = cell;
        m_parts->output = {};
    }
    const CellResult result =
        m_parts->sandbox->execute({cell, code.toUtf8(), timeout}, std::move(stop));
    const std::lock_guard lock(m_parts->mutex);
    m_parts->cell = {};
    return m_parts->output.finish(result);
}

void CodeSandbox::remove()
{
    const QString name = vm();
    if (name.isEmpty())
        return;
    exedev::VmInfo info;
    info.name = name;
    exedev::Call call;
    call.deadline = QDeadlineTimer(removalTime);
    try {
        m_parts->client->known(info).remove(call);
    } catch (const exedev::NotFoundError &) {
        // Somebody else was first.
    } catch (const exedev::Error &error) {
        throw Error(exedev::failureOf(error));
    }
    m_parts->sandbox.reset();
    open();
}

QString CodeSandbox::vm() const
{
    return m_parts->sandbox->vm();
}

} // namespace sandglass
