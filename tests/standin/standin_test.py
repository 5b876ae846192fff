# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the stand-in exe.dev server where the SDK cannot reach: the order of its checks, faults
byte by byte, options, isolation, and requests that no good client sends."""
import base64
import http.client
import json
import os
import pathlib
import random
import shlex
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

from exedev_standin import words

HERE = pathlib.Path(__file__).parent
TOKEN = "exe1.test"
LIMIT = 20  # seconds that anything here may take
FRAMES = "application/json, application/x-ndjson"


class Server:
    def __init__(self, *options, parent=None):
        self.process = subprocess.Popen(
            [sys.executable, "-I", HERE / "standin.py", "--token", TOKEN, "--parent-pid",
             str(parent or os.getpid()), *options], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.address = urllib.parse.urlsplit(self.url)

    def end(self):
        self.process.terminate()
        self.process.wait(LIMIT)
        self.process.stdout.close()

    def connect(self):
        return socket.create_connection((self.address.hostname, self.address.port), LIMIT)

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection(self.address.netloc, timeout=LIMIT)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()

    def exec(self, line, token=TOKEN, method="POST", accept=FRAMES):
        body = line.encode() if isinstance(line, str) else line
        return self.request(method, "/exec", body, {"Authorization": f"Bearer {token}",
                                                    "Content-Type": "text/plain", "Accept": accept})

    def control(self, method, path, body=None):
        data = None if body is None else json.dumps(body)
        answer = self.request(method, path, data)
        return answer.status, json.loads(answer.body)

    def fault(self, kind, op="*", **more):
        status, answer = self.control("POST", "/_fault", {"op": op, "kind": kind, **more})
        assert status == 200, answer

    def new(self, *flags):
        return json.loads(self.exec(" ".join(("new", "--no-email", *flags))).body)["vm_name"]

    def log(self):
        return self.control("GET", "/_log")[1]

    def state(self, name):
        return next(vm for vm in self.control("GET", "/_state")[1] if vm["name"] == name)

    def run(self, name, command):
        """stdout, stderr and status of a finished command."""
        return frames(self.exec(f"ssh {name} {quoted(command)}").body)


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def error(self):
        return json.loads(self.body)["error"]


def quoted(text):
    return "'" + text.replace("'", "'\"'\"'") + "'"


def frames(body):
    out, err, status = b"", b"", None
    for line in body.splitlines():
        if line.strip():
            ((key, value),) = json.loads(line).items()
            if key == "stdout":
                out += base64.b64decode(value, validate=True)
            elif key == "stderr":
                err += base64.b64decode(value, validate=True)
            else:
                status = value
    return out.decode(), err.decode(), status


def until(condition):
    end = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it did not happen in time")
        time.sleep(0.02)


def gone(pid):
    """Ended; a zombie that nobody has reaped yet counts."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] in b"ZX"
    except OSError:
        return True


class StandInTest(unittest.TestCase):
    OPTIONS = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.OPTIONS)

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def setUp(self):
        self.assertEqual(self.server.control("POST", "/_reset"), (200, {"ok": True}))

    def refused(self, answer, status, error):
        self.assertEqual((answer.status, answer.error), (status, error))


class Order(StandInTest):
    """method, token, rate, size, NUL, empty, quoting, command name, permission, command"""

    def setUp(self):
        super().setUp()
        self.server.control("POST", "/_token", {"spec": "few:cmds=ls"})

    def test_the_method_comes_before_the_token(self):
        answer = self.server.exec("", token="wrong", method="GET")
        self.assertEqual((answer.status, answer.headers["Allow"]), (405, "POST"))

    def test_the_token_comes_before_everything_in_the_body(self):
        for body in ("x" * 70000, "a\0b", "", "'", "nothing"):
            answer = self.server.exec(body, token="wrong")
            self.refused(answer, 401, "invalid token")
            self.assertEqual(answer.headers["WWW-Authenticate"], "Bearer")

    def test_a_token_needs_its_scheme(self):
        answer = self.server.request("POST", "/exec", "ls", {"Authorization": f"Basic {TOKEN}"})
        self.refused(answer, 401, "invalid token")
        self.refused(self.server.request("POST", "/exec", "ls"), 401, "invalid token")

    def test_the_rate_comes_before_the_size(self):
        self.server.fault(429, retry_after=2)
        answer = self.server.exec("x" * 70000, token="few")
        self.refused(answer, 429, "rate limit exceeded")
        self.assertEqual(answer.headers["Retry-After"], "2")

    def test_the_size_comes_before_nul_and_is_65536_bytes(self):
        self.refused(self.server.exec("\0" * 65537, token="few"), 413, "request body too large")
        self.refused(self.server.exec("ls" + " " * 65535), 413, "request body too large")
        self.assertEqual(self.server.exec("ls" + " " * 65534).status, 200)

    def test_nul_comes_before_quoting(self):
        self.refused(self.server.exec("ls '\0", token="few"), 400, "invalid command syntax")

    def test_an_empty_command(self):
        for body in ("", " \n\t"):
            self.refused(self.server.exec(body, token="few"), 400, "missing command in request body")

    def test_quoting_comes_before_the_name(self):
        for body in ("nothing '", 'nothing "', "nothing \\", b"nothing \xff"):
            self.refused(self.server.exec(body, token="few"), 400, "invalid command syntax")

    def test_the_name_comes_before_the_permission(self):
        for body in ("nothing", "share", "share nothing", "SSH x", "'share show' x"):
            self.refused(self.server.exec(body, token="few"), 404, "unknown command")

    def test_the_permission_comes_before_the_command(self):
        for body in ("rm no-such-vm", "ssh no-such-vm true", "new --nonsense", "share show x"):
            self.refused(self.server.exec(body, token="few"), 403,
                         "command not allowed by token permissions")

    def test_the_command_comes_last(self):
        self.refused(self.server.exec("ssh no-such-vm true"), 422, 'VM "no-such-vm" not found')
        self.refused(self.server.exec("pause no-such-vm"), 422, 'VM "no-such-vm" not found')

    def test_a_parent_command_does_not_include_its_subcommands(self):
        self.server.control("POST", "/_token", {"spec": "share:cmds=share,ssh-key"})
        self.assertEqual(self.server.exec("share show x", token="share").status, 403)

    def test_flags_are_allowed_with_the_command(self):
        self.server.control("POST", "/_token", {"spec": "maker:cmds=new"})
        self.assertEqual(self.server.exec("new --name=made --no-email", token="maker").status, 200)


class Words(StandInTest):
    def comment(self, written):
        name = self.server.new()
        answer = self.server.exec(f"comment {name} {written}")
        self.assertEqual(answer.status, 200, answer.body)
        return json.loads(answer.body)["comment"]

    def test_words_are_read_as_a_posix_shell_reads_them(self):
        for written, text in (
                ("''", ""), ("a", "a"), ("'a b'", "a b"), ("'it'\"'\"'s'", "it's"),
                (r'"a\"b\\c\`d\$e\nf"', 'a"b\\c`d$e\\nf'), (r"a\ b\'c", "a b'c"),
                ("'$HOME ~ *'", "$HOME ~ *"), ("$HOME", "$HOME"), ("'a\nb'", "a\nb"),
                ("\"a\"'b'c", "abc"), ("-- -x", "-x"), ("'é☃'", "é☃")):
            with self.subTest(written=written):
                self.assertEqual(self.comment(written), text)

    def test_what_a_shell_quotes_is_read_back(self):
        rng = random.Random(1)
        for _ in range(5000):
            given = ["".join(rng.choices("'\"\\ $`ab=\n\té☃-", k=rng.randrange(12)))
                     for _ in range(rng.randrange(1, 4))]
            self.assertEqual(words.split(" ".join(map(shlex.quote, given))), given)

    def test_a_word_with_a_dash_is_a_flag(self):
        name = self.server.new()
        self.assertEqual(self.server.exec(f"comment {name} -x").status, 422)

    def test_wrong_flags_and_numbers_of_words_are_refused(self):
        name = self.server.new()
        for line in ("new --nonsense=1", "new --cpu", "new --cpu=0", "new --memory=much", "new x",
                     "new --egress=some", "new --tag='A B'", "new --env=X", "new --name=-x",
                     "new --standalone=maybe", "rm", f"rename {name}", f"resize {name}",
                     f"resize {name} --disk=1", f"tag {name}", f"egress {name} none",
                     f"share port {name} 70000", f"stat {name} --range=1y", "whoami x",
                     "ssh-key generate-api-key --exp=soon", "ssh-key generate-api-key --cmds=nothing",
                     "ssh-key generate-api-key --tag=a --vm=b", f"ssh {name}"):
            with self.subTest(line=line):
                self.assertEqual(self.server.exec(line).status, 422)
        self.assertEqual(len(self.server.control("GET", "/_state")[1]), 1)

    def test_a_disk_beyond_the_limit_waits_for_approval(self):
        name = self.server.new("--disk=50")
        answer = json.loads(self.server.exec(f"resize --disk=500GB {name}").body)
        self.assertIs(answer["disk_resize_pending_approval"], True)
        self.assertEqual(self.server.state(name)["disk"], 50 << 30)


class Faults(StandInTest):
    def setUp(self):
        super().setUp()
        self.name = self.server.new()

    def raw(self, line):
        """All bytes of the answer until the server closes or has sent the end."""
        body = line.encode()
        with self.server.connect() as connection:
            connection.sendall(b"POST /exec HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                               b"Accept: %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
                               % (TOKEN.encode(), FRAMES.encode(), len(body), body))
            got = b""
            try:
                while data := connection.recv(65536):
                    got += data
            except ConnectionResetError:
                pass
        return got

    def ssh(self, command):
        return self.raw(f"ssh {self.name} {quoted(command)}")

    def test_any_status_with_its_body(self):
        self.server.fault(418, body="short and stout")
        answer = self.server.exec("ls")
        self.assertEqual((answer.status, answer.body), (418, b"short and stout"))
        self.assertEqual(self.server.exec("ls").status, 200)

    def test_nothing_ran_when_a_status_was_armed(self):
        self.server.fault(500, "new")
        self.assertEqual(self.server.exec("new --no-email").status, 500)
        self.assertEqual(len(self.server.control("GET", "/_state")[1]), 1)

    def test_op_match_skip_and_count(self):
        self.server.fault(500, "ls", match="web-", skip=1, count=2)
        statuses = [self.server.exec(line).status for line in
                    ("ls", "whoami", "ls web-1", "ls web-1", "ls", "ls 'web-2'", "ls web-1")]
        self.assertEqual(statuses, [200, 200, 200, 500, 200, 500, 200])

    def test_a_count_of_minus_one_lasts_until_it_is_cleared(self):
        self.server.fault(500, count=-1)
        self.assertEqual([self.server.exec("ls").status for _ in range(5)], [500] * 5)
        self.assertEqual(self.server.control("POST", "/_fault", {"clear": True}),
                         (200, {"faults": 0}))
        self.assertEqual(self.server.exec("ls").status, 200)

    def test_the_number_of_armed_faults_is_told(self):
        for number in (1, 2):
            self.assertEqual(self.server.control("POST", "/_fault", {"kind": 500}),
                             (200, {"faults": number}))

    def test_wrong_faults_are_refused(self):
        for fault in ({}, {"kind": "nonsense"}, {"kind": 99}, {"kind": 500, "match": "("},
                      {"kind": 500, "count": 0}, {"kind": 500, "count": "1"},
                      {"kind": 500, "more": 1}, []):
            status, answer = self.server.control("POST", "/_fault", fault)
            self.assertEqual((status, list(answer)), (400, ["error"]), fault)

    def test_html(self):
        self.server.fault("html", status=503)
        answer = self.server.exec("ls")
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (503, "text/html"))

    def test_redirect(self):
        self.server.fault("redirect", location="http://127.0.0.1:9/", status=302)
        answer = self.server.exec("ls")
        self.assertEqual((answer.status, answer.headers["Location"]), (302, "http://127.0.0.1:9/"))

    def test_dropped_before_and_after(self):
        self.server.fault("drop_before", "comment")
        self.assertEqual(self.raw(f"comment {self.name} one"), b"")
        self.assertEqual(self.server.state(self.name)["comment"], "")
        self.server.fault("drop_after", "comment")
        self.assertEqual(self.raw(f"comment {self.name} two"), b"")
        self.assertEqual(self.server.state(self.name)["comment"], "two")

    def test_a_lost_ssh_has_run_to_its_end(self):
        self.server.fault("drop_after", "ssh")
        self.assertEqual(self.ssh("echo x; sleep 0.2; touch ended"), b"")
        self.assertTrue(os.path.exists(self.server.state(self.name)["home"] + "/ended"))
        self.assertEqual(self.server.log()[-1]["exit_code"], 0)

    def test_dropped_in_the_middle(self):
        self.server.fault("drop_mid", "ls", after_bytes=7)
        head, _, body = self.raw("ls").partition(b"\r\n\r\n")
        self.assertEqual(body, b'{"vms":')
        self.assertGreater(int(head.partition(b"Content-Length: ")[2].split()[0]), 7)
        self.server.fault("drop_mid", "ssh", after_bytes=5)
        _, _, body = self.ssh("echo x; sleep 0.1").partition(b"\r\n\r\n")
        self.assertEqual(body, b'5\r\n{"std\r\n')

    def test_truncated(self):
        self.server.fault("truncate", "ls", after_bytes=7)
        answer = self.server.exec("ls")
        self.assertEqual((answer.status, answer.body), (200, b'{"vms":'))
        self.server.fault("truncate", "ssh", after_bytes=5)
        self.assertTrue(self.ssh("echo x").endswith(b'\r\n\r\n5\r\n{"std\r\n0\r\n\r\n'))

    def test_garbage(self):
        self.server.fault("garbage", "ssh")
        body = self.server.exec(f"ssh {self.name} 'echo x'").body
        self.assertRaises(ValueError, json.loads, body)
        self.assertTrue(body.endswith(b"\n"))

    def test_a_fault_behind_the_last_byte_meets_the_end(self):
        self.server.fault("drop_mid", "ssh", after_bytes=100000)
        body = self.ssh("true").partition(b"\r\n\r\n")[2]
        self.assertIn(b"exit_code", body)
        self.assertFalse(body.endswith(b"0\r\n\r\n"))

    def test_slow(self):
        for op, line in (("ls", "ls"), ("ssh", f"ssh {self.name} true")):
            self.server.fault("slow", op, delay=0.3)
            start = time.monotonic()
            self.assertEqual(self.server.exec(line).status, 200)
            self.assertGreaterEqual(time.monotonic() - start, 0.3)

    def test_a_stall_ends_after_its_delay(self):
        self.server.fault("stall", "ssh", delay=0.3)
        start = time.monotonic()
        self.assertEqual(self.server.run(self.name, "echo x"), ("x\n", "", 0))
        self.assertGreaterEqual(time.monotonic() - start, 0.3)

    def test_a_stall_without_delay_lasts_until_the_client_goes_away(self):
        self.server.fault("stall", "ssh")
        connection = self.begin("sleep 60")
        until(lambda: self.server.state(self.name)["sessions"] == 1)
        connection.close()
        until(lambda: self.server.state(self.name)["pids"] == [])
        self.assertEqual(self.server.state(self.name)["sessions"], 0)

    def begin(self, command):
        body = f"ssh {self.name} {quoted(command)}".encode()
        connection = self.server.connect()
        connection.sendall(b"POST /exec HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                           b"Accept: %s\r\nContent-Length: %d\r\n\r\n%s"
                           % (TOKEN.encode(), FRAMES.encode(), len(body), body))
        return connection

    def test_error_frame(self):
        self.server.fault("error_frame", "ssh", body="the reason")
        lines = self.server.exec(f"ssh {self.name} 'echo x'").body.splitlines()
        self.assertEqual(json.loads(lines[-1]), {"error": "the reason"})
        self.server.fault("error_frame", "ls")
        answer = self.server.exec("ls")
        self.assertEqual((answer.status, list(json.loads(answer.body))), (200, ["error"]))

    def test_a_client_that_goes_away_ends_its_one_process(self):
        connection = self.begin("sleep 71.5")
        until(lambda: self.server.state(self.name)["sessions"] == 1)
        connection.close()
        until(lambda: self.server.state(self.name)["pids"] == [])
        until(lambda: self.server.log()[-1]["op"] == "ssh")
        entry = self.server.log()[-1]
        self.assertEqual((entry["disconnected"], entry["killed"], entry["exit_code"]),
                         (True, True, None))


class Streams(StandInTest):
    OPTIONS = ("--heartbeat", "0.2")

    def test_a_quiet_stream_beats(self):
        name = self.server.new()
        body = self.server.exec(f"ssh {name} 'sleep 1'").body
        self.assertGreaterEqual(body.count(b"\n\n") + body.startswith(b"\n"), 2)
        self.assertEqual(frames(body), ("", "", 0))

    def test_the_type_is_ndjson_and_the_body_chunked(self):
        name = self.server.new()
        answer = self.server.exec(f"ssh {name} true")
        self.assertEqual(answer.headers["Content-Type"], "application/x-ndjson")
        self.assertEqual(answer.headers["Transfer-Encoding"], "chunked")

    def test_without_the_accepted_type_the_output_is_raw_with_the_status_behind(self):
        name = self.server.new()
        body = f"ssh {name} 'echo out; echo err >&2; exit 3'".encode()
        with self.server.connect() as connection:
            connection.sendall(b"POST /exec HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                               b"Connection: close\r\nContent-Length: %d\r\n\r\n%s"
                               % (TOKEN.encode(), len(body), body))
            got = b""
            while data := connection.recv(65536):
                got += data
        self.assertIn(b"out\n", got)
        self.assertIn(b"err\n", got)
        self.assertTrue(got.endswith(b"0\r\nX-Exe-Exit: 3\r\n\r\n"))

    def test_large_output_arrives_whole_and_in_frames_below_a_mebibyte(self):
        name = self.server.new()
        body = self.server.exec(f"ssh {name} 'head -c 20000000 /dev/zero'").body
        self.assertLess(max(map(len, body.splitlines())), 1 << 20)
        self.assertEqual(len(frames(body)[0]), 20000000)

    def test_output_of_a_background_child_holds_the_stream(self):
        name = self.server.new()
        self.assertEqual(self.server.run(name, "(sleep 0.3; echo late) & echo now"),
                         ("now\nlate\n", "", 0))

    def test_words_behind_the_name_are_joined(self):
        name = self.server.new()
        answer = self.server.exec(f"ssh {name} echo a 'b  c'")
        self.assertEqual(frames(answer.body)[0], "a b c\n")

    def test_a_hundred_commands_leave_no_descriptors_open(self):
        name = self.server.new()

        def count():
            return len(os.listdir(f"/proc/{self.server.process.pid}/fd"))

        self.server.run(name, "true")
        before = count()
        for number in range(100):
            self.assertEqual(self.server.run(name, f"echo {number}"), (f"{number}\n", "", 0))
        until(lambda: count() <= before + 2)
        self.assertLess(int(self.server.run(name, "ls /proc/$PPID/fd | wc -l")[0]), 12)

    def test_a_kill_from_outside_is_status_137(self):
        name = self.server.new()
        result = []
        thread = threading.Thread(target=lambda: result.append(self.server.run(name, "sleep 60")))
        thread.start()
        until(lambda: self.server.state(name)["pids"])
        self.server.control("POST", "/_vm", {"name": name, "action": "kill"})
        thread.join()
        self.assertEqual(result, [("", "", 137)])
        self.assertEqual(self.server.state(name)["status"], "running")


class Hostile(StandInTest):
    def alive(self):
        self.assertEqual(self.server.exec("ls").status, 200)

    def test_a_body_of_ten_megabytes(self):
        self.assertEqual(self.server.exec(b"x" * 10_000_000).status, 413)
        self.alive()

    def test_half_requests_hold_nobody_up(self):
        held = []
        for piece in (b"", b"POST", b"POST /exec HTTP/1.1\r\n", b"POST /exec HTTP/1.1\r\nHost: x\r\n\r",
                      b"POST /exec HTTP/1.1\r\nContent-Length: 100\r\n\r\nls"):
            connection = self.server.connect()
            connection.sendall(piece)
            held.append(connection)
        self.alive()
        for connection in held:
            connection.close()
        self.alive()

    def test_three_hundred_connections_at_once(self):
        held = [self.server.connect() for _ in range(300)]
        self.alive()
        for connection in held:
            connection.sendall(b"GET /_state HTTP/1.1\r\nHost: x\r\n\r\n")
        for connection in held:
            self.assertTrue(connection.recv(65536).startswith(b"HTTP/1.1 200"))
            connection.close()

    def test_what_is_not_http(self):
        for piece in (b"\0" * 1000, b"\xff\xfe\r\n\r\n", b"GET\r\n\r\n", b"x" * 70000 + b"\r\n\r\n",
                      b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 500 + b"\r\n"):
            with self.server.connect() as connection:
                try:
                    connection.sendall(piece)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(65536):
                        pass
                except OSError:
                    pass
        self.alive()

    def test_wrong_lengths(self):
        for length in (b"-1", b"x", b"1e3", b"99999999999999999999"):
            with self.server.connect() as connection:
                connection.sendall(b"POST /exec HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                                   b"Content-Length: %s\r\n\r\nls" % (TOKEN.encode(), length))
                connection.shutdown(socket.SHUT_WR)
                answer = connection.recv(65536)
                self.assertFalse(answer.startswith(b"HTTP/1.1 200"), answer)
        self.alive()

    def test_a_client_that_leaves_while_large_output_comes(self):
        name = self.server.new()
        body = f"ssh {name} 'cat /dev/zero'".encode()
        connection = self.server.connect()
        connection.sendall(b"POST /exec HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                           b"Accept: %s\r\nContent-Length: %d\r\n\r\n%s"
                           % (TOKEN.encode(), FRAMES.encode(), len(body), body))
        self.assertTrue(connection.recv(1000))
        connection.close()
        until(lambda: self.server.state(name)["pids"] == [])
        self.alive()

    def test_control_calls_answer_errors_as_json(self):
        for method, path, body, status in (
                ("POST", "/_token", {"spec": ""}, 400), ("POST", "/_token", {"spec": "a b"}, 400),
                ("POST", "/_token", {"spec": "t:nonsense"}, 400), ("POST", "/_token", [], 400),
                ("POST", "/_vm", {"name": "none", "action": "stop"}, 404),
                ("POST", "/_vm", {}, 404), ("GET", "/_nothing", None, 404),
                ("DELETE", "/_state", None, 404), ("GET", "/_fault", None, 404)):
            with self.subTest(path=path, body=body):
                found, answer = self.server.control(method, path, body)
                self.assertEqual((found, list(answer)), (status, ["error"]))
        self.assertEqual(self.server.request("POST", "/_fault", "{").status, 400)
        name = self.server.new()
        for action in ("explode", None, "resume"):
            self.assertEqual(
                self.server.control("POST", "/_vm", {"name": name, "action": action})[0], 400)


class Control(StandInTest):
    def test_the_log_has_all_its_fields(self):
        self.server.control("DELETE", "/_log")
        name = self.server.new()
        self.server.exec(f"ssh {name} 'echo x; exit 2'")
        self.server.exec("nothing", token="other")
        new, ssh, wrong = self.server.log()
        plain = {"time", "op", "command", "token", "status", "bytes_in", "seconds"}
        self.assertEqual(set(new), plain)
        self.assertEqual((new["op"], new["command"], new["token"], new["status"]),
                         ("new", "new --no-email", TOKEN, 200))
        self.assertEqual(set(ssh), plain | {"exit_code", "bytes", "disconnected", "killed"})
        self.assertEqual((ssh["exit_code"], ssh["bytes"], ssh["disconnected"], ssh["killed"]),
                         (2, 2, False, False))
        self.assertEqual((wrong["status"], wrong["token"]), (401, "other"))

    def test_the_state_has_all_its_fields(self):
        name = self.server.new("--comment=c", "--tag=t", "--env=A=b")
        state = self.server.state(name)
        self.assertEqual(set(state), set(
            "name status comment tags created egress cpu memory disk public port home env image "
            "sessions pids".split()))
        self.assertEqual((state["comment"], state["tags"], state["env"]), ("c", ["t"], {"A": "b"}))
        self.assertTrue(os.path.isdir(state["home"]))

    def test_actions_from_outside(self):
        name = self.server.new()
        for action, status in (("pause", "paused"), ("resume", "running"), ("kill", "running"),
                               ("stop", "stopped"), ("restart", "running"), ("delete", "deleted")):
            self.assertEqual(self.server.control("POST", "/_vm", {"name": name, "action": action}),
                             (200, {"name": name, "status": status}))
        self.assertEqual(self.server.control("GET", "/_state")[1], [])

    def test_a_stopped_vm_boots_cold_when_resumed(self):
        name = self.server.new()
        self.server.control("POST", "/_vm", {"name": name, "action": "stop"})
        self.assertEqual(json.loads(self.server.exec(f"resume {name}").body)["cold_booted"], "true")
        self.assertEqual(self.server.run(name, "echo up")[0], "up\n")

    def test_a_reset_ends_all_and_forgets_added_tokens(self):
        name = self.server.new()
        home = self.server.state(name)["home"]
        self.server.run(name, "setsid sleep 60 > /dev/null 2>&1 &")
        pids = self.server.state(name)["pids"]
        self.assertEqual(len(pids), 1)
        self.server.control("POST", "/_token", {"spec": "added"})
        self.server.fault(500, count=-1)
        self.server.control("POST", "/_reset")
        self.assertEqual(self.server.control("GET", "/_state")[1], [])
        self.assertEqual(self.server.log(), [])
        self.assertEqual(self.server.exec("ls", token="added").status, 401)
        self.assertEqual(self.server.exec("ls").status, 200)
        self.assertFalse(os.path.exists(home))
        self.assertTrue(gone(pids[0]))

    def test_processes_that_left_their_session_and_parent_are_paused_too(self):
        name = self.server.new()
        self.server.run(name, "setsid sh -c '(while true; do sleep 0.01; done) &' > /dev/null 2>&1")
        until(lambda: self.server.state(name)["pids"])
        self.server.exec(f"pause {name}")
        for pid in self.server.state(name)["pids"]:
            with open(f"/proc/{pid}/stat", "rb") as file:
                self.assertEqual(file.read().rpartition(b")")[2].split()[0], b"T")

    def test_the_boot_id_is_the_vms_own(self):
        one, two = self.server.new(), self.server.new()
        read = "cat /proc/sys/kernel/random/boot_id"
        first = self.server.run(one, read)[0]
        self.assertRegex(first, r"^[0-9a-f-]{36}\n$")
        self.assertEqual(self.server.run(one, read)[0], first)
        self.assertNotEqual(self.server.run(two, read)[0], first)
        self.server.exec(f"restart {one}")
        self.assertNotEqual(self.server.run(one, read)[0], first)

    def test_an_image_without_the_unit_runs_no_setup_script(self):
        name = self.server.new("--image=debian", "--setup-script='touch ran'")
        probe = ("if [ -e /exe.dev/setup ]; then echo present; fi; "
                 "if [ ! -d /run/systemd/system ]; then echo none; fi; "
                 "if [ ! -e /etc/systemd/system/exe-setup.service ]; then echo nounit; fi; ls")
        self.assertEqual(self.server.run(name, probe)[0], "present\nnone\nnounit\n")


class Options(unittest.TestCase):
    def serve(self, *options, **more):
        server = Server(*options, **more)
        self.addCleanup(server.end)
        return server

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    def test_boot_delay(self):
        server = self.serve("--boot-delay", "0.6")
        name = server.new()
        answer = server.exec(f"ssh {name} true")
        self.assertEqual(answer.status, 422)
        self.assertIn("failed to connect", answer.error)
        self.assertEqual(server.state(name)["status"], "starting")
        until(lambda: server.exec(f"ssh {name} true").status == 200)
        self.assertEqual(server.state(name)["status"], "running")

    def test_latency(self):
        server = self.serve("--latency", "200")
        start = time.monotonic()
        server.exec("ls")
        self.assertGreaterEqual(time.monotonic() - start, 0.2)

    def test_max_vms_counts_paused_ones(self):
        server = self.serve("--max-vms", "2")
        one = server.new()
        server.new()
        server.exec(f"pause {one}")
        for line in ("new --no-email", f"cp {one}"):
            answer = server.exec(line)
            self.assertEqual(answer.status, 422)
            self.assertIn("VM limit", answer.error)
        server.exec(f"rm {one}")
        self.assertEqual(server.exec("new --no-email").status, 200)

    def test_skel_path_and_gateway(self):
        skel, tools = self.folder(), self.folder()
        os.makedirs(f"{skel}/work")
        pathlib.Path(skel, "work", "there").write_text("from skel", encoding="ascii")
        pathlib.Path(tools, "mytool").write_text("#!/bin/sh\necho tool\n", encoding="ascii")
        os.chmod(f"{tools}/mytool", 0o755)
        server = self.serve("--skel", skel, "--path-prepend", tools, "--llm-url", "http://gate/")
        name = server.new()
        out, _, status = server.run(
            name, "cat work/there; mytool; bash -lc mytool; echo $EXE_FAKE_LLM_URL")
        self.assertEqual((out, status), ("from skeltool\ntool\nhttp://gate/\n", 0))

    def test_tokens_of_the_command_line(self):
        server = self.serve("--token", "small:cmds=default", "--token", "old:expired",
                            "--token", "one:cmds=ssh a,ls:tag=t")
        self.assertEqual(server.exec("ls", token="small").status, 200)
        self.assertEqual(server.exec("rm x", token="small").status, 403)
        self.assertEqual(server.exec("ls", token="old").status, 401)
        self.assertEqual(server.exec("ssh a true", token="one").status, 422)
        self.assertEqual(server.exec("ssh b true", token="one").status, 403)

    def test_tls(self):
        folder = self.folder()
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
                        "-keyout", f"{folder}/key", "-out", f"{folder}/cert", "-subj",
                        "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
                       check=True, capture_output=True)
        server = self.serve("--tls", f"{folder}/cert", f"{folder}/key")
        self.assertTrue(server.url.startswith("https://"))
        silent = server.connect()  # no handshake: holds nobody up
        context = ssl.create_default_context(cafile=f"{folder}/cert")
        connection = http.client.HTTPSConnection(server.address.netloc, timeout=LIMIT,
                                                 context=context)
        headers = {"Authorization": f"Bearer {TOKEN}", "Accept": FRAMES}
        connection.request("POST", "/exec", "new --no-email", headers)
        name = json.loads(connection.getresponse().read())["vm_name"]
        connection.request("POST", "/exec", f"ssh {name} 'echo x'", headers)
        self.assertEqual(frames(connection.getresponse().read()), ("x\n", "", 0))
        connection.close()
        silent.close()

    def test_it_ends_with_its_parent_and_leaves_nothing(self):
        parent = subprocess.Popen(["sleep", "60"])
        server = self.serve(parent=parent.pid)
        name = server.new()
        server.run(name, "setsid sleep 60 > /dev/null 2>&1 &")
        state = server.state(name)
        parent.kill()
        parent.wait()
        server.process.wait(LIMIT)
        self.assertFalse(os.path.exists(state["home"]))
        until(lambda: gone(state["pids"][0]))

    def test_its_commands_end_when_it_is_killed(self):
        for isolation in ("plain", "bwrap"):
            server = self.serve("--isolation", isolation)
            name = server.new()
            server.run(name, "setsid sleep 60 > /dev/null 2>&1 &")
            state = server.state(name)
            self.assertEqual(len(state["pids"]), 1)
            server.process.send_signal(signal.SIGKILL)
            until(lambda pid=state["pids"][0]: gone(pid))
            subprocess.run(["rm", "-rf", pathlib.Path(state["home"]).parent.parent], check=True)


class Isolated(StandInTest):
    OPTIONS = ("--isolation", "bwrap")

    def test_commands_see_neither_other_files_nor_other_processes(self):
        name = self.server.new()
        out, _, _ = self.server.run(name, f"ls {HERE.parent} /root /home 2>&1; ls /proc | grep -c '^[0-9]'")
        self.assertIn("exedev", out)
        self.assertNotIn("standin_test", out)
        self.assertLessEqual(int(out.split()[-1]), 6)

    def test_nothing_but_home_and_tmp_can_be_written(self):
        name = self.server.new()
        for place, status in (("$HOME", 0), ("/tmp", 0), ("/usr", 1), ("/etc", 1),
                              ("/run/machine", 1)):
            self.assertEqual(self.server.run(name, f"touch {place}/x 2>/dev/null")[2], status, place)

    def test_tmp_is_the_vms_own(self):
        name = self.server.new()
        self.server.run(name, "touch /tmp/of-the-vm")
        self.assertFalse(os.path.exists("/tmp/of-the-vm"))

    def test_commands_share_processes_and_survive_a_kill_of_all(self):
        name = self.server.new()
        self.server.run(name, "setsid sleep 60 > /dev/null 2>&1 & echo $! > pid")
        self.assertEqual(self.server.run(name, "kill -0 $(cat pid)")[2], 0)
        self.assertEqual(self.server.run(name, "kill -9 -1; echo alive")[0], "alive\n")
        self.assertEqual(self.server.run(name, "echo still")[0], "still\n")

    def test_pause_and_restart_reach_all_processes(self):
        name = self.server.new()
        self.server.run(name, "setsid sleep 60 > /dev/null 2>&1 &")
        self.server.exec(f"pause {name}")
        pid = self.server.state(name)["pids"][0]
        with open(f"/proc/{pid}/stat", "rb") as file:
            self.assertEqual(file.read().rpartition(b")")[2].split()[0], b"T")
        self.server.exec(f"restart {name}")
        self.assertTrue(gone(pid))
        self.assertEqual(self.server.run(name, "hostname")[0], f"{name}\n")


if __name__ == "__main__":
    unittest.main()
