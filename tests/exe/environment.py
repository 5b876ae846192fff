# SPDX-License-Identifier: MIT
"""What the tests here need: a Python with the official SDK, and a stand-in server."""
import fcntl
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
STANDIN = os.environ.get("FAKE_EXE") or str(HERE.parent / "standin" / "standin.py")
TOKEN = "exe1.conformance-token"


def sdk_python(folder):
    """The interpreter of a virtual environment in `folder`, made at first use."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / "venv" / "bin" / "python"
    pins = (HERE / "requirements.txt").read_text(encoding="utf-8")
    made = folder / "requirements.txt"
    with open(folder / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists() or made.read_text(encoding="utf-8") != pins:
            subprocess.run([sys.executable, "-m", "venv", "--clear", folder / "venv"], check=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps",
                            "--only-binary", ":all:", "--requirement", HERE / "requirements.txt"],
                           check=True)
            made.write_text(pins, encoding="utf-8")
    return python


class Server:
    """A stand-in server for as long as the block lasts."""

    def __init__(self, *options):
        self._options = options
        self.url = None
        self._process = None

    def __enter__(self):
        self._process = subprocess.Popen(
            [sys.executable, STANDIN, "--port", "0", "--token", TOKEN, "--parent-pid",
             str(os.getpid()), *self._options], stdout=subprocess.PIPE, text=True)
        self.url = self._process.stdout.readline().strip()
        if not self.url.startswith("http"):
            raise RuntimeError(f"the stand-in server said: {self.url}")
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(20)
        self._process.stdout.close()
