# SPDX-License-Identifier: GPL-3.0-or-later
"""Signals to all processes below one, read from /proc."""
import os
import signal
import time


def _table():
    """All processes: parent -> pids, and pid -> state letter."""
    parents, states = {}, {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        parents.setdefault(int(parent), []).append(int(entry))
        states[int(entry)] = state.decode()
    return parents, states


def first_child(pid):
    """0 if it has none."""
    return min(_table()[0].get(pid, [0]))


def below(root):
    """Processes below `root`, as pid -> state letter. Zombies are left out."""
    parents, states = _table()
    found, ahead = {}, [root]
    while ahead:
        for pid in parents.get(ahead.pop(), ()):
            ahead.append(pid)
            if states[pid] not in "ZX":
                found[pid] = states[pid]
    return found


def _send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def freeze(processes):
    """Stops what `processes()` lists until nothing new appears; no process outruns that for long."""
    end = time.monotonic() + 5
    while moving := [pid for pid, state in processes().items() if state not in "Tt"]:
        for pid in moving:
            _send(pid, signal.SIGSTOP)
        if time.monotonic() > end:
            raise RuntimeError(f"processes that do not stop: {moving}")
        time.sleep(0.001)


def thaw(processes):
    for pid in processes():
        _send(pid, signal.SIGCONT)


def kill(processes):
    end = time.monotonic() + 5
    while left := processes():
        for pid in left:
            _send(pid, signal.SIGKILL)
        if time.monotonic() > end:
            raise RuntimeError(f"processes that do not end: {sorted(left)}")
        time.sleep(0.001)
