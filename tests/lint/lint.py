# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules of the tree that no compiler checks. Each is a test; run with a source folder:

    python3 tests/lint/lint.py SOURCE [test names]
"""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else None

# A room may include itself and what stands here. parts is what the two programs share.
ROOMS = {
    "base": set(),
    "exe": {"base"},
    "sandbox": {"base", "exe"},
    "llm": {"base", "exe"},
    "agent": {"base", "exe", "sandbox", "llm"},
    "app": {"base", "exe", "sandbox", "llm", "agent"},
    "parts": {"base", "exe", "sandbox", "llm", "agent", "app"},
    "cli": {"base", "exe", "sandbox", "llm", "agent", "app"},
    "ui": {"base", "exe", "sandbox", "llm", "agent", "app"},
}

# The composition roots: the only ones that may use parts.
ROOTS = {"src/cli/main.cpp", "src/cli/commandfactory.h", "src/cli/commandfactory.cpp",
         "ui/main.cpp"}

WIDGETS = re.compile(
    r'#\s*include\s*<(QtWidgets|QtCharts|Q(Abstract)?(Widget|Application|Dialog|MainWindow|Label|'
    r'PushButton|Layout|ScrollArea|Menu|Action|TextEdit|PlainTextEdit|TextBrowser|ItemView|Chart)'
    r'\w*)[>/]')
MAX_LINES = 400

# Tests that sleep for a reason: they look again at something that sends no signal.
POLLS = {
    "tests/base/httpcall_test.cpp",  # cancels at many different moments
    "tests/sandbox/processes.cpp",  # looks through /proc
    "tests/ui/view_test.cpp",  # waits for one beat of the view's own clock
}

# What may read the wall clock, which can jump: ids and the log show it, reap compares dates.
WALL_CLOCK = {"src/base/ids.cpp", "src/base/log.cpp", "src/exe/examples/reap.cpp"}


def sources(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".cpp", ".h"}:
                yield path


def name(path):
    return path.relative_to(ROOT).as_posix()


def includes(path):
    return re.findall(r'^\s*#\s*include\s*"([^"]+)"', path.read_text(encoding="utf-8"), re.M)


class Lint(unittest.TestCase):
    def assertNone(self, faults, rule):
        self.assertEqual(faults, [], rule)

    def test_rooms_include_only_downwards(self):
        faults = []
        rooms = {path.name for path in (ROOT / "src").iterdir() if path.is_dir()} | {"ui"}
        self.assertLessEqual(rooms, set(ROOMS), "a folder that has no place among the rooms")
        for path in sources("src", "ui"):
            parts = path.relative_to(ROOT).parts
            room = parts[1] if parts[0] == "src" else "ui"
            for include in includes(path):
                used = include.split("/")[0]
                allowed = ROOMS[room] | {room}
                if name(path) in ROOTS:
                    allowed = allowed | {"parts"}
                if "/" in include and used not in allowed:
                    faults.append(f"{name(path)}: {include}")
        self.assertNone(faults, "a room may only include what stands below it")

    def test_no_widget_under_src(self):
        faults = [name(path) for path in sources("src")
                  if WIDGETS.search(path.read_text(encoding="utf-8"))]
        self.assertNone(faults, "widgets belong to ui")

    def test_no_http_process_or_json_in_ui(self):
        forbidden = re.compile(r'#\s*include\s*<(QNetwork\w+|QProcess|QJson\w+|nlohmann/[^>]*)>')
        faults = [name(path) for path in sources("ui")
                  if forbidden.search(path.read_text(encoding="utf-8"))]
        self.assertNone(faults, "ui takes values; HTTP, processes and JSON stay below it")

    def test_no_file_is_longer_than_400_lines(self):
        faults = []
        for path in sources("src", "ui"):
            lines = path.read_text(encoding="utf-8").count("\n")
            if lines > MAX_LINES:
                faults.append(f"{name(path)}: {lines}")
        self.assertNone(faults, "split it by responsibility")

    def test_every_source_has_its_licence(self):
        faults = []
        for path in sources("src", "ui", "tests"):
            first = path.read_text(encoding="utf-8").split("\n", 1)[0]
            mit = name(path).startswith(("src/base/", "src/exe/", "tests/base/", "tests/exe/"))
            licence = "MIT" if mit else "GPL-3.0-or-later"
            if first != f"// SPDX-License-Identifier: {licence}":
                faults.append(name(path))
        self.assertNone(faults, "the first line names the licence")

    def test_the_thousandth_prime_stands_nowhere(self):
        answer = str(thousandth_prime())
        faults = []
        for folder in ("src", "ui", "resources"):
            for path in sorted((ROOT / folder).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    if answer.encode() in path.read_bytes():
                        faults.append(name(path))
        self.assertNone(faults, "the sample answer must come from code that ran")

    def test_headers_are_included_once(self):
        faults = [name(path) for path in sources("src", "ui")
                  if path.suffix == ".h" and "#pragma once" not in path.read_text(encoding="utf-8")]
        self.assertNone(faults, "#pragma once is missing")

    def test_every_source_is_built(self):
        faults = []
        lists = {}
        for path in sources("src", "ui"):
            folder = path.parent
            while not (folder / "CMakeLists.txt").exists():
                folder = folder.parent
            text = lists.setdefault(folder, (folder / "CMakeLists.txt").read_text(encoding="utf-8"))
            if path.suffix == ".cpp" and path.relative_to(folder).as_posix() not in text:
                faults.append(name(path))
        self.assertNone(faults, "a source that no CMakeLists.txt names is dead")

    def test_tests_neither_skip_nor_sleep(self):
        words = re.compile(
            r"GTEST_SKIP|DISABLED_|QThread::(m|u)?sleep|this_thread::sleep|\busleep\(|QTest::qSleep|"
            r"QTest::qWait\(")
        faults = [name(path) for path in sources("tests")
                  if words.search(path.read_text(encoding="utf-8")) and name(path) not in POLLS]
        self.assertNone(faults, "wait for a condition instead")

    def test_limits_are_kept_by_the_steady_clock(self):
        wall = re.compile(r"system_clock|currentDateTime|currentMSecsSinceEpoch|"
                          r"currentSecsSinceEpoch|QTime::|gettimeofday|\btime\((0|NULL|nullptr)\)")
        faults = [name(path) for path in sources("src/base", "src/exe")
                  if wall.search(path.read_text(encoding="utf-8"))]
        self.assertEqual(set(faults), WALL_CLOCK, "deadlines and pauses must not jump")

    def test_no_singletons(self):
        faults = []
        for path in sources("src", "ui"):
            for match in re.findall(r"\b(\w+)::instance\(\)", path.read_text(encoding="utf-8")):
                if match not in {"QCoreApplication", "QApplication", "QGuiApplication",
                                 "QNetworkInformation"}:
                    faults.append(f"{name(path)}: {match}")
        self.assertNone(faults, "parts come by constructor")

    def test_shell_scripts_are_well_formed(self):
        scripts = [path for path in (ROOT / "packaging").iterdir()
                   if path.is_file() and path.read_bytes().startswith(b"#!")]
        scripts += [ROOT / ".ci/run", ROOT / "packaging/packages.sh"]
        for path in scripts:
            check = subprocess.run(["bash", "-n", path], capture_output=True, text=True)
            self.assertEqual(check.returncode, 0, check.stderr)


def thousandth_prime():
    primes = []
    number = 2
    while len(primes) < 1000:
        if all(number % prime for prime in primes if prime * prime <= number):
            primes.append(number)
        number += 1
    return primes[-1]


if __name__ == "__main__":
    unittest.main()
