"""Stop and timeout: the ladder, the state afterwards, what is said."""

import time
import unittest

from harness import Host, HostTest, alive, eventually


class Stopping(HostTest):
    def stopped(self, code, ready="ready"):
        """Run, Stop once the text came; returns (result, seconds from Stop to done)."""
        cell = self.host.execute(code)
        self.host.until(lambda e: e["cell"] == cell and e["event"] == "stream"
                        and ready in e["content"]["text"])
        start = time.monotonic()
        self.host.send("interrupt")
        result = self.host.finish(cell)
        return result, time.monotonic() - start

    def check(self, code, at_most=3):
        self.ok("kept = 'still here'")
        result, seconds = self.stopped(code)
        self.assertEqual(result.status, "interrupted")
        self.assertEqual(len(result.of("done")), 1)
        self.assertLess(seconds, at_most)
        self.assertEqual(self.ok("print(kept)").text(), "still here\n")
        return result

    def test_a_sleep(self):
        self.check("import time; print('ready'); time.sleep(60)")

    def test_an_endless_loop(self):
        self.check("print('ready')\nwhile True: pass")

    def test_a_wait_for_an_event(self):
        self.check("import threading; print('ready'); threading.Event().wait()")

    def test_an_await(self):
        result = self.check("import asyncio; print('ready'); await asyncio.sleep(60)")
        self.assertEqual(result.of("error")[0]["ename"], "CancelledError")

    def test_a_storm_of_prints(self):
        self.check("print('ready')\nfor i in range(1000000): print('z' * 99)")

    def test_a_command_and_the_lines_after_it_do_not_run(self):
        result = self.check("!echo ready; sleep 60\nprint('not this')")
        self.assertNotIn("not this", result.text())

    def test_a_child_of_the_system_call(self):
        self.check("import os; os.system('echo ready; sleep 60')")

    def test_a_pool_of_processes(self):
        self.check("import multiprocessing, time\nprint('ready')\n"
                   "with multiprocessing.get_context('fork').Pool(2) as p: "
                   "p.map(time.sleep, [60, 60])")

    def test_a_regular_expression_that_backtracks(self):
        self.check("import re; print('ready'); re.match('(a+)+$', 'a' * 40 + 'b')")

    def test_the_timeout_stops_as_well(self):
        start = time.monotonic()
        result = self.run_cell("import time; time.sleep(60)", timeout=0.5)
        self.assertEqual(result.status, "timed_out")
        self.assertLess(time.monotonic() - start, 2)
        self.assertGreaterEqual(result.done["seconds"], 0.5)

    def test_the_status_is_ours_even_if_the_cell_ends_well(self):
        result, _ = self.stopped("import time\nprint('ready')\ntry: time.sleep(60)\n"
                                 "except KeyboardInterrupt: print('caught')")
        self.assertEqual((result.status, result.text()), ("interrupted", "ready\ncaught\n"))

    def test_a_keyboard_interrupt_of_its_own_is_an_error(self):
        self.assertEqual(self.run_cell("raise KeyboardInterrupt").status, "error")

    def test_cells_that_wait_are_interrupted_without_running(self):
        self.ok("ran = 0")
        first = self.host.execute("import time; print('ready'); time.sleep(60)")
        others = [self.host.execute("ran += 1") for _ in range(3)]
        self.host.until(lambda e: e["cell"] == first and e["event"] == "stream")
        self.host.send("interrupt")
        for cell in [first] + others:
            self.assertEqual(self.host.finish(cell).status, "interrupted")
        self.assertEqual(self.ok("print(ran)").text(), "0\n")

    def test_a_stop_of_nothing_reaches_no_later_cell(self):
        self.host.send("interrupt")
        self.ok("import time; time.sleep(0.1)")

    def test_children_that_ignore_the_signal_are_killed_first(self):
        result, _ = self.stopped("kept = 7\nimport subprocess\nsubprocess.run(['sh', '-c', "
                                 "'trap \"\" INT; echo ready; while :; do sleep 0.1; done'])")
        self.assertEqual(result.status, "interrupted")
        self.assertEqual(self.ok("print(kept)").text(), "7\n")


class LastStep(HostTest):
    environment = {"SANDGLASS_GRACE": "1"}

    STUBBORN = ("import time, signal, subprocess\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
                "child = subprocess.Popen(['sleep', '60'], start_new_session=True)\n"
                "print(child.pid, flush=True)\n"
                "while True: time.sleep(0.1)")

    def test_a_stubborn_cell_ends_with_its_kernel_and_all_it_started(self):
        cell = self.host.execute(self.STUBBORN)
        event = self.host.until(lambda e: e["cell"] == cell and e["event"] == "stream")
        start = time.monotonic()
        self.host.send("interrupt")
        result = self.host.finish(cell)
        self.assertLess(time.monotonic() - start, 3)
        self.assertEqual(result.status, "interrupted")
        self.assertEqual(result.of("status")[-1]["state"], "dead")
        self.assertTrue(result.notices("variables_lost"))
        eventually(lambda: not alive(int(event["content"]["text"])))
        self.assertEqual(self.ok("'child' in globals()").of("execute_result")[0]["data"]
                         ["text/plain"], "False")

    def test_a_stubborn_cell_ends_at_its_timeout(self):
        result = self.run_cell(self.STUBBORN, timeout=0.5)
        self.assertEqual(result.status, "timed_out")
        self.assertEqual(len(result.of("done")), 1)
        self.ok("1")

    def test_a_computation_that_never_looks_up_is_ended(self):
        result = self.run_cell("sum(range(10**12))", timeout=0.5)
        self.assertEqual(result.status, "timed_out")
        self.ok("1")


class Restarting(HostTest):
    def test_a_restart_forgets_variables(self):
        self.ok("x = 1")
        self.host.send("restart")
        self.host.until(lambda e: e["event"] == "status" and e["content"]["state"] == "dead")
        self.assertEqual(self.run_cell("x").of("error")[0]["ename"], "NameError")

    def test_a_restart_while_a_cell_runs_ends_the_cell(self):
        cell = self.host.execute("import time; print('ready'); time.sleep(60)")
        self.host.until(lambda e: e["cell"] == cell and e["event"] == "stream")
        self.host.send("restart")
        result = self.host.finish(cell)
        self.assertEqual(result.status, "interrupted")
        self.assertEqual(len(result.of("done")), 1)
        self.ok("1")

    def test_exit_handlers_run_at_a_restart(self):
        self.ok("import atexit; atexit.register(lambda: open('bye', 'w').close())")
        self.host.send("restart")
        self.ok("import os; assert os.path.exists('bye')")


class Starting(unittest.TestCase):
    def test_stop_before_the_kernel_is_there_ends_the_cell_without_running_it(self):
        host = Host()
        self.addCleanup(host.close)
        cell = host.execute("open('ran', 'w').close()")
        host.send("interrupt")
        self.assertEqual(host.finish(cell).status, "interrupted")
        self.assertEqual(host.run("import os; print(os.path.exists('ran'))").text(), "False\n")

    def test_shutdown_ends_a_running_cell_and_all_processes(self):
        host = Host()
        self.addCleanup(host.close)
        cell = host.execute("import os, subprocess, time\np = subprocess.Popen(['sleep', '60'], "
                            "start_new_session=True)\nprint(os.getpid(), p.pid); time.sleep(60)")
        event = host.until(lambda e: e["cell"] == cell and e["event"] == "stream")
        host.send("shutdown")
        self.assertEqual(host.finish(cell).status, "interrupted")
        self.assertEqual(host.process.wait(10), 0)
        for pid in event["content"]["text"].split():
            eventually(lambda: not alive(int(pid)))

    def test_the_kernel_dies_with_a_host_that_was_killed(self):
        host = Host()
        self.addCleanup(host.close)
        pid = int(host.run("import os; print(os.getpid())").text())
        host.process.kill()
        eventually(lambda: not alive(pid))


if __name__ == "__main__":
    unittest.main()
