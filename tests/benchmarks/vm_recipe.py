# SPDX-License-Identifier: GPL-3.0-or-later
"""The peer's figure for a cell in a VM: the code-interpreter recipe's way, by the official SDK.

    vm_recipe.py FOLDER URL TOKEN VM     prints {"name": …, "ms": …}

A kernel runs in the VM already; for each cell a process there loads jupyter_client, connects to it,
runs the code and prints the outcome as JSON. FOLDER: see exe_sdk.py.
"""
import json
import os
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "exe"))

from environment import sdk_python  # noqa: E402

RUNS = 20
PYTHON = ".venv/bin/python"
SCRIPT = '''
import json, os, sys
from jupyter_client import BlockingKernelClient
client = BlockingKernelClient(connection_file=os.path.expanduser("~/kernel.json"))
client.load_connection_file()
client.start_channels()
client.wait_for_ready(timeout=60)
text = []
def output(message):
    content = message["content"]
    if message["msg_type"] == "stream":
        text.append(content["text"])
    elif message["msg_type"] == "execute_result":
        text.append(content["data"]["text/plain"])
reply = client.execute_interactive(sys.argv[1], output_hook=output, timeout=300)
print(json.dumps({"text": "".join(text), "status": reply["content"]["status"]}))
'''


def cell(vm, code):
    result = vm.run([PYTHON, "kernel_cell.py", code], check=True)
    answer = json.loads(result.stdout)
    assert answer == {"text": "2", "status": "ok"}, answer


def main():
    folder, url, token, name = sys.argv[1:5]
    python = str(sdk_python(folder))
    if os.path.realpath(sys.prefix) != os.path.realpath(pathlib.Path(python).parent.parent):
        os.execv(python, [python, *sys.argv])
    import exedev
    with exedev.Client(token, base_url=url) as client:
        vm = client.vm(name)
        vm.write_file("kernel_cell.py", SCRIPT)
        kernel = vm.spawn(f"{PYTHON} -m ipykernel_launcher -f ~/kernel.json")
        end = time.monotonic() + 60
        while time.monotonic() < end and vm.run("test -s kernel.json").exit_code:
            pass
        cell(vm, "1+1")
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            cell(vm, "1+1")
            times.append((time.perf_counter() - start) * 1000)
        kernel.kill()
    print(json.dumps({"name": "vm_cell_overhead", "ms": statistics.median(times)}), flush=True)


if __name__ == "__main__":
    main()
