# SPDX-License-Identifier: MIT
"""Installs the library, builds its examples as an outside project, and runs each of them.

    examples_test.py BUILD_FOLDER SOURCE_FOLDER [C++ FLAGS]
"""
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BUILD, SOURCE = sys.argv[1:3]
FLAGS = sys.argv[3] if len(sys.argv) > 3 else ""
FOLDER = tempfile.TemporaryDirectory(prefix="exedev-examples-")
PLACE = pathlib.Path(FOLDER.name)

UV = """#!/bin/sh
# Stands in for uv: runs the program with the machine's Python.
while [ "$1" != python ]; do shift; done
shift
exec python3 "$@"
"""


def checked(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Server:
    """A stand-in exe.dev server; `example` runs a program against it."""

    def __init__(self, *options):
        self._process = subprocess.Popen(
            [sys.executable, HERE.parent / "standin/standin.py", "--token", "all", *options,
             "--parent-pid", str(os.getpid())], stdout=subprocess.PIPE, text=True)
        self._url = self._process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(10)
        self._process.stdout.close()

    def example(self, name, *arguments, stdin="", **variables):
        environment = dict(os.environ, EXE_TOKEN="all", EXE_BASE_URL=self._url, **variables)
        done = subprocess.run([PLACE / "build" / name, *arguments], input=stdin, text=True,
                              capture_output=True, env=environment, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout


class Examples(unittest.TestCase):
    def test_create(self):
        with Server() as server:
            lines = server.example("create").splitlines()
            self.assertIn(lines[0], lines[1])
            self.assertRegex(lines[2], r"^Python 3\.\d+")
            self.assertEqual(server.example("reap", "-5"), "deleted 0, failed 0\n")

    def test_hello(self):
        with Server() as server:
            lines = server.example("hello").splitlines()
            self.assertRegex(lines[0], "^created ")
            self.assertRegex(lines[1], "^hello from ")
            self.assertEqual(lines[2], "exit 3")
            self.assertEqual(lines[3], lines[0].replace("created", "deleted"))

    def test_many(self):
        with Server() as server:
            self.assertEqual(server.example("many").split(),
                             [str(number ** 2) for number in range(10)])

    def test_preview(self):
        with Server() as server:
            shown = server.example("preview", stdin="\n", PREVIEW_PORT=str(free_port()))
            self.assertTrue(shown.startswith("<h1>Hello from a sandbox</h1>\nhttps://"), shown)

    def test_agent(self):
        (PLACE / "bin").mkdir()
        (PLACE / "bin/uv").write_text(UV, encoding="ascii")
        (PLACE / "bin/uv").chmod(0o755)
        (PLACE / "code.py").write_text("print(sum(range(1, 1000)))\n", encoding="ascii")
        model = subprocess.Popen(
            [sys.executable, HERE.parent / "standin/model_server.py", "--mode", "json",
             "--model", "m", "--code", PLACE / "code.py"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            port = model.stdout.readline().split()[1]
            with Server("--path-prepend", str(PLACE / "bin")) as server:
                answer = server.example("agent", "Add them up.", MODEL="m", OPENAI_API_KEY="k",
                                        OPENAI_BASE_URL=f"http://127.0.0.1:{port}/v1")
        finally:
            model.stdin.close()
            model.wait(10)
            model.stdout.close()
        self.assertIn("499500", answer.split("\n\n", 1)[1])


def prepare():
    checked("cmake", "--install", BUILD, "--component", "exedev", "--prefix", PLACE / "prefix")
    headers = sorted(path.name for path in (PLACE / "prefix/include/exedev").iterdir())
    for header in headers:
        text = (PLACE / "prefix/include/exedev" / header).read_text(encoding="utf-8")
        for word in ("nlohmann", "sandglass", "archive.h"):
            if word in text:
                sys.exit(f"{header} shows {word}")
    checked("cmake", "-S", pathlib.Path(SOURCE) / "src/exe/examples", "-B", PLACE / "build", "-G",
            "Ninja", f"-DCMAKE_PREFIX_PATH={PLACE / 'prefix'}", f"-DCMAKE_CXX_FLAGS={FLAGS}")
    checked("cmake", "--build", PLACE / "build", "-j", "2")


if __name__ == "__main__":
    prepare()
    unittest.main(argv=sys.argv[:1])
