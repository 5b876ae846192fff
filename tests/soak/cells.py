# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs many cells in one kernel and fails when the program's memory grows with them.

    python3 cells.py PROGRAM COUNT
"""

import json
import subprocess
import sys


def memory_mb(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    raise SystemExit("the program has no memory figure")


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    code = "print('x' * 1000); sum(range(1000))"
    arguments = [argument for _ in range(count) for argument in ("-c", code)]
    run = subprocess.Popen([program, "run", "--json", *arguments], stdout=subprocess.PIPE)
    done, early, late = 0, 0.0, 0.0
    for line in run.stdout:
        if json.loads(line)["type"] != "done":
            continue
        done += 1
        if done == count // 5:
            early = memory_mb(run.pid)
        if done == count - 1:
            late = memory_mb(run.pid)
    if run.wait() != 0 or done != count:
        raise SystemExit(f"{done} of {count} cells ended; exit status {run.returncode}")
    growth = late - early
    print(json.dumps({"name": "soak_cells", "cells": count, "early_mb": round(early, 1),
                      "late_mb": round(late, 1)}))
    # The document keeps each cell: a few KB, never the size of what a leak would add.
    if growth > count * 0.8 * 10 / 1024:
        raise SystemExit(f"memory grew by {growth:.1f} MB")


if __name__ == "__main__":
    main()
