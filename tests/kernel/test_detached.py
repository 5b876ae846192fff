"""The host as it runs in a VM: by itself, with a journal, followed and asked by commands."""

import base64
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from harness import KERNEL, PYTHON, WAIT, alive, eventually

sys.path.insert(0, KERNEL)

from sandglass_host.journal import Journal  # noqa: E402


class Follower:
    """A `follow` command; its events in order."""

    def __init__(self, vm, boot="none", number=1):
        self.process = subprocess.Popen(vm.line(["-S"], "follow", boot, str(number)), env=vm.env,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.events = []
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.hello = self.next()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def next(self):
        line = self.lines.get(timeout=WAIT)
        if line is None:
            raise AssertionError("it ended: %r" % self.process.stderr.read()[-2000:])
        event = json.loads(line)
        self.events.append(event)
        return event

    def until(self, wanted):
        event = self.next()
        while not wanted(event):
            event = self.next()
        return event

    def done(self, cell):
        return self.until(lambda e: e["event"] == "done" and e["cell"] == cell)["content"]

    def numbers(self):
        return [e["n"] for e in self.events[1:] if e["event"] != "part" or e["last"]]

    def text(self, cell):
        return "".join(e["content"]["text"] for e in self.events
                       if e["event"] == "stream" and e["cell"] == cell)

    def end(self):
        self.process.kill()
        self.process.communicate()


class Vm:
    """A home folder with hosts in it."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="home-")
        self.env = dict(os.environ, HOME=self.home, SANDGLASS_GRACE="2")
        self.followers = []

    def line(self, options, *arguments):
        return [PYTHON, "-I", *options, os.path.join(KERNEL, "host.py"), *arguments]

    def follow(self, boot="none", number=1):
        follower = Follower(self, boot, number)
        self.followers.append(follower)
        return follower

    def submit(self, **request):
        """(exit code, answer) of a `submit` command."""
        data = base64.b64encode(json.dumps(request).encode()).decode()
        result = subprocess.run(self.line(["-S"], "submit", data), env=self.env,
                                capture_output=True, check=False)
        return result.returncode, json.loads(result.stdout) if result.stdout else None

    def execute(self, cell, code, **more):
        return self.submit(op="execute", cell=cell, code=code, timeout=60, **more)

    def host_pid(self):
        """Of the one process whose arguments have `serve` and this home."""
        wanted = [b"serve", self.home.encode()]
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open("/proc/%s/cmdline" % name, "rb") as file:
                    arguments = file.read().split(b"\0")
            except OSError:
                continue
            if arguments[3:5] == wanted and alive(int(name)):
                found.append(int(name))
        return found

    def close(self):
        self.submit(op="shutdown")
        for follower in self.followers:
            follower.end()
        eventually(lambda: not self.host_pid())
        shutil.rmtree(self.home, ignore_errors=True)


class DetachedTest(unittest.TestCase):
    def setUp(self):
        self.vm = Vm()
        self.addCleanup(self.vm.close)

    def test_first_follower_starts_the_host_and_says_hello_first(self):
        follower = self.vm.follow()
        self.assertEqual(follower.hello["event"], "hello")
        self.assertEqual(follower.hello["oldest"], 1)
        self.assertEqual(self.vm.execute("a", "x = 6 * 7; print(x)")[0], 0)
        self.assertEqual(follower.done("a")["status"], "ok")
        self.assertEqual(follower.text("a"), "42\n")
        self.assertEqual(os.listdir(os.path.join(self.vm.home, "work")), [])

    def test_a_request_whose_host_ended_before_its_answer_may_have_been_taken(self):
        state = os.path.join(self.vm.home, ".sandglass")
        os.makedirs(state)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.path.join(state, "socket"))
        listener.listen()
        self.addCleanup(listener.close)
        for bytes_read in (0, 1 << 16):  # unread ones make the end a reset
            ended = threading.Thread(target=self.take_and_end, args=(listener, bytes_read))
            ended.start()
            self.assertEqual(self.vm.execute("a", "1"), (7, None))
            ended.join()
        os.unlink(os.path.join(state, "socket"))

    @staticmethod
    def take_and_end(listener, bytes_read):
        connection = listener.accept()[0]
        connection.recv(1, socket.MSG_PEEK)
        if bytes_read:
            connection.recv(bytes_read)
        connection.close()

    def test_two_followers_at_once_start_one_host(self):
        results = []
        threads = [threading.Thread(target=lambda: results.append(self.vm.follow().hello["boot"]))
                   for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(results)), 1)
        self.assertEqual(len(self.vm.host_pid()), 1)

    def test_submit_without_a_host_says_so_and_starts_none(self):
        self.assertEqual(self.vm.execute("a", "1"), (5, None))
        self.assertEqual(self.vm.host_pid(), [])

    def test_a_cell_runs_on_without_followers_and_nothing_is_missing_or_twice(self):
        first = self.vm.follow()
        code = "import time\nfor i in range(40): print(i, flush=True); time.sleep(.01)"
        self.vm.execute("a", code)
        first.until(lambda e: e["event"] == "stream")
        first.end()
        seen = [e for e in first.events[1:] if e["event"] != "part"]
        last = seen[-1]["n"]
        second = self.vm.follow(first.hello["boot"], last + 1)
        self.assertEqual(second.hello["boot"], first.hello["boot"])
        second.done("a")
        numbers = [e["n"] for e in seen] + second.numbers()
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        text = "".join(e["content"]["text"] for e in seen + second.events
                       if e["event"] == "stream")
        self.assertEqual(text, "".join("%d\n" % i for i in range(40)))

    def test_a_cell_of_the_same_id_never_runs_twice(self):
        follower = self.vm.follow()
        code = "open('count', 'a').write('x')"
        for _ in range(3):
            self.assertEqual(self.vm.execute("a", code)[0], 0)
        follower.done("a")
        self.assertEqual(self.vm.execute("a", code)[0], 0)
        follower.done("a")
        with open(os.path.join(self.vm.home, "work", "count")) as file:
            self.assertEqual(file.read(), "x")

    def test_a_request_for_another_boot_is_refused_and_runs_nothing(self):
        follower = self.vm.follow()
        status, answer = self.vm.execute("a", "print('ran')", boot="another")
        self.assertEqual((status, answer["ok"]), (4, False))
        self.assertEqual(answer["boot"], follower.hello["boot"])
        self.assertEqual(self.vm.execute("b", "1", boot=answer["boot"])[0], 0)
        follower.done("b")
        self.assertFalse([e for e in follower.events if e.get("cell") == "a"])

    def test_a_new_host_has_another_boot_and_tells_all_its_events(self):
        first = self.vm.follow()
        self.vm.execute("a", "import time; time.sleep(60)")
        first.until(lambda e: e["event"] == "status" and e["content"]["state"] == "busy")
        os.kill(self.vm.host_pid()[0], signal.SIGKILL)
        self.assertEqual(first.process.wait(WAIT), 5)
        second = self.vm.follow(first.hello["boot"], 1000)
        self.assertNotEqual(second.hello["boot"], first.hello["boot"])
        self.assertEqual(second.next()["n"], 1)
        self.assertEqual(os.listdir(os.path.join(self.vm.home, ".sandglass", "events")),
                         [second.hello["boot"]])

    def test_a_cell_that_was_revoked_before_it_came_does_not_run(self):
        follower = self.vm.follow()
        self.assertEqual(self.vm.submit(op="revoke", cell="a")[0], 0)
        self.assertEqual(follower.done("a")["status"], "interrupted")
        self.assertEqual(self.vm.execute("a", "print('ran')")[0], 0)
        self.assertEqual(follower.done("a")["status"], "interrupted")
        self.assertEqual(follower.text("a"), "")

    def test_revoking_a_cell_that_runs_changes_nothing_and_that_ended_tells_its_end(self):
        follower = self.vm.follow()
        self.vm.execute("a", "import time; time.sleep(.5); print('whole')")
        self.vm.submit(op="revoke", cell="a")
        self.assertEqual(follower.done("a")["status"], "ok")
        self.vm.submit(op="revoke", cell="a")
        self.assertEqual(follower.done("a")["status"], "ok")
        self.assertEqual(follower.text("a"), "whole\n")

    def test_an_interrupt_for_a_cell_that_ended_leaves_the_next_alone(self):
        follower = self.vm.follow()
        self.vm.execute("a", "1")
        follower.done("a")
        self.vm.execute("b", "import time; time.sleep(1); print('b')")
        self.assertEqual(self.vm.submit(op="interrupt", cell="a")[0], 0)
        self.assertEqual(follower.done("b")["status"], "ok")
        self.vm.execute("c", "import time; time.sleep(60)")
        follower.until(lambda e: e["event"] == "status" and e["content"]["state"] == "busy")
        self.assertEqual(self.vm.submit(op="interrupt", cell="c")[0], 0)
        self.assertEqual(follower.done("c")["status"], "interrupted")

    def test_a_long_cell_comes_as_a_file(self):
        follower = self.vm.follow()
        path = os.path.join(self.vm.home, "cell")
        with open(path, "w") as file:
            json.dump({"op": "execute", "cell": "a", "code": "#" * 500_000 + "\nprint(1)"}, file)
        result = subprocess.run(self.vm.line(["-S"], "submit", "--file", path), env=self.vm.env,
                                capture_output=True, check=True)
        self.assertTrue(json.loads(result.stdout)["ok"])
        self.assertEqual(follower.done("a")["status"], "ok")

    def test_nonsense_is_refused_with_its_reason(self):
        self.vm.follow()
        status, answer = self.vm.submit(op="execute", cell="", code="1")
        self.assertEqual((status, answer["ok"]), (3, False))
        self.assertIn("cell", answer["reason"])

    def test_a_host_that_cannot_start_says_why(self):
        broken = os.path.join(self.vm.home, "broken")
        shutil.copytree(KERNEL, broken)
        with open(os.path.join(broken, "sandglass_host", "detached.py"), "w") as file:
            file.write("raise ImportError('no zmq here')\n")
        result = subprocess.run([PYTHON, "-I", os.path.join(broken, "host.py"), "follow", "x", "1"],
                                env=self.vm.env, capture_output=True, check=False)
        self.assertEqual(result.returncode, 6)
        self.assertIn(b"no zmq here", result.stderr)

    def test_a_follower_ends_when_nobody_reads(self):
        reading, writing = os.pipe()
        follower = subprocess.Popen(self.vm.line([], "follow", "none", "1"), env=self.vm.env,
                                    stdout=writing, stderr=subprocess.DEVNULL)
        os.close(writing)
        self.assertIn(b"hello", os.read(reading, 4096))
        os.close(reading)
        self.vm.execute("a", "print('x' * 100)")
        self.assertEqual(follower.wait(WAIT), 5)

    def test_what_a_cell_starts_does_not_hold_the_commands_open(self):
        follower = self.vm.follow()
        begin = time.monotonic()
        self.vm.execute("a", "import subprocess; subprocess.Popen(['sleep', '60'])")
        self.assertLess(time.monotonic() - begin, 20)
        follower.done("a")


class JournalTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.mkdtemp(prefix="journal-")
        self.addCleanup(shutil.rmtree, folder)
        self.folder = os.path.join(folder, "events")
        self.journal = Journal(self.folder, cap=1000, segment=200)

    def fill(self, first, last):
        for number in range(first, last + 1):
            self.journal.append(number, b"x" * 99 + b"\n")

    def files(self):
        return sorted(int(name) for name in os.listdir(self.folder))

    def test_unacknowledged_events_stay_past_the_cap_and_are_said_to(self):
        self.fill(1, 15)
        self.assertEqual(self.files(), [1, 3, 5, 7, 9, 11, 13, 15])
        self.assertEqual(self.journal.oldest, 1)
        self.assertEqual(self.journal.excess, 500)

    def test_past_the_cap_the_oldest_acknowledged_go_first(self):
        self.fill(1, 15)
        self.journal.acknowledge(4)
        self.assertEqual(self.files(), [5, 7, 9, 11, 13, 15])
        self.assertEqual(self.journal.oldest, 5)
        self.assertEqual(self.journal.excess, 100)
        self.journal.acknowledge(15)
        self.assertEqual(self.files(), [7, 9, 11, 13, 15])
        self.assertEqual(self.journal.excess, 0)

    def test_acknowledged_events_stay_as_long_as_there_is_room(self):
        self.fill(1, 5)
        self.journal.acknowledge(5)
        self.assertEqual(self.files(), [1, 3, 5])


if __name__ == "__main__":
    unittest.main()
