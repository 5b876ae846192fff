// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/localsandbox.h"

// The LocalSandbox of systems that have no bubblewrap: it refuses.
namespace sandglass {

class LocalKernel
{};

struct LocalSandbox::Shared
{};

LocalSandbox::LocalSandbox(Options options, QObject *parent)
    : Sandbox(parent)
    , m_options(std::move(options))
{}

LocalSandbox::~LocalSandbox() = default;

std::optional<Failure> LocalSandbox::check()
{
    return Failure{
        ErrorKind::Unsupported,
        QStringLiteral("Code can't run on this computer itself: the local sandbox needs Linux. "
                       "Sandglass never runs code without a sandbox."),
        QStringLiteral("Choose an exe.dev sandbox in the settings.")};
}

QString LocalSandbox::heldLimits() const
{
    return {};
}

CellResult LocalSandbox::execute(const CellRequest &, std::stop_token)
{
    throw Error(*check());
}

void LocalSandbox::restart() {}
void LocalSandbox::kill() {}

} // namespace sandglass
