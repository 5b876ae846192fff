// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/seccomp.h"

#include <QtGlobal>

#if defined(Q_OS_LINUX) && (defined(__x86_64__) || defined(__aarch64__))

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <vector>

namespace sandglass {

namespace {

#if defined(__x86_64__)
constexpr quint32 architecture = AUDIT_ARCH_X86_64;
#else
constexpr quint32 architecture = AUDIT_ARCH_AARCH64;
#endif

constexpr quint32 x32Bit = 0x40000000;
constexpr quint32 newNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                  CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

// Refused with EPERM. Newer calls have one number on every architecture (asm-generic); they are
// written out where the C library's headers may be too old to name them.
constexpr quint32 refused[] = {
    __NR_add_key,
    __NR_request_key,
    __NR_keyctl,
    __NR_bpf,
    __NR_userfaultfd,
    __NR_perf_event_open,
    __NR_io_uring_setup,
    __NR_io_uring_enter,
    __NR_io_uring_register,
    __NR_ptrace,
    __NR_process_vm_readv,
    __NR_process_vm_writev,
    438 /* pidfd_getfd */,
    440 /* process_madvise */,
    __NR_kcmp,
    __NR_mount,
    __NR_umount2,
    __NR_pivot_root,
    __NR_chroot,
    __NR_move_mount,
    __NR_open_tree,
    __NR_fsopen,
    __NR_fsconfig,
    __NR_fsmount,
    __NR_fspick,
    442 /* mount_setattr */,
    467 /* open_tree_attr */,
    __NR_setns,
    __NR_unshare,
    __NR_open_by_handle_at,
    __NR_init_module,
    __NR_finit_module,
    __NR_delete_module,
    __NR_kexec_load,
    __NR_kexec_file_load,
    __NR_reboot,
    __NR_swapon,
    __NR_swapoff,
    __NR_clock_settime,
    __NR_clock_adjtime,
    __NR_settimeofday,
    __NR_adjtimex,
    __NR_syslog,
    __NR_acct,
    __NR_quotactl,
    443 /* quotactl_fd */,
    __NR_fanotify_init,
    __NR_fanotify_mark,
    __NR_sethostname,
    __NR_setdomainname,
    __NR_vhangup,
    __NR_lookup_dcookie,
    __NR_nfsservctl,
#if defined(__x86_64__)
    __NR_iopl,
    __NR_ioperm,
    __NR_modify_ldt,
    __NR_create_module,
    __NR_uselib,
    __NR__sysctl,
    __NR_sysfs,
    __NR_ustat,
#endif
};

constexpr quint32 families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};

/// Appends instructions; every check falls through to the next one where it doesn't apply, so
/// that no jump is longer than a few instructions.
class Program
{
public:
    void add(quint16 code, quint32 k, quint8 yes = 0, quint8 no = 0)
    {
        m_code.push_back(sock_filter{code, yes, no, k});
    }
    void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<quint32>(offset)); }
    void answer(quint32 value) { add(BPF_RET | BPF_K, value); }
    void refuse(quint32 call, int error)
    {
        add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
        answer(SECCOMP_RET_ERRNO | static_cast<quint32>(error));
    }
    /// Skips the next `count` instructions unless the call is this one.
    void onlyFor(quint32 call, quint8 count) { add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, count); }

    QByteArray bytes() const
    {
        return QByteArray(reinterpret_cast<const char *>(m_code.data()),
                          static_cast<qsizetype>(m_code.size() * sizeof(sock_filter)));
    }

private:
    std::vector<sock_filter> m_code;
};

// Both machines are little-endian: the low half of an argument comes first.
constexpr size_t argument(int index)
{
    return offsetof(seccomp_data, args) + static_cast<size_t>(index) * sizeof(quint64);
}

void checkArguments(Program &program)
{
    // clone: no new namespaces. clone3 has its flags behind a pointer; the C library falls back.
    program.onlyFor(__NR_clone, 4);
    program.load(argument(0));
    program.add(BPF_JMP | BPF_JSET | BPF_K, newNamespaces, 0, 1);
    program.answer(SECCOMP_RET_ERRNO | EPERM);
    program.answer(SECCOMP_RET_ALLOW);
    program.refuse(435 /* clone3 */, ENOSYS);

    // ioctl: nothing may be typed into a terminal.
    program.onlyFor(__NR_ioctl, 5);
    program.load(argument(1));
    program.add(BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0);
    program.add(BPF_JMP | BPF_JEQ | BPF_K, TIOCLINUX, 0, 1);
    program.answer(SECCOMP_RET_ERRNO | EPERM);
    program.answer(SECCOMP_RET_ALLOW);

    // socket: a network namespace doesn't hold vsock, alg and their like.
    constexpr quint8 count = sizeof(families) / sizeof(families[0]);
    program.onlyFor(__NR_socket, count + 3);
    program.load(argument(0));
    for (quint8 i = 0; i < count; ++i)
        program.add(BPF_JMP | BPF_JEQ | BPF_K, families[i], static_cast<quint8>(count - i), 0);
    program.answer(SECCOMP_RET_ERRNO | EAFNOSUPPORT);
    program.answer(SECCOMP_RET_ALLOW);
}

} // namespace

QByteArray seccompFilter()
{
    Program program;
    program.load(offsetof(seccomp_data, arch));
    program.add(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
    program.answer(SECCOMP_RET_KILL_PROCESS);
    program.load(offsetof(seccomp_data, nr));
    program.add(BPF_JMP | BPF_JGE | BPF_K, x32Bit, 0, 1);
    program.answer(SECCOMP_RET_ERRNO | ENOSYS);
    for (const quint32 call : refused)
        program.refuse(call, EPERM);
    checkArguments(program);
    program.answer(SECCOMP_RET_ALLOW);
    return program.bytes();
}

} // namespace sandglass

#else

namespace sandglass {

QByteArray seccompFilter()
{
    return {};
}

} // namespace sandglass

#endif
