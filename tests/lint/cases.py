# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every test which tests/cases.md names exists.

    python3 tests/lint/cases.py SOURCE BUILD

A line of cases.md reads "- **ID** `Program.Suite.Name` …: words" for tests of a GoogleTest program,
`ctest:NAME` for another ctest entry, or "- **ID** none: reason".
"""

import json
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])


def ctests():
    listing = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"],
                             capture_output=True, text=True, check=True)
    return {test["name"]: test.get("command", []) for test in json.loads(listing.stdout)["tests"]}


def gtests(program):
    listing = subprocess.run([BUILD / "bin" / program, "--gtest_list_tests"],
                             capture_output=True, text=True, check=True,
                             env={"QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin",
                                  "ASAN_OPTIONS": "detect_leaks=0"})
    names, suite = set(), ""
    for line in listing.stdout.splitlines():
        # A test with parameters is listed as All/Suite. with Name/0, Name/1 …
        if line and not line.startswith(" "):
            suite = line.split("#")[0].strip().split("/")[-1]
        elif line.strip():
            names.add(suite + line.split("#")[0].strip().split("/")[0])
    return names


class Cases(unittest.TestCase):
    def test_every_named_test_exists(self):
        lines = (SOURCE / "tests/cases.md").read_text(encoding="utf-8").splitlines()
        known = ctests()
        lists, faults, ids = {}, [], set()
        for line in lines:
            entry = re.match(r"- \*\*([A-Z]+\d+)\*\* (.*)", line)
            if not entry:
                continue
            case, text = entry.groups()
            if case in ids:
                faults.append(f"{case} stands twice")
            ids.add(case)
            tests = re.findall(r"`([^`]+)`", text.split(":: ")[0])
            if not tests and not re.match(r"none: \S", text):
                faults.append(f"{case} names no test and gives no reason")
            for test in tests:
                if test.startswith("ctest:"):
                    found = test[len("ctest:"):] in known
                else:
                    program, _, rest = test.partition(".")
                    if program in known and program not in lists:
                        lists[program] = gtests(program)
                    found = rest in lists.get(program, ())
                if not found:
                    faults.append(f"{case}: there is no test {test}")
        self.assertGreater(len(ids), 50)
        self.assertEqual(faults, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
