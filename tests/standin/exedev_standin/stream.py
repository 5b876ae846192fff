# SPDX-License-Identifier: GPL-3.0-or-later
"""The framed answer of an ssh command, and the faults that meet it underway."""
import base64
import json
import os
import select
import time

READ = 65536
GONE = select.POLLHUP | select.POLLERR | select.POLLRDHUP
LOST = "the connection to the VM was lost"


class ClientGone(Exception):
    """The other side closed the connection."""


class Broken(Exception):
    """A fault asked that the connection closes here."""


class Ended(Exception):
    """A fault asked that the body ends here."""


class Body:
    """A chunked body that breaks where its fault says. `raw` is the mode without frames."""

    def __init__(self, write, fault, raw):
        self._write = write
        self._fault = fault
        self._raw = raw
        self.sent = 0

    def frame(self, key, value):
        """stdout and stderr are bytes."""
        if self._raw:
            if key in ("stdout", "stderr"):
                self._send(value)
            return
        if key in ("stdout", "stderr"):
            value = base64.b64encode(value).decode("ascii")
        self._send(json.dumps({key: value}).encode() + b"\n")

    def heartbeat(self):
        if not self._raw:
            self._send(b"\n")

    def last(self):
        """Nothing more comes: the moment for a fault behind the last byte."""
        self._break_off(b"")

    def end(self, trailer=b""):
        self._write(b"0\r\n" + trailer + b"\r\n")

    def _send(self, data):
        fault = self._fault
        if fault and fault.kind in ("drop_mid", "truncate", "garbage") and \
                self.sent + len(data) > fault.after_bytes:
            self._break_off(data[:max(0, fault.after_bytes - self.sent)])
        self._chunk(data)

    def _chunk(self, data):
        if data:
            self._write(b"%x\r\n%s\r\n" % (len(data), data))
            self.sent += len(data)

    def _break_off(self, rest):
        kind = self._fault.kind if self._fault else None
        if kind not in ("drop_mid", "truncate", "garbage"):
            return
        self._chunk(rest)
        if kind == "drop_mid":
            raise Broken
        if kind == "garbage":
            self._chunk(b"this is not JSON\n")
        raise Ended


class Run:
    """Follows one session until it ends; writes frames to `body`, or nothing if that is None."""

    def __init__(self, session, client, body, fault, heartbeat, record):
        self._session = session
        self._client = client
        self._body = body
        self._fault = fault
        self._heartbeat = heartbeat
        self._record = record
        self._status = None
        self._open = {session.out: "stdout", session.err: "stderr"}
        self._poll = select.poll()
        self._poll.register(client, GONE & ~select.POLLHUP)
        self._poll.register(session.cut, select.POLLIN)
        self._poll.register(session.control, select.POLLIN)
        for number in self._open:
            self._poll.register(number, select.POLLIN)

    def follow(self):
        """The exit status, or None when the VM went away."""
        if self._fault and self._fault.kind == "stall" and self._fault.after_bytes == 0:
            self._silence(self._fault.delay)
        quiet = time.monotonic() + self._heartbeat
        while self._open or self._status is None:
            events = self._poll.poll(max(0.0, quiet - time.monotonic()) * 1000)
            ready = [number for number, _ in events]
            if self._client in ready:
                raise ClientGone
            if self._session.cut in ready:
                return None
            for number in ready:
                if number == self._session.control.fileno():
                    if not self._take_status():
                        return None
                else:
                    self._take_output(number)
            if ready:
                quiet = time.monotonic() + self._heartbeat
            elif self._body:
                self._body.heartbeat()
                quiet = time.monotonic() + self._heartbeat
        return self._status

    def finish(self, status):
        """The last frame and the end of the body."""
        if self._fault and self._fault.kind == "error_frame":
            self._body.frame("error", self._fault.body or LOST)
        elif status is None:
            self._body.frame("error", LOST)
        else:
            self._slow()
            self._body.frame("exit_code", status)

    def _take_status(self):
        answer = self._session.control.recv(16)
        self._poll.unregister(self._session.control)
        if answer:
            self._status = int(answer)
        return bool(answer)

    def _take_output(self, number):
        data = os.read(number, READ)
        if not data:
            self._poll.unregister(number)
            del self._open[number]
            return
        self._record["bytes"] += len(data)
        if self._body is None:
            return
        self._slow()
        self._body.frame(self._open[number], data)
        stall = self._fault and self._fault.kind == "stall"
        if stall and self._body.sent >= self._fault.after_bytes > 0:
            fault, self._fault = self._fault, None
            self._silence(fault.delay)

    def _slow(self):
        if self._fault and self._fault.kind == "slow":
            self._silence(0.2 if self._fault.delay is None else self._fault.delay)

    def _silence(self, seconds):
        wait_for_end(self._client, seconds)


def wait_for_end(client, seconds):
    """Waits so long (None: for ever) unless the client goes away, which raises ClientGone."""
    poll = select.poll()
    poll.register(client, GONE)
    if poll.poll(None if seconds is None else seconds * 1000):
        raise ClientGone
