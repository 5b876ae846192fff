// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/childprocess.h"

#include <memory>

namespace sandglass {

/// A user-mode network for one sandbox: slirp4netns joined to its network namespace. The computer's
/// own loopback stays out of reach; its other addresses and the local network don't (slirp4netns
/// has no filter). Made and destroyed on the link thread; ends with the object.
class Slirp
{
public:
    /// Waits for the child's id on `info` (bubblewrap's --info-fd), gives its network namespace a
    /// way out and lets it go on by `block`. `errors` becomes its stderr.
    /// Throws Error(SetupFailed).
    Slirp(int info, int block, int errors, QDeadlineTimer deadline);

    /// Absolute path of slirp4netns. Throws Error(Unsupported) with the package to install.
    static QString program();

private:
    std::unique_ptr<ChildProcess> m_process;
};

} // namespace sandglass
