# SPDX-License-Identifier: GPL-3.0-or-later
"""sandglass-cli run: cells without a model."""

import os
import subprocess
import time

from program import PROGRAM, CliTest, environment, main


class Run(CliTest):
    def test_cells_share_a_kernel_in_the_order_given(self):
        file = self.path("two.py", "x = x + 'b'\n")
        done = self.cli("run", "-c", "x = 'a'", file, "-c", "x += 'c'", "-", "--json",
                        stdin="print(x)")
        self.assertEqual(done.text(), "abc\n")
        self.assertEqual([line["execution_count"] for line in done.of("done")], [1, 2, 3, 4])
        self.assertEqual([line["code"] for line in done.of("code")],
                         ["x = 'a'", "x = x + 'b'\n", "x += 'c'", "print(x)"])

    def test_it_stops_at_the_first_failed_cell(self):
        done = self.cli("run", "-c", "print(1)", "-c", "1/0", "-c", "print(3)", "--json", status=1)
        self.assertEqual(done.text(), "1\n")
        self.assertEqual([line["status"] for line in done.of("done")], ["ok", "error"])

    def test_keep_going_runs_the_rest_and_still_fails(self):
        done = self.cli("run", "-c", "1/0", "-c", "print(3)", "--keep-going", "--json", status=1)
        self.assertEqual(done.text(), "3\n")

    def test_a_timeout_interrupts_and_keeps_the_variables(self):
        done = self.cli("run", "-c", "x = 5\nwhile True: pass", "-c", "print(x)", "--timeout", "2",
                        "--keep-going", "--json", status=1)
        self.assertEqual([line["status"] for line in done.of("done")], ["timed_out", "ok"])
        self.assertFalse(done.of("done")[0]["variables_lost"])
        self.assertEqual(done.text(), "5\n")

    def test_cell_timeout_comes_from_the_environment(self):
        done = self.cli("run", "-c", "import time; time.sleep(60)", "--json", status=1,
                        env={"CELL_TIMEOUT": "1"})
        self.assertEqual(done.of("done")[0]["status"], "timed_out")

    def test_a_dead_kernel_is_told_with_its_cause(self):
        done = self.cli("run", "-c", "import os; os._exit(3)", "-c", "print('again')",
                        "--keep-going", "--json", status=1)
        first, second = done.of("done")
        self.assertEqual((first["status"], first["cause"]["kind"], first["cause"]["number"]),
                         ("died", "exit", 3))
        self.assertTrue(first["variables_lost"])
        self.assertEqual(second["status"], "ok")

    def test_results_errors_displays_and_clears_are_lines(self):
        done = self.cli("run", "--json", "-c",
                        "from IPython.display import *\n"
                        "h = display('a', display_id=True); h.update('b')\n"
                        "clear_output(wait=True); import sys; print('e', file=sys.stderr)\n6*7")
        self.assertEqual(done.of("execute_result")[0]["data"]["text/plain"], "42")
        self.assertEqual(done.of("execute_result")[0]["execution_count"], 1)
        display = done.of("display_data")[0]
        update = done.of("update_display_data")[0]
        self.assertEqual(display["transient"]["display_id"], update["transient"]["display_id"])
        self.assertEqual(done.of("clear_output")[0]["wait"], True)
        self.assertEqual(done.text("stderr"), "e\n")

    def test_files_are_listed_and_inputs_seen(self):
        given = self.path("in.csv", "a\n1\n")
        done = self.cli("run", "-c", "open('out.txt','w').write(open('in.csv').read() * 2)",
                        "--file", given, "--json")
        listed = {line["name"]: line["size"] for line in done.of("file") if "cell" in line}
        self.assertEqual(listed, {"out.txt": 8})

    def test_output_comes_while_the_cell_runs(self):
        process = subprocess.Popen(
            [PROGRAM, "run", "--json", "-c",
             "print('first', flush=True)\nimport time; time.sleep(60)"],
            stdout=subprocess.PIPE, text=True, env=environment(self.data))
        self.addCleanup(process.stdout.close)
        for line in process.stdout:
            if '"first' in line:
                break
        self.assertIsNone(process.poll())
        process.kill()
        process.wait(10)

    def test_stdout_is_the_cells_and_stderr_has_the_rest(self):
        done = self.cli("run", "-c", "print('out'); import sys; print('err', file=sys.stderr)",
                        "-c", "1/0", status=1)
        self.assertEqual(done.out, "out\n")
        self.assertIn("err\n", done.err)
        self.assertIn("ZeroDivisionError", done.err)

    def test_a_wrong_file_runs_nothing(self):
        done = self.cli("run", "-c", "print(1)", self.path("none.py"), "--json", status=1)
        self.assertEqual(done.out, "")
        self.assertIn("none.py", done.err)

    def test_a_file_that_is_no_text_is_refused(self):
        done = self.cli("run", self.path("x.py", b"\xff\xfe\x00"), status=1)
        self.assertIn("UTF-8", done.err)

    def test_a_closed_reader_ends_the_program(self):
        process = subprocess.Popen([PROGRAM, "run", "-c", "while True: print('x' * 1000)"],
                                   stdout=subprocess.PIPE, env=environment(self.data))
        process.stdout.read(10)
        process.stdout.close()
        self.assertEqual(process.wait(60), 1)

    def test_wrong_use_is_status_2(self):
        for arguments in ([], ["fly"], ["ask"], ["run"], ["run", "--bogus"],
                          ["ask", "q", "--provider", "x"], ["conversations"]):
            done = self.cli(*arguments, status=2)
            self.assertEqual(done.out, "")
            self.assertTrue(done.err)

    def test_help_and_version(self):
        self.assertIn("sandglass-cli ask", self.cli("--help").out)
        self.assertIn("sandglass-cli", self.cli("--version").out)

    def test_a_killed_program_leaves_no_process(self):
        process = subprocess.Popen(
            [PROGRAM, "run", "--json", "-c",
             "import subprocess, time\nsubprocess.Popen(['sleep', '9999'])\n"
             "print('up', flush=True)\ntime.sleep(9999)"],
            stdout=subprocess.PIPE, text=True, env=environment(self.data))
        self.addCleanup(process.stdout.close)
        for line in process.stdout:
            if '"up' in line:
                break
        self.assertTrue(self.processes_of_data())
        process.kill()
        process.wait(10)
        end = time.monotonic() + 5
        while self.processes_of_data() and time.monotonic() < end:
            pass
        self.assertEqual(self.processes_of_data(), [])

    def processes_of_data(self):
        """Processes whose mounts or arguments name this test's data folder."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            if int(pid) == os.getpid():
                continue
            try:
                with open(f"/proc/{pid}/mountinfo", encoding="utf-8", errors="replace") as file:
                    mounts = file.read()
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    command = file.read().decode(errors="replace")
            except OSError:
                continue
            if os.path.basename(self.folder) in mounts + command:
                found.append((pid, command))
        return found


if __name__ == "__main__":
    main()
