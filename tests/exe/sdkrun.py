# SPDX-License-Identifier: MIT
"""Drives one client of the official SDK through checks.txt.

    sdkrun.py --base-url URL --token TOKEN [--client blocking|asyncio] [--only REGEX]
"""
import argparse
import asyncio
import concurrent.futures
import pathlib
import re
import shutil
import sys
import time
import traceback

from sdkchecks import account, context, create, errors, files, lifecycle, many, processes, running

MODULES = (account, create, errors, files, lifecycle, many, processes, running)


def names():
    text = (pathlib.Path(__file__).parent / "checks.txt").read_text(encoding="utf-8")
    return [line.split()[0] for line in text.splitlines() if line.strip() and line[0] != "#"]


def reason(error):
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "sdkchecks" in frame.filename] or frames
    where = " < ".join(f"{pathlib.Path(frame.filename).name}:{frame.lineno}"
                       for frame in reversed(ours[-2:]))
    return f"{type(error).__name__}: {error} ({where}: {ours[-1].line})"


async def drive(options, chosen):
    asyncio.get_running_loop().set_default_executor(concurrent.futures.ThreadPoolExecutor(64))
    c = context.Context(options.base_url, options.token, options.client == "blocking")
    passed = failed = 0
    try:
        await c.reset()
        for name in chosen:
            start = time.monotonic()
            try:
                await c.vm()
                await c.clear()
                await asyncio.wait_for(context.CHECKS[name](c), context.LIMIT)
                passed += 1
                print(f"ok {name}", flush=True)
            except Exception as error:
                failed += 1
                print(f"FAIL {name}", flush=True)
                print(f"  {name}: {reason(error)}", file=sys.stderr, flush=True)
            if options.times:
                print(f"  {time.monotonic() - start:6.2f} {name}", file=sys.stderr)
        await c.reset()
    finally:
        await c.close()
        shutil.rmtree(c.folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed", flush=True)
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--token", required=True)
    parser.add_argument("--client", choices=("blocking", "asyncio"), default="blocking")
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--times", action="store_true")
    options = parser.parse_args()
    assert len(MODULES) == len(set(MODULES))
    listed = names()
    if set(listed) != set(context.CHECKS):
        sys.exit("checks.txt and sdkchecks differ: "
                 + " ".join(sorted(set(listed) ^ set(context.CHECKS))))
    chosen = [name for name in listed if re.search(options.only, name)]
    sys.exit(1 if asyncio.run(drive(options, chosen)) else 0)


if __name__ == "__main__":
    main()
