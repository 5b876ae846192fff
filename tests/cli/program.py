# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the real sandglass-cli with a data folder of its own, for the end-to-end tests.

Each test file is called with the program's path as its first argument. SANDGLASS_PYTHON names the
Python of the cells.
"""

import json
import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 else None
STANDIN = pathlib.Path(__file__).parent.parent / "standin"
LIMIT = 120  # seconds that a command may take on a loaded machine


def environment(data, **more):
    kept = ("PATH", "HOME", "LC_ALL", "SANDGLASS_PYTHON", "ASAN_OPTIONS", "UBSAN_OPTIONS",
            "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "TMPDIR")
    return {**{name: os.environ[name] for name in kept if name in os.environ},
            "SANDGLASS_DATA": data, **more}


class Finished:
    """A command that ended: status, stdout, stderr, and with --json its lines."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def lines(self):
        return [json.loads(line) for line in self.out.splitlines()]

    def of(self, *types):
        return [line for line in self.lines if line["type"] in types]

    def text(self, name="stdout"):
        return "".join(line["text"] for line in self.of("stream") if line["name"] == name)


class CliTest(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="sandglass-cli-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.data = os.path.join(self.folder, "data")

    def path(self, name, content=None):
        path = os.path.join(self.folder, name)
        if content is not None:
            mode = "wb" if isinstance(content, bytes) else "w"
            with open(path, mode, **({} if mode == "wb" else {"encoding": "utf-8"})) as file:
                file.write(content)
        return path

    def cli(self, *arguments, stdin="", env=None, status=0, data=None):
        run = subprocess.run([PROGRAM, *arguments], input=stdin, capture_output=True, text=True,
                             timeout=LIMIT, cwd=self.folder,
                             env=environment(data or self.data, **(env or {})))
        done = Finished(run.returncode, run.stdout, run.stderr)
        if status is not None:
            self.assertEqual(done.status, status, f"stdout: {done.out}\nstderr: {done.err}")
        return done

    def server(self, *arguments):
        """The stand-in model server as a process of its own; gives its base URL."""
        process = subprocess.Popen([sys.executable, STANDIN / "model_server.py", *arguments],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def end():
            process.stdin.close()
            process.wait(10)
            process.stdout.close()

        self.addCleanup(end)
        word, port = process.stdout.readline().split()
        self.assertEqual(word, "PORT")
        return f"http://127.0.0.1:{port}/v1"

    def terminal(self, *arguments, **more):
        return Terminal(self, arguments, more)


class Terminal:
    """The program in a terminal of its own, where Ctrl-C comes from the keyboard."""

    def __init__(self, test, arguments, more):
        self.test = test
        self.shown = b""
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            env = environment(test.data, TERM="xterm-256color", **more)
            os.execve(PROGRAM, [PROGRAM, *arguments], env)
        test.addCleanup(self.close)

    def wait_for(self, piece, seconds=LIMIT):
        end = time.monotonic() + seconds
        while piece not in self.shown:
            left = end - time.monotonic()
            self.test.assertGreater(left, 0, f"{piece!r} did not come: {self.shown!r}")
            if not self.read(left):
                self.test.assertIn(piece, self.shown, "the program ended first")

    def read(self, seconds):
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            more = os.read(self.master, 65536)
        except OSError:  # Linux says so when the last one closed the terminal
            more = b""
        self.shown += more
        return bool(more)

    def press_ctrl_c(self):
        os.write(self.master, b"\x03")

    def pressed_until_end(self, seconds):
        """Presses Ctrl-C again and again until the program ends; gives its exit status."""
        end = time.monotonic() + seconds
        while self.read(0.2):
            self.test.assertLess(time.monotonic(), end, f"it goes on: {self.shown!r}")
            self.press_ctrl_c()
        return self.status(seconds)

    def status(self, seconds=LIMIT):
        """Reads to the end and gives the exit status."""
        end = time.monotonic() + seconds
        while self.read(max(0, end - time.monotonic())):
            self.test.assertLess(time.monotonic(), end, f"it goes on: {self.shown!r}")
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def close(self):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)


def thousandth_prime():
    primes = []
    number = 2
    while len(primes) < 1000:
        if all(number % prime for prime in primes if prime * prime <= number):
            primes.append(number)
        number += 1
    return primes[-1]


def main():
    if not PROGRAM or not os.environ.get("SANDGLASS_PYTHON"):
        raise SystemExit("usage: SANDGLASS_PYTHON=… python3 TEST.py PROGRAM")
    unittest.main()
