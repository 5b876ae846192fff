# SPDX-License-Identifier: GPL-3.0-or-later
"""The peer's figures: the official exe.dev SDK on one VM of a stand-in server.

    exe_sdk.py FOLDER URL TOKEN     prints one JSON object a line: {"name": …, "ms": …}

FOLDER gets a virtual environment with the SDK when it has none.
"""
import concurrent.futures
import json
import os
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "exe"))

from environment import sdk_python  # noqa: E402

MEGABYTE = 1_000_000
RUNS = 50
VMS, CAP = 100, 10
LINE = b"The quick brown fox jumps over the lazy dog.\n"


def timed(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def content(kind, size):
    return os.urandom(size) if kind == "random" else (LINE * (size // len(LINE) + 1))[:size]


def median(work, runs):
    return statistics.median(timed(work) for _ in range(runs))


def transfers(vm):
    for size in (1, 5, 50):
        for kind in ("random", "text"):
            data = content(kind, size * MEGABYTE)
            runs = 1 if size == 50 else 3
            yield (f"exe_upload_{size}mb_{kind}",
                   median(lambda data=data: vm.write_file("data", data), runs))
            yield f"exe_download_{size}mb_{kind}", median(lambda: vm.read_file("data"), runs)


def file_transfers(vm):
    for size in (1, 50):
        runs = 1 if size == 50 else 3
        with tempfile.TemporaryDirectory() as folder:
            up, down = pathlib.Path(folder, "up"), pathlib.Path(folder, "down")
            up.write_bytes(content("random", size * MEGABYTE))
            yield f"exe_upload_file_{size}mb", median(lambda: vm.upload(up, "data"), runs)
            yield f"exe_download_file_{size}mb", median(lambda: vm.download("data", down), runs)


def one_vm(client):
    with client.new() as vm:
        vm.run("true", check=True)


def many(client):
    with concurrent.futures.ThreadPoolExecutor(CAP) as pool:
        list(pool.map(lambda _: one_vm(client), range(VMS)))


def figures(client):
    with client.new() as vm:
        vm.run("true")
        yield "exe_run", median(lambda: vm.run("true", check=True), RUNS)
        yield from transfers(vm)
        yield from file_transfers(vm)
    yield "exe_100_vms", timed(lambda: many(client))


def main():
    folder, url, token = sys.argv[1:4]
    python = str(sdk_python(folder))
    if os.path.realpath(sys.prefix) != os.path.realpath(pathlib.Path(python).parent.parent):
        os.execv(python, [python, *sys.argv])
    import exedev
    with exedev.Client(token, base_url=url) as client:
        for name, milliseconds in figures(client):
            print(json.dumps({"name": name, "ms": milliseconds}), flush=True)


if __name__ == "__main__":
    main()
