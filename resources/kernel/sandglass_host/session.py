"""The life of one kernel: process, channels and pipes, read in one order."""

import os
import select
import time

import zmq

from .channels import Channels
from .order import Order
from .pipes import OutputPipe

COALESCE = 0.02  # seconds between two reads of a pipe that is written all the time
LARGE = 256 * 1024  # a read of this size means that the pipe fills faster than that
LOG_TAIL = 1 << 20  # bytes; faulthandler lists up to 100 threads of 100 frames
START = 60.0  # seconds a kernel may take until it speaks
MESSAGES = 200  # taken in one go, so that a flood of displays lets requests through
HELD = {"display_data", "update_display_data", "execute_result", "error", "clear_output",
        "status", "sandglass_notice"}


class Session:
    """`owner` gets text(), message(), reply(), ready(), begun(), died(), all on the one thread."""

    def __init__(self, kernel, owner):
        self.kernel = kernel
        self.owner = owner
        self.channels = Channels(kernel.address, kernel.key)
        self.pipes = [OutputPipe(kernel.stdout, "stdout", kernel.nonce),
                      OutputPipe(kernel.stderr, "stderr", kernel.nonce)]
        self.order = Order(self.pipes, owner.text, self._message)
        self.is_ready = False
        self.restarting = False
        self.log = b""
        self._awaited = None  # the request that was sent and isn't taken up yet
        self._open = set(self.pipes)
        self.started = time.monotonic()
        self.deadline = self.started + START
        # kernels before ipykernel 7 say no welcome: the answer to this one is heard
        self.channels.nudge()

    def execute(self, code):
        """Send a cell; `owner.begun()` follows when the kernel has taken it up."""
        self._awaited = self.channels.execute(code)
        return self._awaited

    def _look_for_begin(self):
        if self._awaited and any(pipe.parent == self._awaited for pipe in self.pipes):
            self._awaited = None
            for pipe in self.pipes:
                pipe.quiet_until = 0.0  # the first output is read without delay
            self.owner.begun()

    def interests(self, now, paused):
        """What to poll for: (list of objects to read, time at which to look again)."""
        wanted = [self.kernel.pidfd, self.kernel.log, self.channels.shell]
        times = [self.order.deadline, None if self.is_ready else self.deadline]
        if paused:
            return wanted, times[1]
        wanted.append(self.channels.iopub)
        for pipe in self._open:
            if pipe.barrier is not None:
                continue
            if self.order.urgent or now >= pipe.quiet_until:
                wanted.append(pipe.descriptor)
            else:
                times.append(pipe.quiet_until)
        return wanted, min((t for t in times if t is not None), default=None)

    def handle(self, ready, now, paused):
        """React to what the poll reported; `ready` is a set of objects."""
        if paused:
            self.order.postpone()
        if self.channels.shell in ready:
            self._receive(self.channels.shell, self._reply)
        if self.channels.iopub in ready:
            self._receive(self.channels.iopub, self._incoming)
        for pipe in list(self._open):
            if pipe.descriptor in ready:
                self._read(pipe, now)
        if self.kernel.log in ready:
            self._read_log()
        self.order.advance(now)
        self._look_for_begin()
        if self.kernel.pidfd in ready:
            self.end()
        elif not self.is_ready and now >= self.deadline:
            self.kernel.kill()

    def shut_down(self):
        """Ask an idle kernel to leave by itself, so that its exit handlers run."""
        self.channels.send(self.channels.control, "shutdown_request", {"restart": False})

    def close(self):
        self.channels.close()
        self.kernel.close()

    def _read(self, pipe, now):
        count = pipe.fill()
        if count is None:
            self._open.discard(pipe)
        elif count:
            pipe.quiet_until = now + (0.002 if count >= LARGE else COALESCE)

    def _read_log(self):
        try:
            data = os.read(self.kernel.log, 65536)
        except OSError:
            return
        self.log = (self.log + data)[-LOG_TAIL:]
        if data and select.select([], [2], [], 0)[1]:
            try:
                os.write(2, data[:4096])  # fits whole into a pipe that is ready: no blocking
            except OSError:
                pass

    def _receive(self, socket, take):
        for _ in range(MESSAGES):
            message = self.channels.receive(socket)
            if message is None:
                return
            take(message)

    def _incoming(self, message):
        kind, _, metadata, _ = message
        if not self.is_ready:
            self.is_ready = True
            self.owner.ready()
        if kind in HELD:
            self.order.message(metadata.get("sandglass"), message)

    def _reply(self, message):
        kind, parent, _, content = message
        if kind == "execute_reply":
            self.owner.reply(parent, content)
        elif not self.is_ready:
            # it speaks on shell, but our subscription isn't there yet: ask again
            time.sleep(0.005)
            self.channels.nudge()

    def _message(self, message):
        kind, parent, _, content = message
        self.owner.message(kind, parent, content)

    def end(self):
        """The process is gone: everything it said comes first, then the news of its end."""
        cause = self.kernel.ended()
        self.kernel.sweep()
        while self.channels.iopub.poll(30, zmq.POLLIN):
            self._receive(self.channels.iopub, self._incoming)
        self._receive(self.channels.shell, self._reply)
        now = time.monotonic()
        for pipe in self.pipes:
            while pipe.fill():
                self.order.advance(now)
                if pipe.full:
                    break
        self.order.advance(now, final=True)
        self._read_log()
        self.owner.died(self, cause)
