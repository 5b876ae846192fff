# SPDX-License-Identifier: MIT
"""Runs a program beside a stand-in exe.dev server: `URL` among its arguments is the server's address.

    withserver.py [--server-option OPTION]... PROGRAM [ARGUMENT]...

The tokens are `all` and `sandbox:tag=sandbox`. FAKE_EXE names another server to start.
"""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SERVER = os.environ.get("FAKE_EXE") or str(HERE.parent / "standin" / "standin.py")


def main():
    arguments = sys.argv[1:]
    options = []
    while arguments and arguments[0] == "--server-option":
        options.append(arguments[1])
        del arguments[:2]
    server = subprocess.Popen(
        [sys.executable, SERVER, "--port", "0", "--token", "all", "--token", "sandbox:tag=sandbox",
         "--heartbeat", "1", "--parent-pid", str(os.getpid()), *options],
        stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().strip()
        command = [url if argument == "URL" else argument for argument in arguments]
        environment = dict(os.environ, EXE_TOKEN="all", EXE_BASE_URL=url)
        return subprocess.run(command, env=environment, check=False).returncode
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    sys.exit(main())
