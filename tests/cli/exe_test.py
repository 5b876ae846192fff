# SPDX-License-Identifier: GPL-3.0-or-later
"""sandglass-cli health, vms and sweep against a stand-in exe.dev server."""

import json
import os
import subprocess
import sys
import time
import urllib.request

from program import STANDIN, CliTest, main


class Exe(CliTest):
    def setUp(self):
        super().setUp()
        process = subprocess.Popen(
            [sys.executable, STANDIN / "standin.py", "--token", "good", "--token", "few:cmds=new",
             "--token", "nopause:cmds=new,ls,rm,ssh,cp,resume,comment",
             "--parent-pid", str(os.getpid())], stdout=subprocess.PIPE, text=True)

        def end():
            process.terminate()
            process.wait(10)
            process.stdout.close()

        self.addCleanup(end)
        self.url = process.stdout.readline().strip()

    def exe(self, *arguments, token="good", status=0, **more):
        env = {"SANDGLASS_EXE_URL": self.url, **({"EXE_TOKEN": token} if token else {}), **more}
        return self.cli(*arguments, env=env, status=status)

    def new(self, comment):
        request = urllib.request.Request(
            self.url + "/exec", f"new --comment='{comment}'".encode(),
            {"Authorization": "Bearer good"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["vm_name"]

    def names(self):
        return [line["name"] for line in self.exe("vms", "--json").lines]

    def test_vms_are_listed_as_text_and_as_json(self):
        self.assertIn("no VM", self.exe("vms").err)
        name = self.new("code-interpreter c=1 i=2")
        self.assertRegex(self.exe("vms").out, name + r"  \w+  \d{4}-.*  code-interpreter c=1 i=2")
        line = self.exe("vms", "--json").lines[0]
        self.assertEqual((line["name"], line["comment"]), (name, "code-interpreter c=1 i=2"))

    def test_sweep_removes_this_installations_old_sandboxes_and_names_the_others(self):
        own, conversation = self.install_and_conversation()
        gone = self.new(f"code-interpreter c=01890a5d-ac96-774b-bcce-b302099a8057 i={own}")
        used = self.new(f"code-interpreter c={conversation} i={own}")
        kept = self.new(f"code-interpreter c=01890a5d-ac96-774b-bcce-b302099a8057 i={own} keep")
        foreign = {self.new("code-interpreter c=1 i=2"), self.new("code-interpreter")}
        others = {kept, self.new("code-interpreter-base d=1"), self.new("mine"),
                  self.new("code-interpreters")}

        def states(*arguments):
            lines = self.exe("sweep", "--json", *arguments).lines
            return {(line["name"], line["state"]) for line in lines}

        left = {(name, "other") for name in foreign}
        self.assertEqual(states("--dry-run"), {(gone, "stale")} | left)
        self.assertEqual(set(self.names()), {gone, used} | foreign | others)
        self.assertEqual(states(), {(gone, "removed")} | left)
        self.assertEqual(states(), left)
        self.wait_until(lambda: (used, "stale") in states("--dry-run", "--older-than", "0"))
        self.assertEqual(states("--older-than", "0"), {(used, "removed")} | left)
        self.assertEqual(set(self.names()), foreign | others)
        self.assertIn("Nothing is to be done", self.exe("sweep").err)

    def test_sweep_pauses_what_is_idle(self):
        own, conversation = self.install_and_conversation()
        name = self.new(f"code-interpreter c={conversation} i={own}")
        short = {"PAUSE_AFTER_MINUTES": "0.02"}
        self.wait_until(lambda: self.exe("sweep", "--dry-run", "--json", **short).lines)
        self.assertEqual(self.exe("sweep", "--json", **short).lines,
                         [{"name": name, "state": "paused"}])
        self.assertEqual(self.exe("vms", "--json").lines[0]["status"], "paused")

    def install_and_conversation(self):
        self.cli("run", "-c", "1")
        conversation = self.cli("conversations", "list", "--json").lines[0]["id"]
        self.exe("sweep")
        with open(os.path.join(self.data, "install-id"), encoding="ascii") as file:
            return file.read().strip(), conversation

    def wait_until(self, condition):
        end = time.monotonic() + 20
        while not condition():
            self.assertLess(time.monotonic(), end)

    def test_health_counts_the_sandboxes(self):
        self.cli("setup")
        self.new("code-interpreter c=1 i=2")
        self.new("mine")
        states = json.loads(self.exe("health", "--json").out)
        self.assertEqual((states["sandboxes"], states["exe"]), (1, "ok"))

    def test_health_says_what_is_wrong_and_what_to_do(self):
        self.cli("setup")
        states = json.loads(self.exe("health", "--json", token="bad", status=1).out)
        self.assertIn("refused the token", states["exe"])
        self.assertIn("generate-api-key", states["exe"])
        self.assertEqual(states["llm"], "ok")
        states = json.loads(self.exe("health", "--json", token="few", status=1).out)
        self.assertIn("may not run “ls”", states["exe"])
        states = json.loads(self.exe("health", "--json", status=1,
                                     SANDGLASS_EXE_URL="http://127.0.0.1:9").out)
        self.assertIn("nothing was sent", states["exe"])

    def test_health_says_what_a_token_may_not_do_and_what_is_lost(self):
        self.cli("setup")
        states = json.loads(self.exe("health", "--json", token="nopause", status=1).out)
        self.assertIn("It may not run “pause”: idle sandboxes keep running.", states["exe"])
        self.assertIn("generate-api-key", states["exe"])
        self.assertEqual(self.names(), [])

    def test_health_answers_in_words_where_the_address_makes_no_sense(self):
        self.cli("setup")
        done = self.exe("health", "--json", status=1, SANDGLASS_EXE_URL="http://exe.example")
        states = json.loads(done.out)
        self.assertIn("SANDGLASS_EXE_URL is no address", states["exe"])
        self.assertIn("https://", states["exe"])
        self.assertEqual((states["sandboxes"], states["llm"]), (0, "ok"))

    def test_without_a_token_it_says_how_to_make_one(self):
        done = self.exe("vms", token="", status=1)
        self.assertIn("No token for exe.dev is set.", done.err)

    def test_an_address_in_the_clear_is_refused(self):
        done = self.exe("vms", status=1, SANDGLASS_EXE_URL="http://exe.example")
        self.assertIn("SANDGLASS_EXE_URL=http://exe.example makes no sense", done.err)
        self.assertIn("nothing was done. It must be an address", done.err)

    def test_the_token_is_never_shown(self):
        done = self.exe("vms", token="exe1.not-a-token", status=1)
        self.assertNotIn("not-a-token", done.out + done.err)


if __name__ == "__main__":
    main()
