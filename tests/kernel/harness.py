"""Drives the real host with a real kernel over a real socketpair.

The interpreter is SANDGLASS_PYTHON, else the one that runs the tests; it needs ipykernel.
"""

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

KERNEL = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "resources", "kernel"))
PYTHON = os.environ.get("SANDGLASS_PYTHON") or sys.executable
LINE = 256 * 1024
WAIT = 60.0  # seconds; only a fault makes a test wait that long


class Result:
    """What one cell sent, in order."""

    def __init__(self, events):
        self.events = events
        self.done = events[-1]["content"]
        self.status = self.done["status"]

    def text(self, name="stdout"):
        return "".join(e["content"]["text"] for e in self.events
                       if e["event"] == "stream" and e["content"]["name"] == name)

    def of(self, kind):
        return [e["content"] for e in self.events if e["event"] == kind]

    def notices(self, kind):
        return [content for content in self.of("notice") if content["kind"] == kind]

    def order(self):
        """Kinds of the outputs; stream text by itself, so that order can be compared."""
        return [e["content"]["text"] if e["event"] == "stream" else e["event"]
                for e in self.events if e["event"] not in ("status", "done", "files", "notice")]


class Host:
    """One host process; every line is checked when it is read."""

    def __init__(self, **environment):
        self.work = tempfile.mkdtemp(prefix="work-")
        self.environment = dict(os.environ, **environment)
        self.environment.pop("MPLBACKEND", None)
        self.socket, theirs = socket.socketpair()
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [PYTHON, "-I", os.path.join(KERNEL, "host.py")], stdin=theirs, stdout=theirs,
            stderr=self.log, cwd=self.work, env=self.environment)
        theirs.close()
        self.socket.settimeout(WAIT)
        self.buffer = b""
        self.events = []
        self.times = []
        self.parts = {}
        self.count = 0
        self.hello = None

    def send(self, op, **fields):
        self.raw(json.dumps(dict(fields, op=op)).encode() + b"\n")

    def raw(self, data):
        self.socket.sendall(data)

    def execute(self, code, timeout=WAIT, cell=None):
        """Submit without waiting; returns the cell's id."""
        self.count += 1
        cell = cell or "cell-%d" % self.count
        self.send("execute", cell=cell, code=code, timeout=timeout)
        return cell

    def run(self, code, timeout=WAIT):
        return self.finish(self.execute(code, timeout))

    def finish(self, cell):
        """The cell's events once its done came."""
        self.until(lambda e: e["event"] == "done" and e["cell"] == cell, also_seen=True)
        return Result([e for e in self.events if e["cell"] == cell])

    def until(self, wanted, also_seen=False):
        """Read until an event fulfils the condition; returns it."""
        if also_seen:
            for event in self.events:
                if wanted(event):
                    return event
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            event = self.next()
            if wanted(event):
                return event
        raise AssertionError("it didn't come; the last events: %.2000r" % self.events[-5:])

    def next(self):
        """The next whole event."""
        while True:
            line = self.line()
            event = json.loads(line.decode("utf-8"), parse_constant=self.no_constant)
            if event["event"] == "hello":
                self.hello = event
                return dict(event, cell=None, content={})
            if event["event"] == "part":
                event = self.join(event)
                if event is None:
                    continue
            self.events.append(event)
            self.times.append(time.monotonic())
            return event

    def line(self):
        while b"\n" not in self.buffer:
            data = self.socket.recv(1 << 20)
            if not data:
                self.log.seek(0)
                raise AssertionError("the host is gone: %r" % self.log.read()[-2000:])
            self.buffer = self.buffer + data if self.buffer else data
        line, _, self.buffer = self.buffer.partition(b"\n")
        assert len(line) < LINE, "a line of %d bytes" % len(line)
        return line

    def join(self, part):
        data = self.parts.setdefault(part["of"], [])
        assert part["i"] == len(data), "parts out of order"
        data.append(base64.b64decode(part["data"]))
        if not part["last"]:
            return None
        event = json.loads(b"".join(self.parts.pop(part["of"])).decode("utf-8"))
        assert event["n"] == part["of"]
        return event

    @staticmethod
    def no_constant(name):
        raise AssertionError(name + " in JSON")

    def close(self):
        try:
            self.send("shutdown")
            self.socket.settimeout(10)
            while self.socket.recv(1 << 20):
                pass
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.socket.close()
        self.log.close()
        shutil.rmtree(self.work, ignore_errors=True)


def alive(pid):
    """Whether a process runs (a zombie doesn't)."""
    try:
        with open("/proc/%d/stat" % pid, "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] != b"Z"
    except OSError:
        return False


def eventually(condition, seconds=10):
    """Wait until a condition of the outside world holds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it didn't become true")
        time.sleep(0.01)


class HostTest(unittest.TestCase):
    """One host for all tests of a class; a dead kernel is replaced by itself."""

    environment = {"SANDGLASS_GRACE": "2"}

    @classmethod
    def setUpClass(cls):
        cls.host = Host(**cls.environment)

    @classmethod
    def tearDownClass(cls):
        cls.host.close()

    def run_cell(self, code, timeout=WAIT):
        return self.host.run(code, timeout)

    def ok(self, code):
        result = self.host.run(code)
        self.assertEqual(result.status, "ok", result.events[-3:])
        return result


__all__ = ["Host", "HostTest", "Result", "alive", "eventually", "signal", "KERNEL", "PYTHON"]
