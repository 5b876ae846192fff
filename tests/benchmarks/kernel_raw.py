"""The peer's figures: a kernel driven by plain jupyter_client, as any notebook does.

    PY kernel_raw.py            prints one JSON object a line: {"name": …, "ms": …}

PY needs ipykernel and jupyter_client. Nothing of Sandglass is used or imported.
"""

import json
import os
import queue
import statistics
import sys
import tempfile
import time

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager

SPEC = KernelSpec(argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
                  display_name="raw", language="python")


class RawKernel(KernelManager):
    """A manager of this interpreter's own kernel, without an installed kernelspec."""

    @property
    def kernel_spec(self):
        return SPEC


def started():
    """A ready (manager, client) over ipc sockets."""
    folder = tempfile.mkdtemp(prefix="raw-")
    manager = RawKernel(transport="ipc", ip=os.path.join(folder, "s"),
                        connection_file=os.path.join(folder, "k.json"))
    manager.start_kernel()
    client = manager.blocking_client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    return manager, client


def run(client, code):
    """Run code and read all its output until the kernel is idle; returns its bytes."""
    asked = client.execute(code)
    size = 0
    while True:
        try:
            message = client.get_iopub_msg(timeout=120)
        except queue.Empty:
            raise SystemExit("the kernel said nothing for 120 s") from None
        if message["parent_header"].get("msg_id") != asked:
            continue
        content = message["content"]
        if message["msg_type"] == "stream":
            size += len(content["text"])
        elif content.get("execution_state") == "idle":
            break
    client.get_shell_msg(timeout=30)
    return size


def ended(manager, client):
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def timed(action, *arguments):
    start = time.perf_counter()
    result = action(*arguments)
    return (time.perf_counter() - start) * 1000, result


def start_to_first_result():
    def once():
        manager, client = started()
        run(client, "1+1")
        return manager, client

    times = []
    for _ in range(5):
        spent, kernel = timed(once)
        times.append(spent)
        ended(*kernel)
    return statistics.median(times)


def report(name, milliseconds):
    print(json.dumps({"name": name, "ms": round(milliseconds, 3)}), flush=True)


def main():
    report("raw kernel: start to first result", start_to_first_result())
    manager, client = started()
    try:
        for _ in range(10):
            run(client, "1+1")
        report("raw kernel: cell 1+1",
               statistics.median(timed(run, client, "1+1")[0] for _ in range(200)))
        for megabytes in (10, 100):
            line = "for _ in range(%d): print('%s')" % (megabytes * 10_000, "x" * 99)
            spent, size = timed(run, client, line)
            if size != megabytes * 1_000_000:
                raise SystemExit("%d bytes came instead of %d MB" % (size, megabytes))
            report("raw kernel: print %d MB" % megabytes, spent)
    finally:
        ended(manager, client)


if __name__ == "__main__":
    main()
