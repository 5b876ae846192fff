#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The official SDK, blocking and asyncio, or another client against the stand-in server.

    conformance.py --environment FOLDER            installs the SDK in FOLDER and drives both clients
    conformance.py --program PATH                  runs PATH --base-url URL --token TOKEN --only REGEX
    … [--isolation plain|bwrap] [--only REGEX]

FAKE_EXE names another stand-in. A check is `ok` when every client passed it. What a client prints
must be the names of checks.txt, each once, and a last line with the numbers.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys

from environment import TOKEN, Server, sdk_python

HERE = pathlib.Path(__file__).parent
TIME = 580  # seconds for all checks of one client


def listed(only):
    text = (HERE / "checks.txt").read_text(encoding="utf-8")
    names = [line.split()[0] for line in text.splitlines() if line.strip() and line[0] != "#"]
    return [name for name in names if re.search(only, name)]


def drive(command, options):
    """A client's output, with a server of its own."""
    with Server("--isolation", options.isolation) as server:
        run = subprocess.run([*command, "--base-url", server.url, "--token", TOKEN,
                              "--only", options.only],
                             stdout=subprocess.PIPE, text=True, timeout=TIME, check=False)
        return run.stdout.splitlines(), run.returncode


def results(lines, status, names):
    """name -> passed. Says what is wrong with the form of the output."""
    found, faults = {}, []
    for line in lines[:-1]:
        word, _, name = line.partition(" ")
        if word not in ("ok", "FAIL") or name in found:
            faults.append(f"unexpected line: {line}")
        found[name] = word == "ok"
    passed = sum(found.values())
    numbers = f"{passed} passed, {len(found) - passed} failed"
    if not lines or lines[-1] != numbers:
        faults.append(f"the last line is not: {numbers}")
    if (status == 0) != (passed == len(found)):
        faults.append(f"exit status {status}")
    faults += [f"missing: {name}" for name in names if name not in found]
    faults += [f"not in checks.txt: {name}" for name in found if name not in names]
    return found, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--environment", metavar="FOLDER")
    parser.add_argument("--program", metavar="PATH")
    parser.add_argument("--isolation", choices=("plain", "bwrap"), default="plain")
    parser.add_argument("--only", default="", metavar="REGEX")
    options = parser.parse_args()
    if options.program:
        commands = [[options.program]]
    else:
        script = [sdk_python(options.environment), HERE / "sdkrun.py"]
        commands = [[*script, "--client", client] for client in ("blocking", "asyncio")]
    names = listed(options.only)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        outputs = list(pool.map(lambda command: drive(command, options), commands))
    read = [results(lines, status, names) for lines, status in outputs]
    faults = [fault for _, some in read for fault in some]
    passed = {name: all(found.get(name, False) for found, _ in read) for name in names}
    for fault in faults:
        print(fault, file=sys.stderr)
    for name, good in passed.items():
        print("ok" if good else "FAIL", name)
    good = sum(passed.values())
    print(f"{good} passed, {len(names) - good} failed")
    sys.exit(0 if good == len(names) and not faults else 1)


if __name__ == "__main__":
    main()
