# SPDX-License-Identifier: GPL-3.0-or-later
"""One VM: a folder, a first process below which everything runs, and what the lobby knows of it."""
import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import uuid
from datetime import datetime, timezone

from . import processes, setupunit

GIGABYTE = 1 << 30
SHELL = "/bin/bash" if os.path.exists("/bin/bash") else "/bin/sh"
BOOT_ID = "/proc/sys/kernel/random/boot_id"
PROFILE = """\
# Written by the stand-in server: /etc/profile has set PATH anew.
PATH="{first}$HOME/.local/bin:$PATH:{last}"
"""


class Session:
    """One command that runs: its output, its end, and a way to be cut."""

    def __init__(self, out, err, control):
        self.out, self.err, self.control = out, err, control
        self.cut = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)

    def close(self):
        """Ends the one process of the session if it still runs."""
        self.control.close()
        for number in (self.out, self.err, self.cut):
            if number is not None:
                os.close(number)


class Machine:
    """Its attributes are guarded by `lock`, its life by the lobby, which calls one action at a time."""

    def __init__(self, name, folder, options, isolation):
        self.name = name
        self.folder = folder
        self.status = "starting"
        self.comment = ""
        self.tags = []
        self.egress = "all"
        self.cpu, self.memory, self.disk = 2, 8 * GIGABYTE, 20 * GIGABYTE
        self.pending = {}  # sizes that apply at the next boot
        self.public, self.port = False, 8000
        self.env = {}
        self.image = "exeuntu"
        self.pool = None
        self.standalone = False
        self.used = False  # a command ran: there is something to measure
        self.created = datetime.now(timezone.utc)
        self.lock = threading.RLock()
        self.sessions = set()
        self.home = os.path.join(folder, "home")
        self._options = options
        self._isolation = isolation
        self._agent = None
        self._control = None
        self._ready_at = 0.0
        self.inner_home, self.inner_machine = isolation.places(folder)

    # The disk

    def make_disk(self, source=None):
        machine = os.path.join(self.folder, "machine")
        os.makedirs(machine)
        if source is None:
            os.makedirs(os.path.join(self.folder, "tmp"))
            if self._options.skel:
                shutil.copytree(self._options.skel, self.home, symlinks=True)
            else:
                os.makedirs(self.home)
            first = "".join(f"{os.path.abspath(path)}:" for path in self._options.path_prepend)
            with open(os.path.join(self.home, ".profile"), "a", encoding="utf-8") as profile:
                profile.write(PROFILE.format(first=first, last=os.environ.get("PATH", "")))
        else:
            for part in ("home", "tmp"):
                subprocess.run(["cp", "-a", "--reflink=auto", os.path.join(source.folder, part),
                                os.path.join(self.folder, part)], check=False,
                               stderr=subprocess.DEVNULL)
        self.setup = setupunit.SetupUnit(self, machine)

    def remove_disk(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    # Its life

    def boot(self):
        with self.lock:
            for field, value in self.pending.items():
                setattr(self, field, value)
            self.pending = {}
            with open(os.path.join(self.folder, "machine", "boot_id"), "w", encoding="ascii") as file:
                file.write(f"{uuid.uuid4()}\n")
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                self._agent = subprocess.Popen(
                    self._isolation.command(self.folder, self.name), stdin=theirs,
                    stdout=subprocess.DEVNULL,
                    start_new_session=True, env={"PATH": os.environ.get("PATH", "/usr/bin:/bin")})
            self._control = ours
            self._ready_at = time.monotonic() + self._options.boot_delay
            self.status = "running"
            self.setup.boot(self._options.boot_delay)

    def shown_status(self):
        return "starting" if self.status == "running" and self.booting() else self.status

    def booting(self):
        return time.monotonic() < self._ready_at

    def shut(self, status):
        """Everything ends at once, as when a machine loses its power."""
        with self.lock:
            self.status = status
            self.cut_sessions()
            if self._agent:
                first = self._first()
                if first:
                    # Stopped, it can tell nobody how the commands ended: they just vanish.
                    os.kill(first, signal.SIGSTOP)
                    processes.kill(self.processes)
                    os.kill(first, signal.SIGKILL)
                self._control.close()
                self._agent.kill()
                self._agent.wait()
                self._agent = None

    def pause(self):
        with self.lock:
            self.status = "paused"
            self.cut_sessions()
            processes.freeze(self.processes)

    def resume(self):
        with self.lock:
            processes.thaw(self.processes)
            self.status = "running"

    def kill_all(self):
        processes.kill(self.processes)

    def cut_sessions(self):
        for session in list(self.sessions):
            os.eventfd_write(session.cut, 1)

    def processes(self):
        """pid -> state of everything but the first process."""
        first = self._first()
        return processes.below(first) if first else {}

    def _first(self):
        agent = self._agent
        return self._isolation.first(agent.pid) if agent else 0

    # Commands

    def open(self, command, setup=False):
        """Starts a command; gives its Session. Raises OSError when the VM went away meanwhile."""
        line = command.replace(BOOT_ID, f"{self.inner_machine}/boot_id")
        tools = setup or "exe-setup.service" in line
        if tools:
            line = self.setup.replaced(line)
        request = os.memfd_create("request")
        out, out_end = os.pipe2(os.O_CLOEXEC)
        err, err_end = os.pipe2(os.O_CLOEXEC)
        ours, theirs = socket.socketpair()
        try:
            text = json.dumps({"argv": [SHELL, "-c", line], "cwd": self.inner_home,
                               "env": self.environment(tools)})
            os.write(request, text.encode("utf-8", "surrogateescape"))
            os.lseek(request, 0, os.SEEK_SET)
            with self.lock:
                if self.status != "running":
                    raise ConnectionError("the VM went away")
                socket.send_fds(self._control, [b"run"],
                                [out_end, err_end, theirs.fileno(), request])
                session = Session(out, err, ours)
                self.sessions.add(session)
                self.used = True
            return session
        except OSError:
            ours.close()
            os.close(out)
            os.close(err)
            raise
        finally:
            theirs.close()
            for number in (request, out_end, err_end):
                os.close(number)

    def close(self, session):
        with self.lock:
            self.sessions.discard(session)
            session.close()

    def environment(self, tools=False):
        path = [os.path.abspath(folder) for folder in self._options.path_prepend]
        path += [f"{self.inner_home}/.local/bin", os.environ.get("PATH", "/usr/bin:/bin")]
        if tools:
            path.insert(0, f"{self.inner_machine}/tools")
        env = {"HOME": self.inner_home, "USER": "exedev", "LOGNAME": "exedev", "SHELL": SHELL,
               "PATH": ":".join(path), "LANG": "C.UTF-8"}
        if self._options.llm_url:
            env["EXE_FAKE_LLM_URL"] = self._options.llm_url
        return {**env, **self.env}

    def state(self):
        """One row of GET /_state."""
        with self.lock:
            return {"name": self.name, "status": self.shown_status(), "comment": self.comment,
                    "tags": list(self.tags), "created": self.created.isoformat(),
                    "egress": self.egress, "cpu": self.cpu, "memory": self.memory,
                    "disk": self.disk, "public": self.public, "port": self.port,
                    "home": self.home, "env": dict(self.env), "image": self.image,
                    "sessions": len(self.sessions), "pids": sorted(self.processes())}
