"""One kernel process: its environment, descriptors, signals and end."""

import json
import os
import secrets
import shutil
import signal
import sys
import tempfile

from . import tree

PIPE = 1024 * 1024
F_SETPIPE_SZ = 1031
LAUNCHER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "kernel.py")
OPTIONS = ["--HistoryManager.enabled=False"]  # else a database in the person's home
UNWANTED = ("MPLBACKEND", "PYTHONSTARTUP", "PYTHONINSPECT", "PYTHONFAULTHANDLER")
# MPLBACKEND=agg would switch figures off


def private_folder():
    """A new 0700 folder for the sockets; short, a socket's path has at most 107 bytes."""
    for base in (os.environ.get("JUPYTER_RUNTIME_DIR"), os.environ.get("XDG_RUNTIME_DIR")):
        if base and len(os.fsencode(base)) < 70 and os.path.isdir(base):
            try:
                return tempfile.mkdtemp(prefix="k-", dir=base)
            except OSError:
                continue
    return tempfile.mkdtemp(prefix="k-", dir="/tmp" if os.path.isdir("/tmp") else None)


def kernel_environment(nonce, log):
    """The kernel's variables: ours, less what harms, plus what makes programs plain."""
    variables = {k: v for k, v in os.environ.items() if k not in UNWANTED}
    variables.setdefault("IPYTHONDIR", os.path.join(tempfile.gettempdir(), "ipython"))
    variables.setdefault("PLOTLY_RENDERER", "plotly_mimetype")
    variables.update(TERM="dumb", PYTHONUNBUFFERED="1", JPY_PARENT_PID=str(os.getpid()),
                     SANDGLASS_NONCE=nonce, SANDGLASS_LOG=str(log))
    return variables


def output_pipe():
    """A pipe (read end non-blocking, write end) as large as the system allows."""
    import fcntl

    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    try:
        fcntl.fcntl(writing, F_SETPIPE_SZ, PIPE)
    except OSError:
        pass  # the user's share of pipe memory is used up
    return reading, writing


def out_of_memory_kills():
    """How often the memory limit killed something in our cgroup, or None."""
    try:
        with open("/proc/self/cgroup") as file:
            path = next(line.strip()[3:] for line in file if line.startswith("0::"))
        with open("/sys/fs/cgroup%s/memory.events" % path) as file:
            return next(int(line.split()[1]) for line in file if line.startswith("oom_kill "))
    except (OSError, StopIteration, ValueError):
        return None


class Kernel:
    """Starts the process at once; `stdout`, `stderr`, `log` are the ends to read."""

    def __init__(self):
        self.folder = private_folder()
        self.key = secrets.token_hex(16)
        self.nonce = secrets.token_hex(8)
        self.address = os.path.join(self.folder, "s")
        self.killed = False  # by us
        self.alive = True
        self._kills = out_of_memory_kills()
        self.pid, self.stdout, self.stderr, self.log = self._spawn(self._connection_file())
        self.pidfd = os.pidfd_open(self.pid)

    def _connection_file(self):
        path = os.path.join(self.folder, "k.json")
        with open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w") as file:
            json.dump({"transport": "ipc", "ip": self.address, "shell_port": 1, "iopub_port": 2,
                       "stdin_port": 3, "control_port": 4, "hb_port": 5, "key": self.key,
                       "signature_scheme": "hmac-sha256", "kernel_name": ""}, file)
        return path

    def _spawn(self, connection):
        stdout, out = output_pipe()
        stderr, err = output_pipe()
        log, log_in = os.pipe()
        os.set_blocking(log, False)
        null = os.open(os.devnull, os.O_RDONLY)
        passed = 3
        actions = [(os.POSIX_SPAWN_DUP2, source, target)
                   for source, target in ((null, 0), (out, 1), (err, 2), (log_in, passed))]
        pid = os.posix_spawn(
            sys.executable, [sys.executable, LAUNCHER, "-f", connection] + OPTIONS,
            kernel_environment(self.nonce, passed), file_actions=actions, setsid=True,
            setsigdef=[signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGCHLD])
        for descriptor in (out, err, log_in, null):
            os.close(descriptor)
        return pid, stdout, stderr, log

    def interrupt(self):
        """SIGINT to the kernel's whole group: children stop too, os.system included."""
        self._signal_group(signal.SIGINT)

    def kill_children(self):
        """SIGKILL what the kernel started, the kernel itself not."""
        tree.kill_below(self.pid, rounds=2)

    def kill(self):
        """SIGKILL the kernel, its group, and everything that hangs below the host."""
        self.killed = True
        if self.alive:
            self._signal_group(signal.SIGKILL)
        self.sweep()

    def sweep(self):
        """End what outlived the kernel: it may hold the pipes and would write on."""
        if os.getpid() == 1:
            try:
                os.kill(-1, signal.SIGKILL)  # all of the namespace but ourselves
            except OSError:
                pass
        else:
            tree.kill_below(os.getpid())

    def ended(self):
        """Collect the process once its pidfd is readable; returns the cause of its end."""
        status = os.waitpid(self.pid, 0)[1]
        self.alive = False
        code = os.waitstatus_to_exitcode(status)
        if code >= 0:
            return {"kind": "exit", "code": code}
        cause = {"kind": "signal", "number": -code}
        if code != -signal.SIGKILL or self.killed:
            return cause
        kills = out_of_memory_kills()
        if kills is not None and self._kills is not None:
            return {"kind": "oom"} if kills > self._kills else cause
        return dict(cause, likely="memory")

    def close(self):
        """Give back descriptors and the folder; the process has ended before."""
        for descriptor in (self.pidfd, self.stdout, self.stderr, self.log):
            os.close(descriptor)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _signal_group(self, number):
        try:
            os.killpg(self.pid, number)
        except OSError:
            pass
