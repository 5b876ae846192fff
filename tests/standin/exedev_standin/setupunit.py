# SPDX-License-Identifier: GPL-3.0-or-later
"""exe-setup.service of a VM: runs the setup script once, and what systemctl says about that."""
import os
import select
import shutil
import stat
import threading
import time

SYSTEMCTL = """\
#!/bin/sh
here=$(dirname "$0")/..
if [ "$1" = is-system-running ]; then
  cat "$here/system"
  exit 0
fi
[ "$1" = show ] && [ "$2" = exe-setup.service ] || exit 1
shift 2
names= value=
while [ $# -gt 0 ]; do
  case $1 in
    -p|--property) names="$names $2"; shift;;
    --property=*) names="$names ${1#*=}";;
    -p*) names="$names ${1#-p}";;
    --value) value=1;;
  esac
  shift
done
for name in $(echo "$names" | tr , ' '); do
  line=$(grep "^$name=" "$here/unit") || continue
  if [ -n "$value" ]; then echo "${line#*=}"; else echo "$line"; fi
done
"""

JOURNALCTL = """\
#!/bin/sh
count=50
while [ $# -gt 0 ]; do
  case $1 in
    -n) count=$2; shift;;
  esac
  shift
done
tail -n "$count" "$(dirname "$0")/../journal"
"""

IDLE = {"LoadState": "loaded", "ActiveState": "inactive", "Job": "0", "Result": "success",
        "ExecMainCode": "0", "ExecMainStatus": "0", "ExecMainExitTimestampMonotonic": "0",
        "ConditionResult": "no", "ConditionTimestampMonotonic": "0"}


class SetupUnit:
    """Its files are in the VM's machine folder, which commands can only read in bubblewrap."""

    def __init__(self, vm, folder):
        self._vm = vm
        self._folder = folder
        for name, text in (("systemctl", SYSTEMCTL), ("journalctl", JOURNALCTL)):
            self._write(f"tools/{name}", text, 0o755)
        self._write("journal", "")

    def install(self, script):
        self._write("exe.dev/setup", script, 0o755)

    def boot(self, delay):
        """Only images built on exeuntu run setup scripts."""
        if "exeuntu" not in self._vm.image:
            return
        self._write("systemd/exe-setup.service", "[Service]\nType=oneshot\n")
        os.makedirs(self._path("systemd/system"), exist_ok=True)
        if not os.path.exists(self._path("exe.dev/setup")):
            self._show("running", ConditionTimestampMonotonic=self._now())
            return
        self._show("starting", Job="1")
        threading.Thread(target=self._run, args=(delay,), daemon=True).start()

    def replaced(self, line):
        """A probe's line with the paths it names where this VM has them."""
        inner = self._vm.inner_machine
        for path, ours in (("/exe.dev/setup", "exe.dev/setup"), ("/run/systemd/system", "systemd/system"),
                           ("/etc/systemd/system/exe-setup.service", "systemd/exe-setup.service")):
            line = line.replace(path, f"{inner}/{ours}")
        return line

    def _run(self, delay):
        time.sleep(delay)
        condition = {"ConditionResult": "yes", "ConditionTimestampMonotonic": self._now()}
        self._show("starting", ActiveState="activating", **condition)
        try:
            session = self._vm.open("exec 2>&1; /exe.dev/setup", setup=True)
        except OSError:
            return
        status = self._follow(session)
        if status is None:  # the VM went down; the script is still there for the next boot
            return
        shutil.rmtree(self._path("exe.dev"), ignore_errors=True)
        ended = {"ExecMainExitTimestampMonotonic": self._now(), **condition}
        if status == 0:
            self._show("running", ExecMainCode="1", **ended)
        elif status > 128:
            self._show("degraded", ActiveState="failed", Result="signal", ExecMainCode="2",
                       ExecMainStatus=str(status - 128), **ended)
        else:
            self._show("degraded", ActiveState="failed", Result="exit-code", ExecMainCode="1",
                       ExecMainStatus=str(status), **ended)

    def _follow(self, session):
        poll = select.poll()
        poll.register(session.out, select.POLLIN)
        poll.register(session.control, select.POLLIN)
        status = None
        try:
            with open(self._path("journal"), "ab", buffering=0) as journal:
                while status is None:
                    for number, _ in poll.poll():
                        if number == session.out:
                            data = os.read(session.out, 65536)
                            journal.write(data)
                            if not data:
                                poll.unregister(session.out)
                        else:
                            answer = session.control.recv(16)
                            if not answer:
                                return None
                            status = int(answer)
            return status
        finally:
            self._vm.close(session)

    def _show(self, system, **fields):
        lines = "".join(f"{name}={value}\n" for name, value in {**IDLE, **fields}.items())
        self._write("unit", lines)
        self._write("system", system + "\n")

    @staticmethod
    def _now():
        return str(int(time.monotonic() * 1e6))

    def _path(self, name):
        return os.path.join(self._folder, name)

    def _write(self, name, text, mode=0o644):
        """In one step: a probe never reads half a file."""
        path = self._path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path + ".new", "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        os.chmod(path + ".new", mode & stat.S_IRWXU | mode & 0o055)
        os.replace(path + ".new", path)
