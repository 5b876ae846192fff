# SPDX-License-Identifier: GPL-3.0-or-later
"""sandglass-cli with the model behind a stand-in exe.dev's LLM gateway: one token, no key."""

import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.request

from program import STANDIN, CliTest, main

TOKEN = "exe1.token-of-this-test"


class Gateway(CliTest):
    def serve(self, *model_options):
        """A model server, and a stand-in exe.dev whose VMs reach it."""
        url = self.server("--model", "gpt-5.5", *model_options).removesuffix("/v1")
        process = subprocess.Popen(
            [sys.executable, STANDIN / "standin.py", "--token", TOKEN, "--llm-url", url,
             "--parent-pid", str(os.getpid())], stdout=subprocess.PIPE, text=True)

        def end():
            process.terminate()
            process.wait(10)
            process.stdout.close()

        self.addCleanup(end)
        self.exe = process.stdout.readline().strip()
        return {"SANDGLASS_EXE_URL": self.exe, "SANDGLASS_GATEWAY_URL": url, "EXE_TOKEN": TOKEN}

    def control(self, path):
        with urllib.request.urlopen(self.exe + path) as answer:
            return json.load(answer)

    def test_a_question_is_answered_through_one_vm_with_no_key_but_the_token(self):
        log = self.path("log.jsonl", "")
        code = self.path("code.py", "print(40 + 2)\n")
        env = self.serve("--code", code, "--log", log)
        done = self.cli("ask", "Run it", "--provider", "gateway", "--json", env=env)
        self.assertIn("42", done.of("assistant")[-1]["text"])
        self.assertEqual(done.of("user")[0]["model"], "gpt-5.5")
        again = self.cli("ask", "And again", "--provider", "gateway", "--conversation", "last",
                         "--json", env=env)
        self.assertIn("42", again.of("assistant")[-1]["text"])

        vms = self.control("/_state")
        self.assertEqual(len(vms), 1)
        self.assertRegex(vms[0]["comment"], "^code-interpreter-relay i=[0-9a-f-]{36}$")
        with open(log, encoding="utf-8") as file:
            posts = [entry for entry in map(json.loads, file) if entry["method"] == "POST"]
        self.assertEqual(len(posts), 4)
        self.assertEqual({entry["body"]["model"] for entry in posts}, {"gpt-5.5"})
        self.assertFalse(any("authorization" in entry["headers"] for entry in posts))

        self.assertNotIn(TOKEN, done.out + done.err + again.out + again.err)
        for place in (pathlib.Path(self.data), pathlib.Path(vms[0]["home"])):
            for path in place.rglob("*"):
                if path.is_file():
                    self.assertNotIn(TOKEN.encode(), path.read_bytes(), path)
        self.assertEqual(list(pathlib.Path("/dev/shm").glob("sandglass-*")), [])

    def test_a_model_that_is_not_there_is_answered_with_those_that_are(self):
        done = self.cli("ask", "q", "--provider", "gateway", "--model", "gpt-9", env=self.serve(),
                        status=1)
        self.assertIn("has no model named “gpt-9”", done.out + done.err)
        self.assertIn("gpt-5.5", done.out + done.err)

    def test_ctrl_c_ends_the_request_in_the_vm(self):
        env = self.serve("--mode", "stall")
        terminal = self.terminal("ask", "q", "--provider", "gateway", **env)
        terminal.wait_for(b"The result is")
        terminal.press_ctrl_c()
        self.assertEqual(terminal.status(), 130)
        end = time.monotonic() + 10
        while any(self.runs_curl(pid) for vm in self.control("/_state") for pid in vm["pids"]):
            self.assertLess(time.monotonic(), end, "curl goes on")

    def runs_curl(self, pid):
        try:
            return pathlib.Path(f"/proc/{pid}/comm").read_text() == "curl\n"
        except OSError:
            return False

    def test_without_a_token_nothing_begins_and_the_way_to_one_is_shown(self):
        env = {**self.serve(), "EXE_TOKEN": ""}
        done = self.cli("ask", "q", "--provider", "gateway", env=env, status=1)
        self.assertIn("No token for exe.dev is set.", done.err)
        self.assertIn("ssh exe.dev ssh-key generate-api-key --label=code-interpreter "
                      "--tag=code-sandbox --cmds=new,ls,rm,ssh,cp,pause,resume,comment --exp=1y",
                      done.err)
        self.assertEqual(self.control("/_state"), [])

    def test_health_asks_the_model_through_the_vm(self):
        self.cli("setup")
        env = self.serve()
        states = json.loads(self.cli("health", "--provider", "gateway", "--json", env=env).out)
        self.assertEqual((states["exe"], states["llm"], states["sandboxes"]), ("ok", "ok", 0))

    def test_a_variable_that_makes_no_sense_is_refused_before_anything_is_done(self):
        for name, value, expected in (("SANDBOX_EGRESS", "none", "all or integrations"),
                                      ("PAUSE_AFTER_MINUTES", "soon", "a number of minutes"),
                                      ("DELETE_AFTER_DAYS", "0", "a number of days"),
                                      ("CELL_TIMEOUT", "-1", "a number of seconds"),
                                      ("PACKAGES", "--index-url=x", "names of packages")):
            for command in (("ask", "q"), ("run", "-c", "print(1)"), ("sweep",)):
                done = self.cli(*command, env={name: value}, status=1)
                self.assertIn(f"{name}={value} makes no sense, so nothing was done. It must be "
                              f"{expected}", done.err)
        self.assertEqual(list(pathlib.Path(self.data).glob("conversations/*")), [])


if __name__ == "__main__":
    main()
