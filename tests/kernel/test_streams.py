"""stdout and stderr: at once, whole, under the right cell, held back by a slow reader."""

import time
import unittest

from harness import Host, HostTest, eventually


class Text(HostTest):
    def first_seen(self, code, wanted):
        """Seconds from a cell's busy to the event with the wanted text."""
        cell = self.host.execute(code)
        self.host.until(lambda e: e["cell"] == cell and e["event"] == "status")
        start = self.host.times[-1]
        self.host.until(lambda e: e["event"] == "stream" and wanted in e["content"]["text"])
        seen = self.host.times[-1] - start
        self.host.finish(cell)
        return seen

    def test_the_first_line_comes_at_once(self):
        self.assertLess(self.first_seen("print('now')\nimport time; time.sleep(0.7)", "now"), 0.25)

    def test_text_without_a_newline_comes_soon(self):
        self.assertLess(self.first_seen("print('part', end='')\nimport time; time.sleep(0.7)",
                                        "part"), 0.25)

    def test_a_later_line_does_not_wait_for_the_end(self):
        seen = self.first_seen("import time\nprint('a'); time.sleep(0.3); print('later')\n"
                               "time.sleep(0.7)", "later")
        self.assertLess(seen, 0.55)

    def test_many_prints_come_in_few_events_and_whole(self):
        result = self.ok("for i in range(200000): print(i)")
        self.assertEqual(result.text(), "".join("%d\n" % i for i in range(200000)))
        self.assertLess(len(result.of("stream")), 400)

    def test_a_huge_line_is_split_into_lines_of_the_protocol(self):
        result = self.ok("print('@' * 10_000_000); print('é' * 300_000)")
        self.assertEqual(len(result.text()), 10_300_002)

    def test_control_characters_arrive_untouched(self):
        self.assertEqual(self.ok(r"print('a\rb\x00\x1b[1mc\x1ed\u2028')").text(),
                         "a\rb\x00\x1b[1mc\x1ed\u2028\n")

    def test_a_character_cut_between_two_writes_is_whole(self):
        self.assertEqual(self.ok("import os, time\nfor b in '€🌍'.encode():\n"
                                 " os.write(1, bytes([b])); time.sleep(0.03)").text(), "€🌍")

    def test_invalid_bytes_become_replacement_characters(self):
        self.assertEqual(self.ok("import os; os.write(1, b'a\\xffb\\n')").text(), "a\ufffdb\n")

    def test_a_lone_surrogate_is_printed_as_its_escape(self):
        self.assertEqual(self.ok("print('\\ud800 x')").text(), "\\ud800 x\n")

    def test_a_lone_surrogate_in_an_error_arrives(self):
        error = self.run_cell("raise ValueError('\\ud800')").of("error")[0]
        self.assertEqual((error["ename"], error["evalue"]), ("ValueError", "\\ud800"))

    def test_what_a_cell_does_to_stdout_ends_with_it(self):
        for code in ("import sys; sys.stdout.close()", "import sys; sys.stdout = None",
                     "import os; os.close(1); os.close(2)", "import sys; del sys.stdout; 5",
                     "import sys; sys.stdout = 5", "import sys; del sys.stderr; 1/0",
                     "import os; os.dup2(os.open('/dev/null', os.O_WRONLY), 1)",
                     "import os; os.set_blocking(1, False)"):
            with self.subTest(code=code):
                self.run_cell(code)
                result = self.ok("import sys, os; print('o'); print('e', file=sys.stderr)\n"
                                 "os.system('echo c')")
                self.assertEqual((result.text(), result.text("stderr")), ("o\nc\n", "e\n"))

    def test_capture_and_redirection_still_work(self):
        result = self.ok("import io, contextlib\nb = io.StringIO()\n"
                         "with contextlib.redirect_stdout(b): print('in')\nprint(repr(b.getvalue()))")
        self.assertEqual(result.text(), "'in\\n'\n")
        self.ok("%%capture cap\nprint('captured')")
        self.assertEqual(self.ok("print(cap.stdout.upper())").text(), "CAPTURED\n\n")

    def test_a_forged_marker_harms_no_later_cell(self):
        self.run_cell("from sandglass_kernel.streams import STATE\nimport os\n"
                      "for i in (1, 5, 10**9): os.write(1, b'\\x1e%s;B;%d\\x1f' % (STATE.nonce, i))\n"
                      "os.write(2, b'\\x1e%s;S;m1\\x1f' % STATE.nonce); print('x')")
        self.assertEqual(self.ok("print('after')").text(), "after\n")

    def test_a_message_of_a_forked_child_breaks_nothing(self):
        result = self.ok("import os\npid = os.fork()\nif not pid:\n display(1); os._exit(0)\n"
                         "os.waitpid(pid, 0); print('parent'); display(2)")
        self.assertIn("parent\n", result.text())
        self.assertEqual(len(result.of("display_data")), 1)

    def test_unflushed_text_is_not_doubled_by_a_fork(self):
        result = self.ok("import os, sys\nprint('half', end='')\npid = os.fork()\n"
                         "if not pid:\n sys.stdout.flush(); os._exit(0)\nos.waitpid(pid, 0)\nprint()")
        self.assertEqual(result.text(), "half\n")

    def test_forks_while_text_is_pushed_out_never_hang_the_child(self):
        result = self.ok("import os, sys, time\nfor i in range(400):\n"
                         " print('x' * 5000, end=''); time.sleep(i % 7 / 200)\n pid = os.fork()\n"
                         " if not pid:\n  sys.stdout.flush(); os._exit(0)\n os.waitpid(pid, 0)")
        self.assertEqual(len(result.text()), 400 * 5000)

    def test_a_child_cannot_see_the_protocol(self):
        result = self.ok("import os\nfor fd in os.listdir('/proc/self/fd'):\n"
                         " try: print(os.readlink('/proc/self/fd/' + fd))\n"
                         " except OSError: pass")
        host = self.host.process.pid
        own = self.ok("import os; print(os.getppid())").text().strip()
        self.assertEqual(own, str(host))
        import os
        theirs = {os.readlink("/proc/%d/fd/%d" % (host, fd)) for fd in (100, 101)}
        self.assertTrue(theirs and not theirs & set(result.text().split("\n")))


class Late(HostTest):
    """Output that comes after its cell."""

    def late(self, code):
        """Run code that prints 'late' once the file go exists; returns (its id, next's)."""
        first = self.host.execute(code)
        self.assertEqual(self.host.finish(first).status, "ok")
        second = self.host.execute(
            "import time, os\nprint('second')\nopen('go', 'w').close()\n"
            "while not os.path.exists('gone'): time.sleep(0.01); await asyncio.sleep(0.01)\n"
            "print('end')\nos.remove('go'); os.remove('gone')")
        self.host.finish(second)
        return first, second

    def text_of(self, cell):
        return "".join(e["content"]["text"] for e in self.host.events
                       if e["cell"] == cell and e["event"] == "stream")

    WAITING = ("import threading, time, os, asyncio, concurrent.futures\n"
               "def late():\n"
               " while not os.path.exists('go'): time.sleep(0.01)\n"
               " for i in range(3): print('late', i)\n"
               " open('gone', 'w').close()\n")

    def test_a_thread_writes_under_the_cell_that_started_it(self):
        first, second = self.late(self.WAITING + "threading.Thread(target=late).start()")
        self.assertEqual(self.text_of(first), "late 0\nlate 1\nlate 2\n")
        self.assertEqual(self.text_of(second), "second\nend\n")

    def test_a_pool_worker_writes_under_the_cell_that_submitted(self):
        self.ok(self.WAITING + "pool = concurrent.futures.ThreadPoolExecutor(1); "
                "pool.submit(int).result()")
        first, second = self.late("pool.submit(late); None")
        self.assertEqual(self.text_of(first), "late 0\nlate 1\nlate 2\n")
        self.assertEqual(self.text_of(second), "second\nend\n")

    def test_a_task_writes_under_the_cell_that_made_it(self):
        first, second = self.late(
            self.WAITING + "async def task():\n"
            " while not os.path.exists('go'): await asyncio.sleep(0.01)\n"
            " print('late'); open('gone', 'w').close()\n"
            "kept = asyncio.get_running_loop().create_task(task())")
        self.assertEqual(self.text_of(first), "late\n")
        self.assertEqual(self.text_of(second), "second\nend\n")

    def test_a_thread_error_stands_under_its_cell(self):
        first, second = self.late(
            self.WAITING + "def bad():\n late(); raise KeyError('bad')\n"
            "threading.Thread(target=bad).start()")
        self.host.until(lambda e: "KeyError" in self.text_of(first), also_seen=True)
        self.assertNotIn("KeyError", self.text_of(second))

    def test_output_between_cells_still_comes(self):
        cell = self.host.execute("import threading\nthreading.Timer(0.3, print, ['tick']).start()")
        self.host.finish(cell)
        event = self.host.until(lambda e: e["event"] == "stream")
        self.assertEqual((event["cell"], event["content"]["text"]), (cell, "tick\n"))


class SlowReader(unittest.TestCase):
    def setUp(self):
        self.host = Host(SANDGLASS_GRACE="3")
        self.addCleanup(self.host.close)

    def memory(self):
        with open("/proc/%d/statm" % self.host.process.pid) as file:
            return int(file.read().split()[1]) * 4096

    def blocked(self, path):
        """Whether a counter that the cell keeps in a file stands still."""
        def read():
            try:
                with open(path) as file:
                    return file.read()
            except OSError:
                return ""

        before = read()
        time.sleep(0.3)  # it either moves in this time or it is held back
        return before != "" and before == read()

    def test_a_reader_that_pauses_holds_the_cell_back_and_loses_nothing(self):
        self.host.run("import os")
        cell = self.host.execute("line = 'x' * 99\nfor i in range(400000):\n print(line)\n"
                                 " if not i % 1000: open('at', 'w').write(str(i))")
        eventually(lambda: self.blocked(self.host.work + "/at"))
        self.assertLess(self.memory(), 200e6)
        self.assertEqual(len(self.host.finish(cell).text()), 40_000_000)

    def test_displays_are_held_back_as_well(self):
        self.host.run("import os")
        cell = self.host.execute("for i in range(300):\n"
                                 " display({'text/plain': str(i), 'image/png': 'p' * 1000000},"
                                 " raw=True)\n open('at', 'w').write(str(i))")
        eventually(lambda: self.blocked(self.host.work + "/at"))
        with open(self.host.work + "/at") as file:
            self.assertLess(int(file.read()), 200)
        result = self.host.finish(cell)
        self.assertEqual([c["data"]["text/plain"] for c in result.of("display_data")],
                         [str(i) for i in range(300)])

    def test_stop_works_while_nobody_reads(self):
        self.host.run("import os")
        cell = self.host.execute("i = 0\nwhile True:\n print('y' * 99); i += 1\n"
                                 " if not i % 1000: open('at', 'w').write(str(i))")
        eventually(lambda: self.blocked(self.host.work + "/at"))
        self.host.send("interrupt")
        result = self.host.finish(cell)
        self.assertEqual(result.status, "interrupted")
        self.assertEqual(self.host.run("print(i > 0)").text(), "True\n")


if __name__ == "__main__":
    unittest.main()
