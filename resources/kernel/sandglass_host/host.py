"""The loop: requests in, events out. What happens to cells is in runner.py."""

import os
import signal
import time
import traceback

import zmq

from . import tree, wire
from .link import PAUSE, PAUSE_STOPPING
from .runner import Runner
from .workfolder import WorkFolder

FAULTS = 20  # of our own, then it is better to end than to go round and round
RETRY = 1.0  # seconds
OTHER_BOOT = "boot"  # the request was meant for another run of the host
FAREWELL = 1.0  # seconds for the reader to take what is left


class Host:
    """One thread, one poll: nothing here may wait for anything but the poll."""

    def __init__(self, link, kernel, folder):
        self.link = link
        self.folder = WorkFolder(folder)
        self.wake = self._wake_on_child()
        self.leaving = False
        self.runner = Runner(link, self.folder, kernel)

    def serve(self):
        """Serve until shutdown or the end of the incoming side."""
        faults = 0
        while not self.link.closed and not self.leaving and faults < FAULTS:
            try:
                self._turn()
            except Exception:
                faults += 1
                self.runner.internal(traceback.format_exc())
        try:
            self.runner.shut_down()
        finally:
            self._farewell()
        return 0

    def _turn(self):
        now = time.monotonic()
        paused = self._paused()
        ready = self._poll(now, paused)
        now = time.monotonic()
        if self.wake in ready:
            os.read(self.wake, 4096)
            tree.reap_orphans(self.runner.kernel_pid)
        for line, asker in self.link.requests(ready):
            self.link.answer(asker, self._request(line))
        self.runner.turn(ready, now, paused)
        self.link.flush()

    def _poll(self, now, paused):
        poller = zmq.Poller()
        self.link.watch(poller)
        poller.register(self.wake, zmq.POLLIN)
        wanted, due = self.runner.interests(now, paused)
        if self.link.pending:  # a full disk tells nobody when there is room again
            due = min(now + RETRY, due or now + RETRY)
        for item in wanted:
            poller.register(item, zmq.POLLIN)
        wait = None if due is None else max(0, int((due - now) * 1000) + 1)
        return {item for item, _ in poller.poll(wait)}

    def _paused(self):
        """Whether the reader is behind: then output stays in the kernel's pipes.

        While a Stop is under way more is taken in, so that the kernel gets out of a
        blocked write and can answer.
        """
        return self.link.pending > (PAUSE_STOPPING if self.runner.stopping else PAUSE)

    def _request(self, line):
        """Do what a line asks for; returns why not, or None."""
        request, reason = wire.parse_request(line)
        if request is None:
            return reason
        if request.get("boot", self.link.boot) != self.link.boot:
            return OTHER_BOOT
        action = getattr(self, "_op_" + request["op"], None)
        if action is None:
            return "unknown op " + request["op"][:100]
        action(request)
        return None

    def _op_execute(self, request):
        self.runner.execute(request["cell"], request["code"], request.get("timeout"))

    def _op_interrupt(self, request):
        self.runner.interrupt(request.get("cell"))

    def _op_revoke(self, request):
        self.runner.revoke(request["cell"])

    def _op_restart(self, request):
        self.runner.restart()

    def _op_files(self, request):
        self.link.event("files", None, {"files": self.folder.all()})

    def _op_events(self, request):
        oldest = self.link.replay(request["from"])
        if oldest > request["from"]:
            self.runner.notice(None, "gap", "events before %d are no longer kept" % oldest)

    def _op_ack(self, request):
        self.link.acknowledge(request["from"])

    def _op_shutdown(self, request):
        self.leaving = True

    def _farewell(self):
        end = time.monotonic() + FAREWELL
        poller = zmq.Poller()
        poller.register(self.link.outgoing, zmq.POLLOUT)
        self.link.flush()
        while self.link.pending and time.monotonic() < end:
            poller.poll(100)
            self.link.flush()

    @staticmethod
    def _wake_on_child():
        """A descriptor that is readable when a child ended: orphans are ours to reap."""
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        return reading
