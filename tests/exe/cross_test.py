# SPDX-License-Identifier: MIT
"""The official SDK and the C++ library on one VM: each finds, waits for and reads what the other made.

    cross_test.py PROGRAM ENVIRONMENT [unittest arguments]

PROGRAM is exedev-cross. Starts itself again with the Python in ENVIRONMENT, which has the SDK.
"""
import asyncio
import os
import subprocess
import sys
import tempfile
import time
import unittest

from environment import TOKEN, Server, sdk_python

LIMIT = 30


class Cross(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.enterClassContext(cls.server)
        cls.client = exedev.Client(TOKEN, base_url=cls.server.url)
        cls.addClassCleanup(cls.client.close)
        cls.vm = cls.client.new()

    def cpp(self, *words, stdin=b"", token=TOKEN, status=0):
        """One call of the C++ library; its standard output."""
        run = subprocess.run([PROGRAM, self.server.url, token, *words], input=stdin,
                             capture_output=True, timeout=LIMIT, check=False,
                             env={**os.environ, "QT_LOGGING_RULES": "*.debug=false"})
        self.assertEqual(run.returncode, status, run.stderr)
        self.err = run.stderr
        return run.stdout

    def on_vm(self, verb, *words, **options):
        return self.cpp(verb, self.vm.name, *words, **options)

    def test_the_sdk_finds_and_waits_for_a_process_of_cpp(self):
        line = "echo out; echo err >&2; while [ ! -e go1 ]; do sleep 0.05; done; echo end; exit 5"
        name, pid, state = self.on_vm("spawn", "of-cpp", line).decode().split()
        found = self.vm.process("of-cpp")
        self.assertEqual((found.name, found.pid, found.poll(), state), (name, int(pid), None, "running"))
        self.assertEqual(found.logs().stderr, "err\n")
        self.vm.write_file("go1", "")
        result = found.wait(timeout=LIMIT)
        self.assertEqual((result.exit_code, result.stdout, result.stderr), (5, "out\nend\n", "err\n"))

    def test_cpp_finds_and_waits_for_a_process_of_the_sdk(self):
        process = self.vm.spawn("echo out; echo err >&2; sleep 0.3; exit 6", name="of-sdk")
        self.assertEqual(self.on_vm("find", "of-sdk").decode().split(),
                         ["of-sdk", str(process.pid), "running"])
        self.assertEqual(self.on_vm("wait", "of-sdk", status=6), b"out\n")
        self.assertEqual(self.err, b"err\n")
        self.assertEqual(self.on_vm("logs", "of-sdk"), b"out\n")
        self.assertEqual(self.on_vm("find", "of-sdk").decode().split()[2], "6")

    def test_each_signals_what_the_other_started(self):
        process = self.vm.spawn("sleep 60", name="sdk-sleeps")
        self.on_vm("signal", "sdk-sleeps", "TERM")
        self.assertEqual(process.wait(timeout=LIMIT).exit_code, 143)
        self.on_vm("spawn", "cpp-sleeps", "sleep 60 & sleep 60")
        self.vm.process("cpp-sleeps").send_signal("KILL")
        self.on_vm("wait", "cpp-sleeps", status=137)

    def test_each_refuses_a_name_that_the_other_uses(self):
        with self.vm.spawn("sleep 60", name="taken-1"):
            self.on_vm("spawn", "taken-1", "true", status=250)
        self.on_vm("spawn", "taken-2", "sleep 60")
        self.assertRaises(exedev.ExeError, self.vm.spawn, "true", name="taken-2")
        self.vm.process("taken-2").kill()

    def test_both_list_the_same_processes(self):
        self.vm.spawn("exit 3", name="listed-sdk").wait()
        self.on_vm("spawn", "listed-cpp", "sleep 60")
        ours = {process.name: (process.pid, process.exit_code) for process in self.vm.processes()}
        theirs = {}
        for line in self.on_vm("list").decode().splitlines():
            name, pid, state = line.split()
            theirs[name] = (int(pid), None if state == "running" else int(state))
        for name in ("listed-sdk", "listed-cpp"):
            self.assertEqual(ours[name], theirs[name])
        self.assertEqual(set(ours), set(theirs))
        self.vm.process("listed-cpp").kill()

    def test_a_restart_loses_them_for_both(self):
        vm = self.client.new()
        vm.spawn("sleep 60", name="sdk")
        self.cpp("spawn", vm.name, "cpp", "sleep 60")
        vm.restart(flush=False)
        self.assertRaises(exedev.ProcessLostError, vm.process("cpp").poll)
        self.cpp("wait", vm.name, "sdk", status=250)
        self.assertIn(b"sdk", self.err)
        vm.delete()

    def test_files_of_any_size_go_both_ways(self):
        for size in (0, 10, 50_000, 70_000, 1_000_000):
            data = os.urandom(size)
            with self.subTest(size=size):
                self.on_vm("write", "from cpp", stdin=data)
                self.assertEqual(self.vm.read_file("from cpp"), data)
                self.vm.write_file("from-sdk", data)
                self.assertEqual(self.on_vm("read", "from-sdk"), data)
        self.assertEqual(self.vm.run("stat -c %a 'from cpp'").stdout, "640\n")

    def test_folders_go_both_ways(self):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "source")
            os.makedirs(os.path.join(source, "a/hollow"))
            for name in ("one", "a/two é"):
                with open(os.path.join(source, name), "wb") as file:
                    file.write(os.urandom(1000))
            os.symlink("../one", os.path.join(source, "a/link"))
            self.on_vm("upload", source, "up-cpp")
            self.vm.download("up-cpp", os.path.join(folder, "by-sdk"))
            self.vm.upload(source, "up-sdk")
            self.on_vm("download", "up-sdk", os.path.join(folder, "by-cpp"))
            for copy in ("by-sdk", "by-cpp"):
                subprocess.run(["diff", "-r", "--no-dereference", source,
                                os.path.join(folder, copy)], check=True)

    def test_tokens_that_one_made_work_for_the_other(self):
        token = self.cpp("key", "made by cpp").decode()
        with exedev.Client(token, base_url=self.server.url) as limited:
            self.assertEqual(limited.vm(self.vm.name).run("echo ok").stdout, "ok\n")
            self.assertRaises(exedev.PermissionDeniedError, limited.whoami)
        token = self.client.ssh_key.generate_api_key(cmds=["ls", "ssh"])["token"]
        self.assertEqual(self.on_vm("read", ".profile", token=token), self.vm.read_file(".profile"))

    def test_cpp_takes_over_a_process_after_the_sdk_is_gone(self):
        client = exedev.Client(TOKEN, base_url=self.server.url)
        client.vm(self.vm.name).spawn("sleep 0.5; echo later", name="orphan")
        client.close()
        start = time.monotonic()
        self.assertEqual(self.on_vm("wait", "orphan"), b"later\n")
        self.assertLess(time.monotonic() - start, 10)


class Cancelled(unittest.IsolatedAsyncioTestCase):
    """Cancelling with asyncio, which the blocking client and so checks.txt cannot do."""

    def setUp(self):
        self.server = self.enterContext(Server())
        self.control = self.enterContext(httpx.Client(base_url=self.server.url))

    async def until(self, condition):
        end = time.monotonic() + LIMIT
        while not condition():
            self.assertLess(time.monotonic(), end)
            await asyncio.sleep(0.02)

    def state(self):
        return self.control.get("/_state").json()

    async def test_a_vm_that_was_being_made_is_removed(self):
        async with exedev.AsyncClient(TOKEN, base_url=self.server.url) as client:
            for op in ("new", "ssh"):
                self.control.post("/_fault", json={"op": op, "kind": "slow", "delay": 0.5})
                task = asyncio.ensure_future(client.new())
                await self.until(self.state)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                self.assertEqual(self.state(), [])

    async def test_a_command_ends_with_all_it_started(self):
        async with exedev.AsyncClient(TOKEN, base_url=self.server.url) as client:
            vm = await client.new()
            task = asyncio.ensure_future(vm.run("sleep 60 & sleep 60"))
            await self.until(lambda: len(self.state()[0]["pids"]) >= 4)
            start = time.monotonic()
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            await self.until(lambda: not self.state()[0]["pids"])
            self.assertLess(time.monotonic() - start, 2)


if __name__ == "__main__":
    PROGRAM, ENVIRONMENT = sys.argv[1:3]
    PYTHON = str(sdk_python(ENVIRONMENT))
    if os.path.realpath(sys.prefix) != os.path.realpath(os.path.dirname(os.path.dirname(PYTHON))):
        os.execv(PYTHON, [PYTHON, *sys.argv])
    import exedev
    import httpx
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
