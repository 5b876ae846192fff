"""The kernel's Jupyter channels over ipc sockets, spoken with pyzmq alone.

jupyter_client's Session would do, but importing it costs as long as a quarter of the
kernel's start. Signatures of incoming messages aren't checked: the code in the cell has
the key as well, so they prove nothing; shapes are checked instead.
"""

import datetime
import hashlib
import hmac
import json

import zmq

DELIMITER = b"<IDS|MSG>"


class Channels:
    """SUB, shell and control of one kernel; `iopub`, `shell` are for the poller."""

    def __init__(self, address, key):
        self._key = key.encode()
        self._count = 0
        self._context = zmq.Context()
        self.shell = self._connect(zmq.DEALER, address + "-1")
        self.iopub = self._connect(zmq.SUB, address + "-2")
        self.control = self._connect(zmq.DEALER, address + "-4")

    def _connect(self, kind, path):
        socket = self._context.socket(kind)
        socket.linger = 0
        socket.rcvhwm = 0  # a message over the mark would be dropped, the idle with it
        socket.sndhwm = 0
        socket.reconnect_ivl = 5  # the kernel binds later than we connect
        if kind == zmq.SUB:
            socket.subscribe(b"")
        else:
            socket.identity = b"sandglass"
        socket.connect("ipc://" + path)
        return socket

    def send(self, socket, kind, content):
        """Send a request; returns its message id, which its outputs name as parent."""
        self._count += 1
        name = "m%d" % self._count
        now = datetime.datetime.now(datetime.timezone.utc).isoformat()
        header = {"msg_id": name, "session": "sandglass", "username": "user", "date": now,
                  "msg_type": kind, "version": "5.3"}
        frames = [json.dumps(part).encode() for part in (header, {}, {}, content)]
        signature = hmac.new(self._key, b"".join(frames), hashlib.sha256).hexdigest()
        socket.send_multipart([DELIMITER, signature.encode()] + frames)
        return name

    def execute(self, code):
        """Send a cell's code; input() raises at once in it (allow_stdin)."""
        return self.send(self.shell, "execute_request", {
            "code": code, "silent": False, "store_history": True, "user_expressions": {},
            "allow_stdin": False, "stop_on_error": True})

    def nudge(self):
        """Wake the kernel's loop: a cell that waits in `await` sees SIGINT only then."""
        self.send(self.shell, "kernel_info_request", {})

    def receive(self, socket):
        """The next message as (type, parent id, metadata, content), or None."""
        try:
            frames = socket.recv_multipart(zmq.NOBLOCK)
        except zmq.Again:
            return None
        try:
            start = frames.index(DELIMITER) + 2
            header, parent, metadata, content = map(json.loads, frames[start:start + 4])
            return (str(header["msg_type"]), parent.get("msg_id"), dict(metadata), dict(content))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return ("unreadable", None, {}, {})

    def close(self):
        self._context.destroy(linger=0)
