"""A kernel that dies: noticed at once, the reason said, everything it said kept."""

import json
import os
import subprocess
import sys
import time
import unittest

from harness import KERNEL, Host, HostTest, alive, eventually


class Deaths(HostTest):
    def dies(self, code, cause):
        start = time.monotonic()
        result = self.run_cell("print('before')\n" + code)
        self.assertEqual(result.status, "died")
        self.assertEqual(result.done["cause"], cause)
        self.assertLess(time.monotonic() - start, 5)
        self.assertEqual(result.text()[:7], "before\n")
        self.assertEqual(len(result.of("done")), 1)
        dead = [s for s in result.of("status") if s["state"] == "dead"]
        self.assertEqual(dead[0]["cause"], cause)
        self.assertTrue(result.notices("variables_lost"))
        self.assertEqual(self.ok("print('new')").text(), "new\n")
        return result

    def test_an_exit_code(self):
        self.dies("import os; os._exit(3)", {"kind": "exit", "code": 3})

    def test_a_thread_that_exits_the_process(self):
        self.dies("import os, threading, time\nthreading.Thread(target=os._exit, args=(7,))"
                  ".start(); time.sleep(60)", {"kind": "exit", "code": 7})

    def test_a_kill_that_is_not_ours_is_likely_memory(self):
        result = self.run_cell("import os; os.kill(os.getpid(), 9)")
        self.assertEqual(result.status, "died")
        cause = result.done["cause"]
        self.assertIn(cause["kind"], ("signal", "oom"))
        if cause["kind"] == "signal":
            self.assertEqual(cause["number"], 9)

    def test_a_termination(self):
        self.dies("import os; os.kill(os.getpid(), 15); import time; time.sleep(60)",
                  {"kind": "signal", "number": 15})

    def test_a_segmentation_fault_says_where(self):
        result = self.dies("import ctypes; ctypes.string_at(0)", {"kind": "signal", "number": 11})
        text = result.notices("fault")[0]["text"]
        self.assertIn("Segmentation fault", text)
        self.assertIn("string_at", text)
        self.assertEqual(text.count("thread 0x"), 1)  # the one that failed, none of ours

    def test_a_fault_among_many_threads_says_where(self):
        result = self.dies("import ctypes, threading, time\ndef rests(depth):\n"
                           " rests(depth - 1) if depth else time.sleep(60)\n"
                           "for i in range(60): threading.Thread(target=rests, args=(40,))"
                           ".start()\nctypes.string_at(0)", {"kind": "signal", "number": 11})
        text = result.notices("fault")[0]["text"]
        self.assertIn("Segmentation fault", text)
        self.assertIn("string_at", text)
        self.assertNotIn("rests", text)

    def test_an_abort(self):
        self.dies("import os; os.abort()", {"kind": "signal", "number": 6})

    def test_exit_and_quit_end_the_kernel_and_the_next_cell_gets_a_new_one(self):
        for code in ("exit()", "quit()", "exit(0)"):
            with self.subTest(code=code):
                cells = [self.host.execute("gone = 1\n" + code), self.host.execute(
                    "print('gone' in globals())")]
                result = self.host.finish(cells[0])
                self.assertEqual(result.status, "died")
                self.assertEqual(result.done["cause"], {"kind": "exit", "code": 0})
                self.assertEqual(self.host.finish(cells[1]).text(), "False\n")

    def test_sys_exit_is_an_error_and_the_kernel_lives(self):
        self.ok("lives = 1")
        result = self.run_cell("import sys; sys.exit(3)")
        self.assertEqual(result.status, "error")
        self.assertEqual(result.of("error")[0]["ename"], "SystemExit")
        self.assertEqual(result.text("stderr"), "")
        self.assertEqual(self.ok("print(lives)").text(), "1\n")

    def test_much_text_right_before_the_end_is_kept(self):
        result = self.run_cell("import os, time\ndisplay('shown'); time.sleep(0.1)\n"
                               "for i in range(20000): print(i)\nos.write(1, b'last'); os._exit(1)")
        self.assertEqual(result.text(), "".join("%d\n" % i for i in range(20000)) + "last")
        self.assertEqual(len(result.of("display_data")), 1)

    def test_a_death_between_cells_is_told(self):
        self.ok("import threading, os; threading.Timer(0.2, os._exit, [4]).start()")
        event = self.host.until(lambda e: e["event"] == "status"
                                and e["content"]["state"] == "dead")
        self.assertEqual(event["content"]["cause"], {"kind": "exit", "code": 4})
        self.ok("1")

    def test_memory_that_is_not_there_is_an_error(self):
        self.assertEqual(self.run_cell("bytearray(10**16)").of("error")[0]["ename"], "MemoryError")

    def test_children_that_outlived_the_kernel_are_ended(self):
        result = self.run_cell("import subprocess, os\np = subprocess.Popen(['sleep', '60'], "
                               "start_new_session=True)\nprint(p.pid); os._exit(1)")
        eventually(lambda: not alive(int(result.text())))


class Orphans(HostTest):
    def test_orphans_that_end_leave_no_zombie(self):
        result = self.ok("import subprocess\n"
                         "print(subprocess.run(['sh', '-c', 'sleep 0.1 & echo $!'], "
                         "capture_output=True, text=True).stdout)")
        pid = int(result.text())
        eventually(lambda: not os.path.exists("/proc/%d" % pid))
        self.ok("1")


class Faults(unittest.TestCase):
    def test_a_kernel_that_cannot_start_ends_the_cell_and_says_why(self):
        host = Host()
        self.addCleanup(host.close)
        host.run("import os; os.makedirs('ipykernel'); "
                 "open('ipykernel/__init__.py', 'w').write('raise ImportError(\"broken\")')")
        other = Host(PYTHONPATH=host.work)
        self.addCleanup(other.close)
        cell = other.execute("1")
        result = other.finish(cell)
        self.assertEqual(result.status, "died")
        said = "".join(str(e["content"]) for e in other.events)
        self.assertIn("broken", said)

    def test_a_host_without_its_packages_says_so_and_ends(self):
        base = getattr(sys, "_base_executable", None) or sys.executable
        result = subprocess.run([base, "-I", "-S", os.path.join(KERNEL, "host.py")], input=b"",
                                capture_output=True, timeout=30)
        events = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual(events[0]["event"], "hello")
        self.assertEqual([e["content"]["kind"] for e in events[1:-1]], ["internal"])
        self.assertIn("zmq", events[1]["content"]["text"])
        self.assertEqual(events[-1]["content"]["state"], "dead")
        self.assertEqual(result.returncode, 1)


class FakeLink:
    """Keeps what would be sent."""

    def __init__(self):
        self.events = []

    def event(self, name, cell, content):
        self.events.append((name, cell, content))


class OwnFaults(unittest.TestCase):
    def test_a_fault_of_the_host_is_said_and_ends_the_running_cell_once(self):
        sys.path.insert(0, KERNEL)
        from sandglass_host.cells import Cell
        from sandglass_host.runner import Runner

        class Quiet(Runner):
            def _begin(self, kernel):
                self.session = None

        link = FakeLink()
        runner = Quiet(link, None, None)
        runner.cell = Cell("c", "1", None)
        runner.internal("Traceback: oh")
        runner.internal("Traceback: again")
        self.assertEqual([(name, cell) for name, cell, _ in link.events],
                         [("notice", "c"), ("done", "c"), ("notice", None)])
        self.assertEqual(link.events[1][2]["status"], "error")


if __name__ == "__main__":
    unittest.main()
