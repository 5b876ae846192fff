// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace sandglass {

/// The seccomp filter of the local sandbox as the bytes of a classic BPF program (an array of
/// `struct sock_filter`), for bubblewrap's --seccomp. It closes what namespaces leave open: kernel
/// keyrings, ptrace, io_uring, new namespaces and mounts, odd socket families, terminal injection.
/// Written by hand for the machine it is compiled for. Linux on x86-64 and aarch64; else empty.
QByteArray seccompFilter();

} // namespace sandglass
