#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in exe.dev server: its HTTPS API for tests, without an account or a network.

Commands really run, in a folder and below a process of its own for each VM. `plain` isolation
protects nothing; use `bwrap` for code that nobody has read. The first line of output is the base
URL. Control calls on the same port: POST /_fault /_token /_vm /_reset, GET and DELETE /_log,
GET /_state.
"""
import argparse
import os
import select
import shutil
import signal
import ssl
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from exedev_standin.faults import Faults  # noqa: E402
from exedev_standin.isolation import Bwrap, Plain  # noqa: E402
from exedev_standin.lobby import Lobby  # noqa: E402
from exedev_standin.server import Server  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--token", action="append", default=[], metavar="SPEC",
                        help="TOKEN[:cmds=a,b][:tag=T][:expired]; may be repeated")
    parser.add_argument("--isolation", choices=("plain", "bwrap"), default="plain")
    parser.add_argument("--heartbeat", type=float, default=30.0, metavar="SECONDS")
    parser.add_argument("--boot-delay", type=float, default=0.0, metavar="SECONDS")
    parser.add_argument("--latency", type=float, default=0.0, metavar="MILLISECONDS")
    parser.add_argument("--max-vms", type=int, metavar="N")
    parser.add_argument("--skel", metavar="DIR", help="copied into each home")
    parser.add_argument("--path-prepend", action="append", default=[], metavar="DIR")
    parser.add_argument("--llm-url", metavar="URL", help="EXE_FAKE_LLM_URL of each command")
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"))
    parser.add_argument("--parent-pid", type=int, metavar="PID", help="end with this process")
    return parser.parse_args()


def end_with(pid):
    """Ends this process when that one has ended."""
    try:
        parent = os.pidfd_open(pid)
    except ProcessLookupError:
        os.kill(os.getpid(), signal.SIGTERM)
        return
    select.select([parent], [], [])
    os.kill(os.getpid(), signal.SIGTERM)


def main():
    options = arguments()
    folder = tempfile.mkdtemp(prefix="exe-standin-")
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: ended.set())
    isolation = Bwrap(options) if options.isolation == "bwrap" else Plain(options)
    tls = None
    if options.tls:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(*options.tls)
    try:
        lobby = Lobby(options, isolation, folder)
        server = Server(options, lobby, Faults(), tls)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        scheme = "https" if tls else "http"
        print(f"{scheme}://127.0.0.1:{server.server_address[1]}", flush=True)
        if options.parent_pid:
            threading.Thread(target=end_with, args=(options.parent_pid,), daemon=True).start()
        ended.wait()
        server.shutdown()
        lobby.reset()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
