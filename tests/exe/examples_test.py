# SPDX-License-Identifier: MIT
"""Installs the library, builds its examples as an outside project, and runs each of them.

    examples_test.py BUILD_FOLDER SOURCE_FOLDER [C++ FLAGS]
"""
import http.server
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
BUILD, SOURCE = sys.argv[1:3]
FLAGS = sys.argv[3] if len(sys.argv) > 3 else ""
FOLDER = tempfile.TemporaryDirectory(prefix="exedev-examples-")
PLACE = pathlib.Path(FOLDER.name)

UV = """#!/bin/sh
# Stands in for uv: runs the program with the machine's Python.
while [ "$1" != python ]; do shift; done
shift
exec python3 "$@"
"""


def checked(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Server:
    """A stand-in exe.dev server; `example` runs a program against it."""

    def __init__(self, *options):
        self._process = subprocess.Popen(
            [sys.executable, HERE.parent / "standin/standin.py", "--token", "all", *options,
             "--parent-pid", str(os.getpid())], stdout=subprocess.PIPE, text=True)
        self._url = self._process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(10)
        self._process.stdout.close()

    def post(self, path, data):
        request = urllib.request.Request(self._url + path, data.encode(),
                                         {"Authorization": "Bearer all"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def new(self):
        return self.post("/exec", "new")["vm_name"]

    def names(self):
        return {row["vm_name"] for row in self.post("/exec", "ls")["vms"]}

    def example(self, name, *arguments, stdin="", **variables):
        environment = dict(os.environ, EXE_TOKEN="all", EXE_BASE_URL=self._url, **variables)
        done = subprocess.run([PLACE / "build" / name, *arguments], input=stdin, text=True,
                              capture_output=True, env=environment, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout


class Messages(http.server.BaseHTTPRequestHandler):
    """Anthropic Messages: calls run_python with each code of the server in turn, then tells the last
    result. Refuses what the service would refuse."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        fault = self.fault(body)
        if fault:
            return self.answer(400, {"type": "error", "error": {"type": "invalid_request_error",
                                                                "message": fault}})
        results = [block for message in body["messages"] if message["role"] == "user"
                   and isinstance(message["content"], list) for block in message["content"]]
        if len(results) < len(self.server.codes):
            content = [{"type": "text", "text": "Let me see."},
                       {"type": "tool_use", "id": f"toolu_{len(results)}", "name": "run_python",
                        "input": self.server.codes[len(results)]}]
        else:
            content = [{"type": "text", "text": "It printed: "},
                       {"type": "text", "text": results[-1]["content"]}]
        return self.answer(200, {"type": "message", "role": "assistant", "content": content,
                                 "stop_reason": "tool_use" if len(results) < len(self.server.codes)
                                 else "end_turn"})

    def fault(self, body):
        if self.path != "/v1/messages":
            return "no such address"
        if self.headers["x-api-key"] != "k" or "anthropic-version" not in self.headers:
            return "headers"
        if not body.get("max_tokens") or body["tools"][0]["input_schema"]["type"] != "object":
            return "max_tokens or tools"
        waiting = None
        for message in body["messages"]:
            blocks = message["content"] if isinstance(message["content"], list) else []
            given = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
            if waiting is not None and given != waiting:
                return "each tool_use needs its tool_result in the next message"
            waiting = [block["id"] for block in blocks if block["type"] == "tool_use"] or None
        return None

    def answer(self, status, document):
        data = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


class Examples(unittest.TestCase):
    def test_create(self):
        with Server() as server:
            lines = server.example("create").splitlines()
            self.assertIn(lines[0], lines[1])
            self.assertRegex(lines[2], r"^Python 3\.\d+")
    def test_hello(self):
        with Server() as server:
            lines = server.example("hello").splitlines()
            self.assertRegex(lines[0], "^created ")
            self.assertRegex(lines[1], "^hello from ")
            self.assertEqual(lines[2], "exit 3")
            self.assertEqual(lines[3], lines[0].replace("created", "deleted"))

    def test_many(self):
        with Server() as server:
            self.assertEqual(server.example("many").split(),
                             [str(number ** 2) for number in range(10)])

    def test_preview(self):
        with Server() as server:
            shown = server.example("preview", stdin="\n", PREVIEW_PORT=str(free_port()))
            self.assertTrue(shown.startswith("<h1>Hello from a sandbox</h1>\nhttps://"), shown)

    def test_reap(self):
        with Server() as server:
            self.assertEqual(server.example("reap"), "deleted 0, failed 0\n")
            running = {server.new(), server.new()}
            paused = server.new()
            server.post("/_vm", json.dumps({"name": paused, "action": "pause"}))
            self.assertEqual(server.example("reap"), "deleted 0, failed 0\n")
            self.assertEqual(server.names(), running | {paused})
            # All are older than an hour in the future.
            self.assertEqual(server.example("reap", "-3600"), "deleted 2, failed 0\n")
            self.assertEqual(server.names(), {paused})

    def test_agent_with_an_anthropic_model(self):
        self.put_uv()
        model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Messages)
        model.asked = []
        model.codes = [{"code": "print(6 * 7", "packages": ["pandas"]},
                       {"code": "print('x' * 20000); print(6 * 7)"}]
        threading.Thread(target=model.serve_forever, daemon=True).start()
        self.addCleanup(model.server_close)
        self.addCleanup(model.shutdown)
        with Server("--path-prepend", str(PLACE / "bin")) as server:
            answer = server.example("agent", "How much is it?", MODEL="m", ANTHROPIC_API_KEY="k",
                                    ANTHROPIC_BASE_URL=f"http://127.0.0.1:{model.server_port}")
            self.assertEqual(server.names(), set())
        self.assertEqual(len(model.asked), 3)
        self.assertEqual({body["model"] for body in model.asked}, {"m"})
        first, second = [block["content"] for body in model.asked[1:]
                         for block in body["messages"][-1]["content"]]
        self.assertTrue(first.startswith("exit code 1\n"), first)
        self.assertIn("SyntaxError", first)
        self.assertTrue(second.startswith("exit code 0\n"), second[:50])
        self.assertTrue(second.endswith("x\n42\n"), second[-50:])
        self.assertEqual(len(second), len("exit code 0\n") + 10_000)
        self.assertTrue(answer.endswith("x\n42\n\n"), answer[-50:])
        self.assertIn("It printed: exit code 0", answer)

    @staticmethod
    def put_uv():
        (PLACE / "bin").mkdir(exist_ok=True)
        (PLACE / "bin/uv").write_text(UV, encoding="ascii")
        (PLACE / "bin/uv").chmod(0o755)

    def test_agent(self):
        self.put_uv()
        (PLACE / "code.py").write_text("print(sum(range(1, 1000)))\n", encoding="ascii")
        model = subprocess.Popen(
            [sys.executable, HERE.parent / "standin/model_server.py", "--mode", "json",
             "--model", "m", "--code", PLACE / "code.py"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            port = model.stdout.readline().split()[1]
            with Server("--path-prepend", str(PLACE / "bin")) as server:
                answer = server.example("agent", "Add them up.", MODEL="m", OPENAI_API_KEY="k",
                                        OPENAI_BASE_URL=f"http://127.0.0.1:{port}/v1")
        finally:
            model.stdin.close()
            model.wait(10)
            model.stdout.close()
        self.assertIn("499500", answer.split("\n\n", 1)[1])


def prepare():
    checked("cmake", "--install", BUILD, "--component", "exedev", "--prefix", PLACE / "prefix")
    headers = sorted(path.name for path in (PLACE / "prefix/include/exedev").iterdir())
    for header in headers:
        text = (PLACE / "prefix/include/exedev" / header).read_text(encoding="utf-8")
        for word in ("nlohmann", "sandglass", "archive.h"):
            if word in text:
                sys.exit(f"{header} shows {word}")
    checked("cmake", "-S", pathlib.Path(SOURCE) / "src/exe/examples", "-B", PLACE / "build", "-G",
            "Ninja", f"-DCMAKE_PREFIX_PATH={PLACE / 'prefix'}", f"-DCMAKE_CXX_FLAGS={FLAGS}")
    checked("cmake", "--build", PLACE / "build", "-j", "2")


if __name__ == "__main__":
    prepare()
    unittest.main(argv=sys.argv[:1])
