#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills sandglass-cli at random moments of a turn and looks at what was kept.

    killtest.py SANDGLASS_CLI MODEL_SERVER [ROUNDS]

Each round asks a scripted model server in a new conversation, reads the lines of `--json` as they
come, and kills the program with SIGKILL at a random moment. Then everything that was printed must
be in the conversation as another process shows it, and the conversation must be usable. Needs
SANDGLASS_PYTHON and a machine on which the local sandbox runs.
"""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

CODE = """
import base64, sys, time
from IPython.display import display, Image
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
                         "YPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
for step in range(40):
    print("step", step, "ü" * 40)
    print("x" * 4000)
    if step % 10 == 3:
        display(Image(PIXEL + bytes([step])))
        print("careful", step, file=sys.stderr)
    time.sleep(0.02)
step
"""
FINISHED = 60  # seconds that a round may take on a slow machine


def fail(text):
    print("FAILED: " + text, flush=True)
    sys.exit(1)


def environment(data, url):
    env = dict(os.environ)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "MODEL", "CELL_TIMEOUT"):
        env.pop(name, None)
    env.update(SANDGLASS_DATA=data, OPENAI_BASE_URL=url, LC_ALL="C.UTF-8")
    return env


def ask(cli, env, kill_after, extra=()):
    """Runs one question; kills it `kill_after` seconds after its first line. Returns its lines, its
    status, and how long it ran after that line."""
    command = [cli, "ask", "Count, please.", "--provider", "openai", "--json", *extra]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    threading.Thread(target=process.stderr.read, daemon=True).start()
    lines = []
    killer = None
    first = time.monotonic()
    for raw in process.stdout:  # a torn last line of the pipe was not printed whole
        if not raw.endswith(b"\n"):
            break
        lines.append(json.loads(raw))
        if len(lines) == 1:
            first = time.monotonic()
        if killer is None and kill_after is not None:
            killer = threading.Timer(kill_after, process.send_signal, [signal.SIGKILL])
            killer.start()
    process.wait(FINISHED)
    if killer:
        killer.cancel()
    return lines, process.returncode, time.monotonic() - first


def shown(cli, env, conversation):
    result = subprocess.run([cli, "conversations", "show", conversation, "--json"], env=env,
                            capture_output=True, timeout=FINISHED, check=False)
    if result.returncode != 0:
        fail("the conversation can't be shown: " + result.stderr.decode(errors="replace"))
    return [json.loads(line) for line in result.stdout.splitlines()]


def stream_texts(lines):
    texts = {}
    for line in lines:
        if line["type"] == "stream":
            key = (line["cell"], line["name"])
            texts[key] = texts.get(key, "") + line["text"]
    return texts


def full_texts(data, conversation):
    """All stream text of the journal and of the files it names."""
    folder = os.path.join(data, "conversations", conversation)
    segments = {}
    last_names = {}
    with open(os.path.join(folder, "journal.jsonl"), encoding="utf-8") as journal:
        for raw in journal:
            if not raw.endswith("\n"):
                break
            record = json.loads(raw)
            if record["type"] != "output" or record["output"]["output_type"] != "stream":
                continue
            key = (record["cell"], record["output"]["name"], record["segment"])
            if "was" in record:
                last_names[record["was"]] = record["ref"]
            elif "ref" in record:
                segments[key] = record["ref"]
            else:
                segments[key] = ("text", segments.get(key, ("text", ""))[1]
                                 + record["output"]["text"])
    texts = {}
    for (cell, name, _), segment in sorted(segments.items(), key=lambda item: item[0][2]):
        if isinstance(segment, tuple):
            text = segment[1]
        else:
            path = os.path.join(folder, "outputs", last_names.get(segment, segment))
            if not os.path.exists(path):
                path = os.path.join(folder, "outputs", segment)
            with open(path, "rb") as file:
                text = file.read().decode(errors="replace")
        texts[(cell, name)] = texts.get((cell, name), "") + text
    return texts


def compare(printed, kept, data, conversation):
    everything = full_texts(data, conversation)
    for key, text in stream_texts(printed).items():
        if not everything.get(key, "").startswith(text):
            fail(f"printed text of {key} was not kept: {len(text)} characters printed, "
                 f"{len(everything.get(key, ''))} kept")
    for kind in ("user", "code", "display_data", "execute_result", "error", "assistant"):
        wanted = [line for line in printed if line["type"] == kind]
        found = [line for line in kept if line["type"] == kind]
        if len(found) < len(wanted):
            fail(f"{len(wanted)} lines {kind} printed, {len(found)} kept")
        for line, other in zip(wanted, found):
            for field in ("text", "code", "data", "cell"):
                if kind == "assistant" and field == "text":
                    continue  # compared as a whole by its start
                if line.get(field) != other.get(field):
                    fail(f"{kind}: {field} differs after the kill")
            if kind == "assistant" and not other["text"].startswith(line["text"]):
                fail("the answer differs after the kill")
    done = {line["cell"]: line["status"] for line in kept if line["type"] == "done"}
    for line in printed:
        if line["type"] == "done" and done.get(line["cell"]) != line["status"]:
            fail("the end of a cell was not kept")


def main():
    cli, server = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 50
    seed = int(os.environ.get("KILLTEST_SEED", time.time()))
    print(f"seed {seed} (KILLTEST_SEED repeats it)", flush=True)
    random.seed(seed)
    with tempfile.TemporaryDirectory() as data:
        code = os.path.join(data, "code.py")
        with open(code, "w", encoding="utf-8") as file:
            file.write(CODE)
        stand_in = subprocess.Popen(
            [sys.executable, server, "--code", code, "--text", "Let me count. " * 20,
             "--answer", "Counted. " * 40, "--delay", "2"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        port = stand_in.stdout.readline().split()[1]
        env = environment(os.path.join(data, "sandglass"), f"http://127.0.0.1:{port}/v1")
        printed, status, whole = ask(cli, env, None)
        if status != 0 or not any(line["type"] == "assistant" for line in printed):
            fail(f"a turn that nobody kills ends with {status}: {printed[-3:]}")
        compare(printed, shown(cli, env, printed[0]["conversation"]), env["SANDGLASS_DATA"],
                printed[0]["conversation"])
        # The first turn of a data folder prepares things and is slower than those that follow.
        _, _, whole = ask(cli, env, None)
        killed = 0
        for number in range(rounds):
            printed, status, _ = ask(cli, env, random.uniform(0, 0.9 * whole))
            killed += status == -signal.SIGKILL
            conversation = printed[0]["conversation"]
            kept = shown(cli, env, conversation)
            compare(printed, kept, env["SANDGLASS_DATA"], conversation)
            if number % 10 == 0:
                again, status, _ = ask(cli, env, None, ["--conversation", conversation])
                if status != 0:
                    fail(f"a killed conversation can't go on: {again[-3:]}")
                compare(printed, shown(cli, env, conversation), env["SANDGLASS_DATA"],
                        conversation)
        stand_in.stdin.close()
        stand_in.wait()
        print(f"{rounds} rounds, {killed} killed in time, {whole:.1f} s for a whole turn")
        if killed < rounds // 2:
            fail("most turns ended before they were killed: the test shows nothing")


main()
