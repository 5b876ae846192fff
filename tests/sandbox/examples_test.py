# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the package sandglass-sandbox, builds its examples as an outside project, and runs them
against a stand-in exe.dev whose VMs have real kernels.

    examples_test.py BUILD_FOLDER SOURCE_FOLDER [C++ FLAGS]
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.request

STANDIN = pathlib.Path(__file__).resolve().parent.parent / "standin"
BUILD, SOURCE = sys.argv[1:3]
FLAGS = sys.argv[3] if len(sys.argv) > 3 else ""
FOLDER = tempfile.TemporaryDirectory(prefix="sandglass-examples-")
PLACE = pathlib.Path(FOLDER.name)
RIGHTS = "new,ls,rm,ssh,cp,pause,resume,comment"
CHART = "import matplotlib.pyplot as plt\nplt.plot([1, 4, 9])\nplt.show()"


def checked(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command}: {done.stdout}{done.stderr}")


def program(name, text):
    path = PLACE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text, encoding="ascii")
    path.chmod(0o755)


class Process:
    """A server that tells its address in its first line."""

    def __init__(self, name, *options):
        self._process = subprocess.Popen([sys.executable, STANDIN / name, *options],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.told = self._process.stdout.readline().strip()

    def end(self):
        self._process.stdin.close()
        self._process.terminate()
        self._process.wait(20)
        self._process.stdout.close()


class Examples(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(dir=PLACE)
        self.addCleanup(self.folder.cleanup)
        server = Process("standin.py", "--token", "all", "--token", f"few:cmds={RIGHTS}",
                         "--token", f"norm:cmds={RIGHTS.replace('rm,', '')}", "--latency", "40",
                         "--skel", PLACE / "skel", "--path-prepend", PLACE / "programs",
                         "--parent-pid", str(os.getpid()))
        self.addCleanup(server.end)
        self.url = server.told

    def run_example(self, name, *arguments, status=0, token="few", **variables):
        environment = dict(os.environ, EXE_TOKEN=token, EXE_BASE_URL=self.url,
                           XDG_CACHE_HOME=self.folder.name, LC_ALL="C.UTF-8",
                           QT_LOGGING_RULES="sandglass.net=false", **variables)
        done = subprocess.run([PLACE / "build" / name, *arguments], text=True, capture_output=True,
                              env=environment, cwd=self.folder.name, timeout=120, check=False)
        self.assertEqual(done.returncode, status, done.stdout[-2000:] + done.stderr[-2000:])
        return done.stdout, done.stderr

    def vms(self):
        with urllib.request.urlopen(self.url + "/_state") as answer:
            return {vm["comment"].split(" ")[0]: vm for vm in json.load(answer)}

    def charts(self):
        return sorted(path.name for path in pathlib.Path(self.folder.name).glob("*.png"))

    def test_code_runs_in_one_vm_that_is_deleted_at_the_end(self):
        out, err = self.run_example("run_code", "x = 6\nx * 7", "print(x)", CHART, CHART)
        self.assertTrue(out.startswith("42\n6\n"), out)  # matplotlib tells what it does at first
        self.assertEqual(err, "")
        self.assertEqual(self.charts(), ["chart-1.png", "chart-2.png"])
        self.assertTrue((pathlib.Path(self.folder.name) / "chart-1.png").read_bytes()
                        .startswith(b"\x89PNG\r\n\x1a\n"))
        self.assertEqual({word: vm["status"] for word, vm in self.vms().items()},
                         {"code-interpreter-base": "paused"})

    def test_the_next_sandbox_is_a_copy_of_the_same_base(self):
        self.run_example("run_code", "1")
        base = self.vms()["code-interpreter-base"]["name"]
        self.run_example("run_code", "1")
        self.assertEqual([vm["name"] for vm in self.vms().values()], [base])

    def test_an_error_is_a_traceback_without_colours_and_the_variables_stay(self):
        out, err = self.run_example("run_code", "x = 6", "print('so far')\n1/0", "x", status=1)
        self.assertEqual(out, "so far\n6\n")
        self.assertIn("Traceback (most recent call last)", err)
        self.assertTrue(err.rstrip().endswith("ZeroDivisionError: division by zero"), err)
        self.assertNotIn("\x1b", err)
        self.assertEqual(set(self.vms()), {"code-interpreter-base"})

    def test_a_kernel_that_dies_is_an_error_and_the_next_code_gets_another(self):
        out, err = self.run_example("run_code", "x = 6\nimport os\nos._exit(3)",
                                    "print('x' in globals())", status=1)
        self.assertEqual(out, "False\n")
        self.assertIn("The Python process ended while the code ran. All variables are lost.", err)

    def test_displays_count_as_they_are_at_the_end(self):
        out, _ = self.run_example("run_code", """
from IPython.display import clear_output, display
print('gone')
clear_output()
shown = display('first', display_id=True)
print('between')
shown.update('second')
display({'text/html': '<b>x</b>'}, raw=True)""")
        self.assertEqual(out, "'second'\nbetween\n(output of type text/html)\n")

    def test_output_without_end_is_kept_up_to_a_limit(self):
        out, err = self.run_example(
            "run_code", "for _ in range(40):\n    print('x' * 2**20, flush=True)", "print('next')")
        self.assertTrue(out.endswith("xnext\n") or out.endswith("x\nnext\n"), out[-50:])
        self.assertGreater(len(out), 24 * 2**20)
        self.assertLessEqual(len(out), 32 * 2**20 + len("next\n"))
        self.assertIn("There was more output than is kept.", err)

    def test_a_vm_that_may_not_be_deleted_is_named(self):
        out, err = self.run_example("run_code", "print(1)", token="norm")
        self.assertEqual(out, "1\n")
        name = self.vms()["code-interpreter"]["name"]
        self.assertRegex(err, f"The VM {name} is left behind: .* may not run “rm”")

    def test_a_wrong_token_is_told_and_makes_nothing(self):
        _, err = self.run_example("run_code", "1", token="exe1.wrong", status=1)
        self.assertIn("refused the token", err)
        self.assertNotIn("exe1.wrong", err)
        self.assertEqual(self.vms(), {})

    def test_a_model_mends_its_code_and_answers_with_what_ran(self):
        script, log = (pathlib.Path(self.folder.name) / name for name in ("script", "log"))
        codes = ["total = sum(range(1, 1000))\nprnt(total)", "print(total)"]
        script.write_text(json.dumps(
            [{"mode": "json", "code": [code]} for code in codes] +
            [{"mode": "json", "text": "It is {result}"}]), encoding="utf-8")
        model = Process("model_server.py", "--script", script, "--log", log, "--model", "m",
                        "--key", "k")
        self.addCleanup(model.end)
        out, _ = self.run_example(
            "ask", "Add them up.", MODEL="m", OPENAI_API_KEY="k",
            OPENAI_BASE_URL=f"http://127.0.0.1:{model.told.split()[1]}/v1")
        self.assertEqual(out, "It is 499500\n\n")
        asked = [json.loads(line)["body"]["messages"] for line in log.read_text().splitlines()]
        self.assertEqual([message["role"] for message in asked[-1]],
                         ["user", "assistant", "tool", "assistant", "tool"])
        self.assertIn("NameError: name 'prnt' is not defined", asked[1][-1]["content"])
        self.assertEqual(set(self.vms()), {"code-interpreter-base"})

    def test_an_answer_without_sense_is_told(self):
        model = Process("model_server.py", "--mode", "html", "--model", "m")
        self.addCleanup(model.end)
        _, err = self.run_example("ask", "q", status=1, MODEL="m",
                                  OPENAI_BASE_URL=f"http://127.0.0.1:{model.told.split()[1]}/v1")
        self.assertEqual(err, "The model's answer makes no sense.\n")
        self.assertEqual(self.vms(), {}, "no VM before the first code")

    def test_the_loop_of_a_model_fits_on_a_page(self):
        text = (pathlib.Path(SOURCE) / "src/sandbox/examples/ask.cpp").read_text(encoding="utf-8")
        self.assertLessEqual(text.count("\n"), 80)


def prepare():
    for component in ("exedev", "sandglass-sandbox"):
        checked("cmake", "--install", BUILD, "--component", component, "--prefix", PLACE / "prefix")
    for header in (PLACE / "prefix/include/sandglass-sandbox").iterdir():
        for line in header.read_text(encoding="utf-8").splitlines():
            if line.startswith("#include") and "<Q" not in line and "/" in line:
                sys.exit(f"{header.name}: {line} isn't installed")
    python = os.environ["SANDGLASS_PYTHON"]
    program("skel/.venv/bin/python", f'exec {python} "$@"\n')
    program("programs/fc-list", "echo Noto Sans CJK\n")
    program("programs/uv", "[ $1 = venv ] && exit 0\necho no solution for $*\nexit 1\n")
    checked("cmake", "-S", pathlib.Path(SOURCE) / "src/sandbox/examples", "-B", PLACE / "build",
            "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={PLACE / 'prefix'}", f"-DCMAKE_CXX_FLAGS={FLAGS}")
    checked("cmake", "--build", PLACE / "build", "-j", "2")


if __name__ == "__main__":
    prepare()
    unittest.main(argv=sys.argv[:1])
