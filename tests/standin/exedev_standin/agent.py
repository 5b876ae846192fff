# SPDX-License-Identifier: GPL-3.0-or-later
"""The first process of a stand-in VM: starts commands, reaps what they leave behind.

    python3 -I -S agent.py

Descriptor 0 is a SOCK_SEQPACKET socket of the server. A message carries four descriptors: standard
output, standard error, a socket, and a file with the JSON of {"argv", "env", "cwd"}. The exit status
(128+N for a signal N) is written to that socket; when its other side closes, the one process is
killed, as a VM does for a session that went away. When the server is gone, everything here ends.
"""
import ctypes
import json
import os
import select
import signal
import socket

PR_SET_CHILD_SUBREAPER = 36
IGNORED = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)  # ends with the server, not before


def start(request, out, err):
    child = os.fork()
    if child:
        return child
    try:
        os.setsid()
        for number in (signal.SIGPIPE, *IGNORED, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.chdir(request["cwd"])
        os.execve(request["argv"][0], request["argv"], request["env"])
    except BaseException as fault:
        os.write(2, f"{fault}\n".encode())
        os._exit(126)


def reap(children):
    """Tells the sessions whose command has ended."""
    while True:
        try:
            child, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if child == 0:
            return
        for session in [s for s, pid in children.items() if pid == child]:
            code = os.waitstatus_to_exitcode(status)
            try:
                session.send(b"%d" % (code if code >= 0 else 128 - code))
            except OSError:
                pass
            children[session] = 0


def descendants(root):
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as file:
                    parents[int(entry)] = int(file.read().rpartition(b")")[2].split()[1])
            except OSError:
                pass
    found = {root}
    while True:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        if not more:
            return found - {root}
        found |= more


def main():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)
    control = socket.socket(fileno=os.dup(0))
    wake, woken = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    children = {}  # session socket -> process, 0 once it has ended
    poll = select.poll()
    poll.register(control, select.POLLIN)
    poll.register(wake, select.POLLIN)
    while True:
        for number, _ in poll.poll():
            if number == wake:
                os.read(wake, 4096)
            elif number == control.fileno():
                data, fds, _, _ = socket.recv_fds(control, 16, 4)
                for fd in fds:  # Python 3.11 drops the flags of recv_fds
                    os.set_inheritable(fd, False)
                if not data:
                    while more := descendants(os.getpid()):
                        for pid in more:
                            try:
                                os.kill(pid, signal.SIGKILL)
                            except OSError:
                                pass
                        reap({})
                    return
                session = socket.socket(fileno=fds[2])
                with open(fds[3], "rb") as file:
                    request = json.load(file)
                children[session] = start(request, fds[0], fds[1])
                os.close(fds[0])
                os.close(fds[1])
                poll.register(session, select.POLLIN)
            else:
                session = next(s for s in children if s.fileno() == number)
                pid = children.pop(session)
                poll.unregister(session)
                session.close()
                if pid:
                    os.kill(pid, signal.SIGKILL)
        reap(children)


if __name__ == "__main__":
    main()
