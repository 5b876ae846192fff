// SPDX-License-Identifier: GPL-3.0-or-later
#include "parts/exeparts.h"

#include "app/installid.h"
#include "exe/error.h"
#include "exe/failure.h"
#include "sandbox/exesandbox.h"
#include "sandbox/kernelfiles.h"
#include "sandbox/vmfiles.h"

namespace sandglass {

namespace {

exedev::ClientOptions accessOf(const Session::Parts::ExeWish &wish)
{
    exedev::ClientOptions options;
    options.token = wish.token.exposed();
    options.baseUrl = wish.settings.exeUrl;
    return options;
}

} // namespace

std::unique_ptr<Sandbox> makeExeSandbox(const Session::Parts::ExeWish &wish)
{
    const QString &data = wish.settings.dataFolder;
    ExeSandbox::Options options;
    options.access = accessOf(wish);
    options.conversation = wish.conversation.toString();
    options.install = installId(data);
    options.egress = wish.settings.egress == Settings::Egress::All ? QStringLiteral("all")
                                                                   : QStringLiteral("integrations");
    options.packages = wish.settings.packages;
    options.kernelFolder = KernelFiles::unpack(data);
    options.lockFile = data + QStringLiteral("/base.lock");
    options.furnish = wish.furnish;
    try {
        return std::make_unique<ExeSandbox>(std::move(options));
    } catch (const exedev::Error &error) { // a token or address that can't be right
        throw Error(exedev::failureOf(error));
    }
}

std::unique_ptr<SandboxFiles> makeExeFiles(const Session::Parts::ExeWish &wish,
                                           std::function<QString()> vm)
{
    try {
        return std::make_unique<VmFiles>(accessOf(wish), std::move(vm), wish.folder);
    } catch (const exedev::Error &error) {
        throw Error(exedev::failureOf(error));
    }
}

} // namespace sandglass
