# SPDX-License-Identifier: GPL-3.0-or-later
"""HTTP of the stand-in: POST /exec with the checks in the service's order, and the control calls."""
import collections
import json
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from . import commands, stream, words
from .tokens import Token
from .words import Refusal

BODY = 65536
DRAIN = 64 << 20  # of a body that is refused for its size
LOGGED = 4096  # characters of a command line
LOG = 20000  # entries; a long test must not fill the memory
JSON_TYPE = "application/json"
FRAMES_TYPE = "application/x-ndjson"


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def __init__(self, options, lobby, faults, tls=None):
        self.options = options
        self.lobby = lobby
        self.faults = faults
        self.tls = tls
        self.log = collections.deque(maxlen=LOG)
        self.log_lock = threading.Lock()
        super().__init__(("127.0.0.1", options.port), Handler)

    def finish_request(self, request, client_address):
        """The handshake happens in the connection's own thread: a silent client holds nobody up."""
        if self.tls:
            request.settimeout(30)
            try:
                request = self.tls.wrap_socket(request, server_side=True)
            except OSError:
                return
        super().finish_request(request, client_address)

    def handle_error(self, request, client_address):
        """A connection that broke is what the log is for; anything else is a fault of ours."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 0
    timeout = 600

    def log_message(self, *_):
        pass

    def do_any(self):
        path = self.path.partition("?")[0]
        if path == "/exec":
            self.exec()
        elif path.startswith("/_"):
            self.control(path[2:])
        else:
            self.read_body()
            self.send_text(404, "text/html", "<!doctype html><title>Not found</title>")

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_PATCH = do_OPTIONS = do_any

    # Reading and answering

    def read_body(self, limit=BODY):
        """None if it is longer; then it was read and dropped, so that the answer arrives."""
        length = self.headers.get("Content-Length", "0")
        if not length.isascii() or not length.isdigit() or "Transfer-Encoding" in self.headers:
            self.close_connection = True
            return b""
        length = int(length)
        if length <= limit:
            body = self.rfile.read(length)
            if len(body) < length:
                raise ConnectionResetError
            return body
        left = min(length, DRAIN)
        self.close_connection = length > DRAIN
        while left > 0:
            piece = self.rfile.read(min(left, 1 << 16))
            if not piece:
                raise ConnectionResetError
            left -= len(piece)
        return None

    def send_text(self, status, kind, text, headers=(), length=None):
        body = text if isinstance(text, bytes) else text.encode("utf-8")
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_json(self, status, document, headers=()):
        self.send_text(status, JSON_TYPE, json.dumps(document) + "\n", headers)

    def hang_up(self):
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    # /exec

    def exec(self):
        self.began = time.monotonic()
        record = {"time": time.time(), "op": "", "command": "", "token": "", "status": 0,
                  "bytes_in": 0, "seconds": 0.0}
        try:
            self.checked(record)
        except (stream.ClientGone, stream.Broken):
            self.note(record)
            self.hang_up()

    def note(self, record, status=None):
        """Into the log, once, before the last byte of the answer: who got it finds it there."""
        if self.began is None:
            return
        if status is not None:
            record["status"] = status
        record["seconds"] = round(time.monotonic() - self.began, 4)
        self.began = None
        with self.server.log_lock:
            self.server.log.append(record)

    def refuse(self, record, status, reason, headers=()):
        self.note(record, status)
        self.send_json(status, {"error": reason}, headers)

    def checked(self, record):
        """method, token, rate, size, NUL, empty, quoting, command name, permission."""
        body = self.read_body()
        if self.command != "POST":
            return self.refuse(record, 405, "method not allowed", [("Allow", "POST")])
        scheme, _, text = self.headers.get("Authorization", "").partition(" ")
        record["token"] = text
        token = self.server.lobby.token(text) if scheme == "Bearer" else None
        if token is None:
            return self.refuse(record, 401, "invalid token", [("WWW-Authenticate", "Bearer")])
        line = (body or b"").decode("utf-8", "surrogateescape")
        record["command"] = line[:LOGGED].encode("utf-8", "replace").decode()
        record["bytes_in"] = len(body or b"") if body is not None else \
            int(self.headers["Content-Length"])
        path, rest, refusal = self.parsed(line)
        record["op"] = path
        fault = self.server.faults.take(path, line)
        if fault and (isinstance(fault.kind, int) or fault.kind in ("html", "redirect")):
            return self.answer_fault(record, fault)
        if fault and fault.kind == "drop_before":
            raise stream.Broken
        if body is None:
            return self.refuse(record, 413, "request body too large")
        if refusal:
            return self.refuse(record, *refusal)
        if not token.may(path, rest):
            return self.refuse(record, 403, "command not allowed by token permissions")
        if self.server.options.latency:
            stream.wait_for_end(self.connection.fileno(), self.server.options.latency / 1000)
        if path == "ssh":
            return self.ssh(record, token, rest, fault)
        return self.lobby_command(record, token, path, rest, fault)

    @staticmethod
    def parsed(line):
        """Path, further words, and the refusal of a line that is no command."""
        if "\0" in line:
            return "", [], (400, "invalid command syntax")
        if not line.strip():
            return "", [], (400, "missing command in request body")
        try:
            line.encode("utf-8")
            path, rest = commands.path_of(words.split(line))
        except (words.BadSyntax, UnicodeEncodeError):
            return "", [], (400, "invalid command syntax")
        return path, rest, None if path else (404, "unknown command")

    def answer_fault(self, record, fault):
        """Answers that are made up: nothing ran."""
        if fault.kind == "html":
            self.note(record, fault.status or 502)
            self.send_text(record["status"], "text/html",
                           fault.body or "<!doctype html><h1>Bad gateway</h1>")
        elif fault.kind == "redirect":
            self.note(record, fault.status or 307)
            self.send_text(record["status"], "text/plain", fault.body or "moved",
                           [("Location", fault.location)])
        else:
            self.note(record, fault.kind)
            headers = [("WWW-Authenticate", "Bearer")] if fault.kind == 401 else []
            if fault.retry_after is not None:
                headers.append(("Retry-After", str(fault.retry_after)))
            text = fault.body
            if text is None:
                text = json.dumps({"error": STATUS_TEXT.get(fault.kind, "the server said no")})
            self.send_text(fault.kind, JSON_TYPE, text, headers)

    def lobby_command(self, record, token, path, rest, fault):
        kind = fault.kind if fault else None
        if kind == "error_frame":
            self.note(record, 200)
            return self.send_json(200, {"error": fault.body or stream.LOST})
        try:
            documents, status = commands.run(self.server.lobby, token, path, rest), 200
        except Refusal as refusal:
            documents, status = [{"error": refusal.reason}], refusal.status
        if kind in ("slow", "stall"):
            delay = 0.2 if kind == "slow" and fault.delay is None else fault.delay
            stream.wait_for_end(self.connection.fileno(), delay)
        if kind == "drop_after":
            raise stream.Broken
        self.note(record, status)
        content = JSON_TYPE if len(documents) == 1 else FRAMES_TYPE
        body = "".join(json.dumps(document) + "\n" for document in documents).encode()
        part = body[:fault.after_bytes] if fault else body
        if kind == "drop_mid":
            self.send_text(status, content, part, length=len(body))
            raise stream.Broken
        if kind == "truncate":
            body = part
        elif kind == "garbage":
            body = part + b"this is not JSON\n"
        return self.send_text(status, content, body)

    # ssh

    def ssh(self, record, token, rest, fault):
        record.update(exit_code=None, bytes=0, disconnected=False, killed=False)
        if len(rest) < 2:
            return self.refuse(record, 422, "usage: ssh NAME COMMAND")
        name, command = rest[0], " ".join(rest[1:])
        try:
            vm = self.server.lobby.find(name, token)
            if vm.status != "running":
                raise Refusal(commands.not_running(vm))
            if vm.booting():
                raise Refusal(f'failed to connect to VM "{name}": it is starting')
            session = vm.open(command)
        except Refusal as refusal:
            return self.refuse(record, refusal.status, refusal.reason)
        except OSError:
            return self.refuse(record, 422, f'failed to connect to VM "{name}"')
        try:
            self.follow(record, vm, session, fault)
        except OSError:
            raise stream.ClientGone from None

    def follow(self, record, vm, session, fault):
        raw = FRAMES_TYPE not in self.headers.get("Accept", "")
        body = None
        try:
            if not fault or fault.kind != "drop_after":
                record["status"] = 200
                self.begin_stream(raw)
                body = stream.Body(self.wfile.write, fault, raw)
            run = stream.Run(session, self.connection.fileno(), body, fault,
                             self.server.options.heartbeat, record)
            record["exit_code"] = run.follow()
            if body is None:
                raise stream.Broken
            run.finish(record["exit_code"])
            body.last()
        except stream.Ended:
            pass
        except (stream.ClientGone, OSError):
            record["disconnected"] = True
            raise
        finally:
            record["killed"] = record["exit_code"] is None
            vm.close(session)
            self.note(record)
        status = 255 if record["exit_code"] is None else record["exit_code"]
        body.end(b"X-Exe-Exit: %d\r\n" % status if raw else b"")

    def begin_stream(self, raw):
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream" if raw else FRAMES_TYPE)
        self.send_header("Transfer-Encoding", "chunked")
        if raw:
            self.send_header("Trailer", "X-Exe-Exit")
        self.end_headers()

    # Control

    def control(self, call):
        data = self.read_body(1 << 20)
        try:
            given = json.loads(data) if data and self.command == "POST" else {}
            answer = self.controlled(self.command, call, given)
        except ValueError as fault:
            return self.send_json(400, {"error": str(fault)})
        except KeyError:
            return self.send_json(404, {"error": "no such call or VM"})
        return self.send_json(200, answer)

    def controlled(self, method, call, given):
        """Raises ValueError for what is malformed and KeyError for what doesn't exist."""
        server = self.server
        if not isinstance(given, dict):
            raise ValueError("the body is an object")
        if (method, call) == ("POST", "fault"):
            return {"faults": server.faults.arm(given)}
        if (method, call) == ("GET", "log"):
            with server.log_lock:
                return list(server.log)
        if (method, call) == ("DELETE", "log"):
            with server.log_lock:
                server.log.clear()
            return {"ok": True}
        if (method, call) == ("GET", "state"):
            with server.lobby.lock:
                vms = [vm for vm in server.lobby.vms.values() if vm]
            return [vm.state() for vm in vms]
        if (method, call) == ("POST", "token"):
            token = Token.parse(str(given.get("spec", "")))
            server.lobby.add_token(token)
            return {"token": token.text}
        if (method, call) == ("POST", "vm"):
            return self.act(given.get("name"), given.get("action"))
        if (method, call) == ("POST", "reset"):
            server.faults.arm({"clear": True})
            server.lobby.reset()
            with server.log_lock:
                server.log.clear()
            return {"ok": True}
        raise KeyError(call)

    def act(self, name, action):
        """What happens to a VM from outside the account."""
        vm = self.server.lobby.vms[name]
        if vm is None:
            raise KeyError(name)
        with vm.lock:
            if action == "pause" and vm.status == "running":
                vm.pause()
            elif action == "resume" and vm.status == "paused":
                vm.resume()
            elif action == "restart":
                vm.shut("stopped")
                vm.boot()
            elif action == "stop":
                vm.shut("stopped")
            elif action == "kill" and vm.status == "running":
                vm.kill_all()
            elif action == "delete":
                self.server.lobby.remove(vm)
            elif action in ("pause", "resume", "kill"):
                raise ValueError(commands.not_running(vm) if action != "resume" else
                                 f'VM "{name}" is not paused')
            else:
                raise ValueError("action is one of: pause resume restart stop delete kill")
            return {"name": name, "status": vm.status}


STATUS_TEXT = {
    400: "invalid command syntax", 401: "invalid token",
    403: "command not allowed by token permissions", 404: "unknown command",
    405: "method not allowed", 413: "request body too large", 422: "the command failed",
    429: "rate limit exceeded", 500: "internal server error", 504: "command timed out"}
