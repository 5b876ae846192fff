"""Processes below this one: found through /proc, ended, and reaped."""

import os
import signal


def parents():
    """Map of pid to parent pid, of all processes that can be seen."""
    found = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name, "rb") as file:
                # the command's name may hold spaces and brackets: count from its end
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        if fields and fields[0] != b"Z":
            found[int(name)] = int(fields[1])
    return found


def descendants(root):
    """All living processes below `root`, without it."""
    children = {}
    for pid, parent in parents().items():
        children.setdefault(parent, []).append(pid)
    found, open_ends = [], [root]
    while open_ends:
        below = children.pop(open_ends.pop(), [])
        found += below
        open_ends += below
    return found


def kill_below(root, rounds=5):
    """SIGKILL everything below `root`; again, since what dies may have forked."""
    for _ in range(rounds):
        victims = descendants(root)
        for pid in victims:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        if not victims:
            return


def reap_orphans(kept):
    """Collect ended children that were handed to us, but for the pid `kept`.

    As pid 1 (and as a subreaper) we inherit every orphan. WNOWAIT looks first, because a
    status that was taken here would be missing where the kernel's end is read.
    """
    skipped = False
    while not skipped:
        try:
            ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return
        if ended is None:
            return
        skipped = ended.si_pid == kept
        if not skipped:
            os.waitpid(ended.si_pid, 0)
