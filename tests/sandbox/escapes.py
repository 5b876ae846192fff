# SPDX-License-Identifier: GPL-3.0-or-later
"""Ways out of the sandbox, run as one cell. FACTS (a dict) is put in front by the test: it names
what really is outside. Each attempt prints `NAME: held (why)`, or `NAME: ESCAPED …`. An attempt
that returns a text got out; a falsy value or an OSError says that it was held; anything else is
BROKEN, so that a fault in here never looks like a wall."""
import array
import ctypes
import errno
import fcntl
import os
import platform
import resource
import shutil
import signal
import socket
import stat
import subprocess
import threading

LIBC = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
NUMBERS = {  # name: (x86-64, aarch64)
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438), "unshare": (272, 97), "clone": (56, 220), "clone3": (435, 435),
    "mount": (165, 40), "umount2": (166, 39), "chroot": (161, 51), "setns": (308, 268),
    "keyctl": (250, 219), "add_key": (248, 217), "io_uring_setup": (425, 425), "bpf": (321, 280),
    "userfaultfd": (323, 282), "perf_event_open": (298, 241), "init_module": (175, 105),
    "open_by_handle_at": (304, 265), "syslog": (103, 116), "clock_settime": (227, 112),
    "sethostname": (170, 161), "open_tree": (428, 428), "fsopen": (430, 430),
    "pivot_root": (155, 41), "kexec_load": (246, 104), "swapon": (167, 224), "reboot": (169, 142),
    "quotactl": (179, 60), "move_mount": (429, 429), "personality": (135, 92), "acct": (163, 89),
    "fanotify_init": (300, 262), "kcmp": (312, 272),
}
ATTEMPTS = []


def attempt(function):
    ATTEMPTS.append(function)
    return function


def call(name, *arguments):
    """The system call's result; raises OSError like a function of os."""
    ctypes.set_errno(0)
    result = LIBC.syscall(ctypes.c_long(NUMBERS[name][0 if X86 else 1]),
                          *[ctypes.c_void_p(a) if isinstance(a, int) or a is None else a
                            for a in arguments])
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def read(path):
    with open(path, "rb") as file:
        return "read %s: %r" % (path, file.read(40))


def writes(path, mode="ab"):
    with open(path, mode) as file:
        file.write(b"x")
        file.flush()
    return "wrote " + path


def any_of(function, values):
    """What got through for one of the values; held where all of them were."""
    last = None
    for value in values:
        try:
            found = function(value)
            if found:
                return found
        except OSError as error:
            last = error
    if last:
        raise last
    return None


def connects(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as link:
        link.settimeout(2)
        link.connect(address)
    return "connected to %r" % (address,)


# -- files

@attempt
def secret_in_the_home_folder():
    return any_of(read, [FACTS["secret_file"], "/proc/1/root" + FACTS["secret_file"],
                         "/proc/1/cwd/../../.." + FACTS["secret_file"]])


@attempt
def listing_of_the_home_folder():
    shown = [n for n in os.listdir(FACTS["home"]) if n not in FACTS["python_parts"]]
    return shown and "saw %r" % shown


@attempt
def another_conversation():
    return any_of(read, [FACTS["other_file"], FACTS["work"] + "/../journal.jsonl",
                         "/home/user/work/../journal.jsonl", FACTS["journal"]])


@attempt
def passwords_and_keys_of_the_machine():
    return any_of(read, ["/etc/shadow", "/etc/ssl/private", "/etc/ssh/ssh_host_rsa_key",
                         "/etc/sudoers", "/root/.ssh/id_rsa", "/var/log/dpkg.log"])


@attempt
def accounts_of_the_machine():
    names = [line.split(":")[0] for line in open("/etc/passwd")]
    return set(names) - {"root", "user", "nobody"} and "saw %r" % names


@attempt
def writing_what_the_person_gave():
    return any_of(writes, ["/home/user/work/data/given.csv", "/home/user/work/data/new"])


@attempt
def putting_another_data_folder_in_its_place():
    os.rename("/home/user/work/data", "/home/user/work/moved")
    return "renamed data"


@attempt
def deleting_what_the_person_gave():
    os.unlink("/home/user/work/data/given.csv")
    return "deleted a file"


@attempt
def linking_what_the_person_gave():
    os.link("/home/user/work/data/given.csv", "/home/user/work/linked")
    return "linked a file"


@attempt
def writing_programs_that_run_outside():
    import ipykernel
    return any_of(writes, ["/opt/packages/sitecustomize.py", "/run/sandglass/host.py",
                           os.path.dirname(ipykernel.__file__) + "/__init__.py",
                           os.path.realpath("/proc/self/exe"), "/usr/bin/python3"])


@attempt
def writing_to_the_system():
    return any_of(lambda p: writes(p, "wb"), ["/x", "/usr/x", "/etc/x", "/dev/x", "/run/x", "/x/y"])


@attempt
def filling_memory_through_the_root_folder():
    found = []
    for folder in ("/", "/dev", "/etc", "/run", "/home", "/opt", "/var"):
        if os.access(folder, os.W_OK):
            try:
                writes(folder + "/fill", "wb")
                found.append(folder)
            except OSError:
                pass
    return found and "could write in %r" % found


@attempt
def filling_memory_through_tmp():
    try:
        with open("/tmp/fill", "wb") as file:
            for _ in range(700):
                file.write(bytes(1 << 20))
        return "700 MB fit into /tmp"
    finally:
        os.unlink("/tmp/fill")


@attempt
def a_file_over_its_limit():
    try:
        os.truncate(os.open("big", os.O_CREAT | os.O_WRONLY), FACTS["file_limit"] + 1)
        return "a file over the limit"
    finally:
        os.unlink("big")


# -- the kernel's switches

@attempt
def switches_of_the_machine():
    return any_of(lambda p: os.close(os.open(p, os.O_WRONLY)) or "opened " + p, [
        "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger",
        "/proc/sys/vm/overcommit_memory", "/proc/sys/fs/file-max", "/proc/sys/kernel/hostname",
        "/proc/sys/net/ipv4/ip_forward", "/sys/kernel/uevent_helper"])


@attempt
def remounting_the_switches():
    call("mount", b"none", b"/proc/sys", None, 32 | 4096, None)
    return "remounted"


@attempt
def devices_of_the_machine():
    allowed = {"null", "zero", "full", "random", "urandom", "tty", "pts", "ptmx", "shm", "fd",
               "stdin", "stdout", "stderr", "core", "console"}
    odd = set(os.listdir("/dev")) - allowed
    if odd:
        return "saw %r" % odd
    os.mknod("/tmp/disk", stat.S_IFBLK | 0o600, os.makedev(8, 0))
    return "made a device"


@attempt
def sysfs_and_control_groups():
    return any_of(lambda p: os.listdir(p) and "saw " + p, ["/sys", "/sys/fs/cgroup"])


@attempt
def typing_into_the_terminal():
    master, slave = os.openpty()
    fcntl.ioctl(slave, 0x5412, array.array("B", b"x"))
    return "TIOCSTI worked"


@attempt
def log_of_the_machine():
    buffer = ctypes.create_string_buffer(4096)
    return call("syslog", 3, buffer, 4096) >= 0 and "read dmesg"


@attempt
def clock_and_name_of_the_machine():
    def change(name):
        if name == "clock":
            import time
            time.clock_settime(time.CLOCK_REALTIME, time.time())
        else:
            socket.sethostname("mine")
        return "changed the " + name
    return any_of(change, ["clock", "name"])


# -- other processes

@attempt
def processes_of_the_machine():
    pids = [int(n) for n in os.listdir("/proc") if n.isdigit()]
    for pid in pids:
        try:
            text = open("/proc/%d/cmdline" % pid, "rb").read()
        except OSError:
            continue
        if FACTS["program"].encode() in text:
            return "saw the app as process %d" % pid
    return len(pids) > 40 and "saw %d processes" % len(pids)


@attempt
def secrets_in_the_environment_of_processes():
    for name in [n for n in os.listdir("/proc") if n.isdigit()] + ["self"]:
        try:
            if FACTS["env_secret"].encode() in open("/proc/%s/environ" % name, "rb").read():
                return "found in process " + name
        except OSError:
            pass


@attempt
def host_process_memory():
    return any_of(lambda p: os.close(os.open(p, os.O_RDONLY)) or "opened " + p,
                  ["/proc/1/mem", "/proc/1/environ", "/proc/1/maps", "/proc/1/auxv"])


@attempt
def host_process_folders_and_descriptors():
    # root may list the numbers of another root process's descriptors, and do nothing with them
    try:
        numbers = os.listdir("/proc/1/fd")
    except OSError:
        numbers = ["0", "1", "2", "100", "101"]
    links = ["/proc/1/fd/" + n for n in numbers] + ["/proc/1/root", "/proc/1/cwd", "/proc/1/exe"]
    return any_of(lambda p: "followed %s to %s" % (p, os.readlink(p)), links) or any_of(
        lambda p: os.close(os.open(p, os.O_RDONLY)) or "opened " + p, links)


@attempt
def host_process_by_ptrace():
    call("ptrace", 16, 1, None, None)
    return "attached"


@attempt
def host_process_by_vm_readv():
    buffer = ctypes.create_string_buffer(16)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 16)
    call("process_vm_readv", 1, vector, 1, vector, 1, 0)
    return "read its memory"


@attempt
def host_process_by_pidfd_getfd():
    descriptor = os.pidfd_open(1)
    call("pidfd_getfd", descriptor, 1, 0)
    return "took its descriptor"


@attempt
def host_process_by_signals():
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP, signal.SIGSEGV):
        os.kill(1, number)
    # it is alive where the next cell gets an answer; the test looks
    return None


@attempt
def inherited_descriptors():
    odd = []
    for name in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink("/proc/self/fd/" + name)
        except OSError:
            continue
        if target.startswith("/") and not target.startswith(
                ("/dev/", "/home/user/work", "/tmp/", "/proc/", "/usr/", FACTS["prefix"],
                 "/run/kernel", "/run/sandglass")):
            odd.append(target)
    return odd and "holds %r" % odd


@attempt
def forged_events_by_every_descriptor():
    line = b'\n{"n":999999,"boot":"x","cell":null,"event":"stream","content":{}}\n'
    for descriptor in range(0, 200):
        if descriptor in (1, 2):
            continue
        try:
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                name = socket.socket(fileno=os.dup(descriptor)).getsockname()
                if not name:  # like the protocol's socket pair; zmq's have names
                    os.write(descriptor, line)
        except OSError:
            pass
    return any_of(lambda p: os.write(os.open(p, os.O_WRONLY), line) and "wrote " + p,
                  ["/proc/1/fd/%d" % n for n in (0, 1, 2, 3, 100, 101, 102)])


# -- the network

@attempt
def loopback_of_the_machine():
    return any_of(lambda a: connects(socket.AF_INET, (a, FACTS["port"])),
                  ["127.0.0.1", "10.0.2.2", "169.254.0.1", "127.0.1.1", "0.0.0.0"])


@attempt
def loopback_of_the_machine_by_ipv6():
    return any_of(lambda a: connects(socket.AF_INET6, (a, FACTS["port6"])),
                  ["::1", "::ffff:127.0.0.1", "fd00::2"])


@attempt
def addresses_of_the_machine():
    if FACTS["network"]:
        return None  # the switch says that these are reachable
    return any_of(lambda a: connects(socket.AF_INET, (a, FACTS["any_port"])), FACTS["addresses"])


@attempt
def abstract_sockets_of_the_machine():
    return connects(socket.AF_UNIX, "\0" + FACTS["abstract"])


@attempt
def socket_files_of_the_machine():
    return any_of(lambda p: connects(socket.AF_UNIX, p), [
        FACTS["socket_file"], "/run/dbus/system_bus_socket", "/run/user/1000/bus",
        "/run/user/0/bus", "/run/systemd/private", "/run/docker.sock", "/tmp/.X11-unix/X0",
        "/var/run/nscd/socket"])


@attempt
def the_internet():
    if FACTS["network"]:
        return None
    return any_of(lambda a: connects(socket.AF_INET, a), [("1.1.1.1", 53), ("8.8.8.8", 443)])


@attempt
def names_of_the_internet():
    if FACTS["network"]:
        return None
    return "resolved %s" % socket.gethostbyname("example.com")  # gaierror is an OSError


def _family(number, kind):
    def open_it():
        socket.socket(number, kind).close()
        return "opened family %d" % number
    return open_it


for _name, _number, _kind in (("vsock", 40, socket.SOCK_STREAM), ("crypto", 38, socket.SOCK_SEQPACKET),
                              ("packet", 17, socket.SOCK_RAW), ("bluetooth", 31, socket.SOCK_RAW)):
    _function = _family(_number, _kind)
    _function.__name__ = "sockets_of_the_%s_family" % _name
    ATTEMPTS.append(_function)


@attempt
def raw_sockets():
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()
    return "opened a raw socket"


# -- privileges

@attempt
def becoming_root():
    return any_of(lambda f: f() or os.getuid() == 0 and "uid 0",
                  [lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgid(0),
                   lambda: os.setgroups([0])])


@attempt
def setuid_programs():
    for name in ("su", "sudo", "passwd", "mount", "newuidmap", "pkexec"):
        path = shutil.which(name)
        if path:
            done = subprocess.run([path, "-c", "id -u"] if name == "su" else [path, "--version"],
                                  capture_output=True, stdin=subprocess.DEVNULL, timeout=20)
            if done.stdout.strip() == b"0":
                return name + " gave uid 0"
    flags = os.statvfs("/usr").f_flag
    return not flags & os.ST_NOSUID and "/usr isn't nosuid"


@attempt
def capabilities():
    lines = dict(line.split(":\t") for line in open("/proc/self/status").read().splitlines()
                 if ":\t" in line)
    sets = {k: int(lines[k], 16) for k in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")}
    if lines["NoNewPrivs"] != "1" or lines["Seccomp"] != "2":
        return "no_new_privs %s seccomp %s" % (lines["NoNewPrivs"], lines["Seccomp"])
    return any(sets.values()) and "has %r" % sets


@attempt
def new_namespaces():
    return any_of(lambda flag: call("unshare", flag) == 0 and "unshared %x" % flag,
                  [0x10000000, 0x00020000, 0x40000000, 0x20000000, 0x10000000 | 0x00020000])


@attempt
def new_namespaces_by_the_program():
    done = subprocess.run(["unshare", "-Ur", "id"], capture_output=True, timeout=20)
    return done.returncode == 0 and "unshare -U worked"


@attempt
def new_namespaces_by_clone():
    def clone(name):
        if name == "clone":
            pid = call("clone", 0x10000000 | 17, None, None, None, None)
        else:
            arguments = (ctypes.c_uint64 * 8)(0x10000000, 0, 0, 0, 17, 0, 0, 0)
            pid = call("clone3", arguments, 64)
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
        return name + " made a user namespace"
    return any_of(clone, ["clone", "clone3"])


@attempt
def namespaces_of_other_processes():
    return any_of(lambda kind: call("setns", os.open("/proc/1/ns/" + kind, os.O_RDONLY), 0) == 0 and
                  "entered " + kind, ["user", "mnt", "net", "pid"])


@attempt
def mounts():
    return any_of(lambda f: f() is not None and "mounted", [
        lambda: call("mount", b"/tmp", b"/tmp/m", None, 4096, None),
        lambda: call("mount", b"proc", b"/tmp", b"proc", 0, None),
        lambda: call("umount2", b"/home/user/work/data", 2),
        lambda: call("open_tree", -100, b"/", 1), lambda: call("fsopen", b"tmpfs", 0),
        lambda: call("pivot_root", b"/tmp", b"/tmp")])


@attempt
def another_root_folder():
    os.chroot("/tmp")
    return "changed the root"


@attempt
def files_by_their_handle():
    handle = (ctypes.c_ubyte * 24)(8, 0, 0, 0, 1, 0, 0, 0, 2)
    call("open_by_handle_at", -100, handle, 0)
    return "opened the root of a disk"


# -- the kernel's attack surface

@attempt
def keyrings():
    buffer = ctypes.create_string_buffer(256)
    key = call("keyctl", 10, -3, b"user", FACTS["key"].encode(), 0)
    length = call("keyctl", 11, key, buffer, 256)
    return "read the key %r" % buffer.raw[:length]


def _surface(name, *arguments):
    def use():
        return call(name, *arguments) >= 0 and name + " worked"
    return use


for _name, _arguments in (
        ("io_uring_setup", (8, ctypes.create_string_buffer(256))),
        ("bpf", (0, ctypes.create_string_buffer(128), 128)), ("userfaultfd", (1,)),
        ("perf_event_open", (ctypes.create_string_buffer(128), 0, -1, -1, 0)),
        ("init_module", (ctypes.create_string_buffer(16), 16, b"")),
        ("kexec_load", (0, 0, None, 0)), ("swapon", (b"/tmp/x", 0)), ("acct", (None,)),
        ("quotactl", (0, None, 0, None)), ("fanotify_init", (0, 0)), ("kcmp", (1, 1, 0, 0, 0)),
        ("add_key", (b"user", b"x", b"y", 1, -3)), ("reboot", (0, 0, 0, None))):
    _function = _surface(_name, *_arguments)
    _function.__name__ = "system_call_" + _name
    ATTEMPTS.append(_function)


@attempt
def raising_its_own_limits():
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard + 1, hard + 1))
    return "raised RLIMIT_FSIZE"


@attempt
def protecting_itself_from_the_memory_limit():
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("-1000")
    return "oom_score_adj is -1000"


@attempt
def going_before_others():
    os.nice(-10)
    return "priority raised"


# -- traps for the app, which looks at them afterwards

os.symlink(FACTS["secret_file"], "trap_link.txt")
os.symlink(FACTS["home"], "trap_folder")
os.mkfifo("trap_fifo")
_trap = socket.socket(socket.AF_UNIX)
_trap.bind("trap_socket")


def _go(function):
    # a plain exception stands for a fault of this file: ValueError is what raising a hard limit is
    held = (OSError, subprocess.TimeoutExpired) + (
        (ValueError,) if function.__name__ == "raising_its_own_limits" else ())
    try:
        found = function()
        return "ESCAPED %s" % found if found else "held"
    except held as error:
        return "held (%s)" % str(error).replace("\n", " ")[:100]
    except BaseException as error:
        return "BROKEN %r" % error


for _function in ATTEMPTS:
    print("%s: %s" % (_function.__name__, _go(_function)))
