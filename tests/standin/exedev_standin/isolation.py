# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of a VM's first process: plain, or inside bubblewrap."""
import os
import sys

from . import processes

AGENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "agent.py")
ETC = ("alternatives", "bash.bashrc", "ca-certificates", "group", "hosts", "ld.so.cache",
       "ld.so.conf", "ld.so.conf.d", "localtime", "mime.types", "nsswitch.conf", "passwd", "profile",
       "resolv.conf", "ssl", "timezone")


class Plain:
    """Commands run as the user of the tests, with that user's files in reach."""

    def __init__(self, options):
        self._options = options

    def places(self, folder):
        """Where the VM's home and its machine folder are, seen from inside."""
        return os.path.join(folder, "home"), os.path.join(folder, "machine")

    def command(self, _folder, _name):
        return [sys.executable, "-I", "-S", AGENT]

    def first(self, pid):
        """The VM's first process, when `pid` is what was started."""
        return pid


class Bwrap:
    """Commands see the system read-only, their own home and /tmp, and no process but their own."""

    def __init__(self, options):
        self._options = options

    def places(self, _folder):
        return "/home/exedev", "/run/machine"

    def command(self, folder, name):
        line = ["bwrap", "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts",
                "--hostname", name, "--cap-drop", "ALL", "--new-session", "--as-pid-1",
                "--ro-bind", "/usr", "/usr"]
        for path in ("/bin", "/sbin", "/lib", "/lib64", "/lib32"):
            if os.path.islink(path):
                line += ["--symlink", os.readlink(path), path]
            elif os.path.isdir(path):
                line += ["--ro-bind", path, path]
        for path in ("/opt", *(f"/etc/{entry}" for entry in ETC)):
            line += ["--ro-bind-try", path, path]
        line += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run",
                 "--bind", f"{folder}/tmp", "/tmp"]
        for path in self._shared():
            line += ["--ro-bind", path, path]
        line += ["--bind", f"{folder}/home", "/home/exedev",
                 "--ro-bind", f"{folder}/machine", "/run/machine",
                 "--remount-ro", "/run", "--remount-ro", "/"]
        return [*line, sys.executable, "-I", "-S", AGENT]

    def first(self, pid):
        return processes.first_child(pid)

    def _shared(self):
        """Folders elsewhere that the first process and the PATH need."""
        paths = {sys.base_prefix, sys.prefix, os.path.dirname(AGENT)}
        for folder in self._options.path_prepend:
            paths.add(os.path.dirname(os.path.abspath(folder)))
            python = os.path.realpath(os.path.join(folder, "python3"))
            if os.path.exists(python):
                paths.add(os.path.dirname(os.path.dirname(python)))
        return sorted(path for path in paths if path != "/" and not path.startswith("/usr"))
