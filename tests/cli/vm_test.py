# SPDX-License-Identifier: GPL-3.0-or-later
"""sandglass-cli with cells that run in VMs of a stand-in exe.dev, with a real kernel in each."""

import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.request

from program import STANDIN, CliTest, main, thousandth_prime

TOKEN = "exe1.token-of-this-test"


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o700)


class Vm(CliTest):
    def setUp(self):
        super().setUp()
        place = pathlib.Path(self.folder)
        program(place / "skel/.venv/bin/python", f'exec {os.environ["SANDGLASS_PYTHON"]} "$@"\n')
        program(place / "programs/fc-list", "echo Noto Sans CJK\n")
        program(place / "programs/uv", "[ $1 = venv ] && exit 0\necho no solution for $*\nexit 1\n")
        self.log = self.path("log.jsonl", "")
        self.code = self.path("code.py", "print(40 + 2)\nimport socket\nprint(socket.gethostname())")
        gateway = self.server("--model", "gpt-5.5", "--code", self.code).removesuffix("/v1")
        process = subprocess.Popen(
            [sys.executable, STANDIN / "standin.py", "--token", TOKEN, "--latency", "40",
             "--token", "few:cmds=new,ls,ssh,cp,pause,resume,comment", "--llm-url", gateway,
             "--isolation", "bwrap", "--skel", place / "skel", "--path-prepend", place / "programs",
             "--path-prepend", os.path.dirname(os.environ["SANDGLASS_PYTHON"]),
             "--parent-pid", str(os.getpid())], stdout=subprocess.PIPE, text=True)

        def end():
            process.terminate()
            process.wait(10)
            process.stdout.close()

        self.addCleanup(end)
        self.server_pid = process.pid
        self.exe = process.stdout.readline().strip()
        self.env = {"SANDGLASS_EXE_URL": self.exe, "SANDGLASS_GATEWAY_URL": gateway,
                    "EXE_TOKEN": TOKEN, "PACKAGES": "ipykernel numpy"}

    def at_exe(self, *arguments, status=0, **more):
        return self.cli(*arguments, "--sandbox", "exe", status=status, env={**self.env, **more})

    def vms(self):
        with urllib.request.urlopen(self.exe + "/_state") as answer:
            return {vm["comment"].split(" ")[0]: vm for vm in json.load(answer)}

    def test_the_sample_question_is_answered_in_a_vm_that_is_deleted(self):
        done = self.at_exe("ask", "What is the 1000th prime? Compute it.", "--json")
        answer = str(thousandth_prime())
        self.assertIn(answer, done.of("assistant")[-1]["text"])
        self.assertEqual(set(self.vms()), {"code-interpreter-base"})
        self.assertEqual(self.vms()["code-interpreter-base"]["status"], "paused")
        self.assertIn("auto:all", done.err)
        again = self.at_exe("run", "-c", "print(6 * 7)")
        self.assertEqual(again.out, "42\n")
        self.assertNotIn("auto:all", again.err, "it is said once")
        self.assertEqual(set(self.vms()), {"code-interpreter-base"})

    def test_one_token_brings_the_model_and_the_sandbox(self):
        done = self.at_exe("ask", "Run it", "--provider", "gateway", "--json")
        self.assertTrue(done.text().startswith("42\n"), done.out)
        self.assertIn("42", done.of("assistant")[-1]["text"])
        vms = self.vms()
        self.assertEqual(set(vms), {"code-interpreter-base", "code-interpreter-relay"})
        self.assertNotIn(vms["code-interpreter-relay"]["name"], done.text(), "where no code runs")
        for place in (pathlib.Path(self.data), *(pathlib.Path(vm["home"]) for vm in vms.values())):
            for path in place.rglob("*"):
                if path.is_file():
                    self.assertNotIn(TOKEN.encode(), path.read_bytes(), path)
        self.assertNotIn(TOKEN, done.out + done.err)

    def test_a_kept_sandbox_goes_on_with_its_variables(self):
        first = self.at_exe("run", "-c", "x = 40", "--keep")
        self.assertIn("--conversation", first.err)
        self.assertEqual(set(self.vms()), {"code-interpreter-base", "code-interpreter"})
        second = self.cli("run", "-c", "print(x + 2)", "--conversation", "last", env=self.env)
        self.assertEqual(second.out, "42\n")
        self.assertEqual(set(self.vms()), {"code-interpreter-base", "code-interpreter"})
        self.cli("conversations", "delete", "last", env=self.env)
        self.assertEqual(set(self.vms()), {"code-interpreter-base"})

    def test_files_go_there_and_come_back(self):
        data = self.path("in.csv", "a,b\n1,2\n")
        out = self.path("out")
        code = "open('copy.csv', 'w').write(open('in.csv').read() * 2)"
        self.at_exe("run", "-c", code, "--file", data, "--save", out)
        self.assertEqual((pathlib.Path(out) / "copy.csv").read_text(), "a,b\n1,2\n" * 2)

    def test_nothing_is_left_after_a_failed_cell(self):
        done = self.at_exe("run", "-c", "1 / 0", status=1)
        self.assertIn("ZeroDivisionError", done.err)
        self.assertEqual(set(self.vms()), {"code-interpreter-base"})

    def test_nothing_is_left_after_ctrl_c(self):
        terminal = self.terminal("run", "-c", "print('begun')\nimport time\ntime.sleep(600)",
                                 "--sandbox", "exe", **self.env)
        terminal.wait_for(b"begun\r\n")
        self.assertIn("code-interpreter", self.vms())
        self.assertEqual(self.processes_that_show_the_token(), [])
        terminal.press_ctrl_c()
        self.assertEqual(terminal.status(), 130)
        end = time.monotonic() + 10
        while set(self.vms()) != {"code-interpreter-base"}:
            self.assertLess(time.monotonic(), end, self.vms())

    def processes_that_show_the_token(self):
        """Any on this machine, in VMs too, but the stand-in that takes it as an argument."""
        shown = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            for name in ("cmdline", "environ"):
                try:
                    content = (entry / name).read_bytes()
                except OSError:
                    continue
                if TOKEN.encode() in content and int(entry.name) != self.server_pid:
                    shown.append((entry.name, name))
        return shown

    def test_a_sandbox_that_may_not_be_deleted_is_named(self):
        done = self.at_exe("run", "-c", "print(1)", status=1, EXE_TOKEN="few")
        self.assertEqual(done.out, "1\n")
        self.assertIn("could not be deleted", done.err)
        self.assertIn("“rm”", done.err)

    def test_without_a_token_nothing_begins(self):
        done = self.at_exe("run", "-c", "print(1)", status=1, EXE_TOKEN="")
        self.assertIn("No token for exe.dev is set.", done.err)
        self.assertEqual((done.out, self.vms()), ("", {}))


if __name__ == "__main__":
    main()
