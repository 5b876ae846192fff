"""The host as pid 1 of a namespace, mounted read-only, as the local sandbox runs it."""

import os
import subprocess
import unittest

import harness
from harness import KERNEL, PYTHON, Host


def command():
    """bwrap with the whole system read-only: this is about pid 1, not about isolation."""
    return ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run",
            "--perms", "0700", "--tmpfs", "/run/kernel", "--ro-bind", KERNEL, "/run/sandglass",
            "--unshare-pid", "--as-pid-1", "--die-with-parent",
            "--setenv", "XDG_RUNTIME_DIR", "/run/kernel",
            "--setenv", "JUPYTER_RUNTIME_DIR", "/run/kernel"]


class Inside(Host):
    """The host behind bwrap; its work folder stays writable."""

    def __init__(self):
        popen = subprocess.Popen

        def start(arguments, cwd, **more):
            inside = command() + ["--bind", cwd, cwd, "--chdir", cwd, "--", PYTHON, "-I",
                                  "/run/sandglass/host.py"]
            return popen(inside, cwd=cwd, **more)

        harness.subprocess.Popen = start
        try:
            super().__init__(SANDGLASS_GRACE="1")
        finally:
            harness.subprocess.Popen = popen


class PidOne(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = Inside()

    @classmethod
    def tearDownClass(cls):
        cls.host.close()

    def test_cells_run_and_the_host_is_pid_1(self):
        self.assertEqual(self.host.run("import os; print(os.getppid())").text(), "1\n")

    def test_the_sockets_are_in_the_private_folder(self):
        text = self.host.run("import os; print(oct(os.stat('/run/kernel').st_mode)); "
                             "print(len(os.listdir('/run/kernel')))").text()
        self.assertEqual(text.split(), ["0o40700", "1"])

    def test_orphans_leave_no_zombie(self):
        result = self.host.run(
            "import subprocess, os, time\n"
            "pid = subprocess.run(['sh', '-c', 'sleep 0.05 & echo $!'], capture_output=True,"
            " text=True).stdout.strip()\n"
            "end = time.monotonic() + 5\n"
            "while os.path.exists('/proc/' + pid) and time.monotonic() < end: time.sleep(0.01)\n"
            "print(os.path.exists('/proc/' + pid))")
        self.assertEqual(result.text(), "False\n")

    def test_the_memory_and_descriptors_of_the_host_are_closed(self):
        result = self.host.run(
            "import os\nfor name in ('fd', 'mem', 'environ'):\n"
            " try: (os.listdir if name == 'fd' else lambda p: open(p, 'rb').read(1))"
            "('/proc/1/' + name); print(name, 'open')\n"
            " except OSError as e: print(name, type(e).__name__)")
        if os.getuid() != 0:  # root has the capability to look
            self.assertNotIn("open", result.text())

    def test_signals_from_inside_do_not_end_the_host(self):
        result = self.host.run("import os\nfor n in (1, 2, 9, 15, 19): os.kill(1, n)\nprint('sent')")
        self.assertEqual(result.text(), "sent\n")
        self.assertEqual(self.host.run("1").status, "ok")

    def test_a_stubborn_tree_is_gone_with_the_kernel(self):
        cell = self.host.execute(
            "import subprocess, signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
            "subprocess.Popen(['sleep', '77'], start_new_session=True)\n"
            "print('ready')\nwhile True: time.sleep(0.1)")
        self.host.until(lambda e: e["cell"] == cell and e["event"] == "stream")
        self.host.send("interrupt")
        self.assertEqual(self.host.finish(cell).status, "interrupted")
        text = self.host.run("import os\nfor p in os.listdir('/proc'):\n"
                             " if p.isdigit(): print(open('/proc/%s/cmdline' % p).read())").text()
        self.assertNotIn("77", text)


if __name__ == "__main__":
    unittest.main()
