"""Cells from `execute` to `done`, on whatever kernel lives at the time."""

import collections
import time

from .cells import QUEUE, QUEUE_CODE, Cell, Ladder
from .kernel import Kernel
from .session import Session
from .wire import valid_text

IDLE = 5.0  # seconds from the reply to the idle, then the cell counts as done
REPLY = 1.0  # seconds from the idle to the reply, which the kernel sends first
LEAVING = 5.0  # seconds from exit() to the end of the process
RESTART = 2.0  # the same at a restart
PARENTS = 100_000  # request ids remembered for late output
SAID = 4096  # bytes of the log in a notice
SHOWN = {"display_data", "update_display_data", "execute_result", "error", "clear_output"}
LOST = "The variables of this conversation are lost; the next cell gets a new kernel."


class Runner:
    """Owns queue, running cell and session. Each cell leaves with exactly one `done`."""

    def __init__(self, link, folder, kernel):
        self.link = link
        self.folder = folder
        self.queue = collections.deque()
        self.cell = None  # the one being run
        self.known = {}  # cell name: content of its done, None before that
        self.parents = collections.OrderedDict()  # message id: cell name
        self.ladder = None
        self.leaving = False
        self.exit_deadline = None  # a kernel that was asked to leave
        self.session = None
        self._begin(kernel)

    # -- for the loop

    @property
    def kernel_pid(self):
        return self.session.kernel.pid if self.session else 0

    @property
    def stopping(self):
        return self.ladder is not None

    def interests(self, now, paused):
        """(objects to poll, time of the next thing to do)."""
        times = [self.exit_deadline]
        if self.cell:
            times += [self.cell.deadline, self.cell.times_out_at]
        if self.ladder:
            times.append(self.ladder.due)
        wanted = []
        if self.session:
            wanted, again = self.session.interests(now, paused)
            times.append(again)
        return wanted, min((t for t in times if t is not None), default=None)

    def turn(self, ready, now, paused):
        """React to the poll, then to the clock, then start what can start."""
        if self.session:
            self.session.handle(ready, now, paused)
        if paused and self.cell and self.cell.deadline is not None:
            self.cell.deadline = now + IDLE  # its idle isn't late, we just don't read
        self._clocks(now)
        self._start_next()

    def _clocks(self, now):
        cell = self.cell
        if cell and cell.times_out_at is not None and now >= cell.times_out_at:
            self._stop("timed_out")
        if self.ladder:
            self._climb(now)
        if self.exit_deadline is not None and now >= self.exit_deadline and self.session:
            self.exit_deadline = None
            self.session.kernel.kill()
        if cell is not None and cell is self.cell and cell.deadline is not None \
                and now >= cell.deadline:
            self.notice(cell.name, "internal", "The kernel didn't say how the cell ended.")
            cell.reply = cell.reply or {"status": "error"}
            self._finish()

    # -- requests

    def execute(self, name, code, timeout):
        """Queue a cell; one that is known already gets its done again, or a notice."""
        if name in self.known:
            if self.known[name] is None:
                self.notice(name, "protocol", "This cell runs or waits already.")
            else:
                self.link.event("done", name, self.known[name])
            return
        self.known[name] = None
        cell = Cell(name, code, timeout)
        waiting = sum(len(other.code) for other in self.queue)
        if len(self.queue) < QUEUE and waiting + len(code) <= QUEUE_CODE:
            self.queue.append(cell)
        else:
            self.notice(name, "protocol", "Too many cells are waiting.")
            self._done(cell, "error", None)

    def interrupt(self, name=None):
        """Stop: the running cell by the ladder, those that wait at once.

        With a name only if that cell runs or waits: the request may come late.
        """
        if name is not None and self.known.get(name, name) is not None:
            return
        self._drop_queue()
        if self.cell:
            self._stop("interrupted")

    def revoke(self, name):
        """A cell that didn't come may no longer come; of one that ended tell the end again."""
        if name not in self.known:
            self._done(Cell(name, "", None), "interrupted", None)
        elif self.known[name] is not None:
            self.link.event("done", name, self.known[name])

    def restart(self):
        """A new kernel, whatever the old one does."""
        self._drop_queue()
        if self.session is None:
            self._begin(Kernel())
            return
        self.session.restarting = True
        if self.cell:
            self.cell.stopped = self.cell.stopped or "interrupted"
            self.session.kernel.kill()
        elif self.exit_deadline is None:
            self.session.shut_down()
            self.exit_deadline = time.monotonic() + RESTART

    def shut_down(self):
        """End the kernel and wait for it; it can't refuse a SIGKILL."""
        self._drop_queue()
        if self.session:
            if self.cell:
                self.cell.stopped = self.cell.stopped or "interrupted"
            session = self.session
            session.restarting = False
            self.leaving = True
            session.kernel.kill()
            session.end()
            session.kernel.sweep()

    def internal(self, trace):
        """A fault of our own: said, and the running cell still ends."""
        self.notice(self.cell and self.cell.name, "internal", "Fault in the kernel host:\n" + trace)
        if self.cell:
            self.cell.stopped = self.cell.stopped or "error"
            if self.session and self.session.kernel.alive:
                self.session.kernel.kill()
            else:
                self._done(self.cell, "error", None)

    # -- the cell's way

    def _start_next(self):
        if self.cell or not self.queue or self.exit_deadline is not None:
            return
        if self.session and self.session.kernel.killed:  # its end isn't read yet
            return
        self.cell = self.queue.popleft()
        self.link.event("status", self.cell.name, {"state": "busy"})
        if self.session is None:
            self._begin(Kernel())
        elif self.session.is_ready:
            self._send()

    def _send(self):
        cell = self.cell
        cell.message = self.session.execute(cell.code)
        cell.started = time.monotonic()
        self.parents[cell.message] = cell.name
        if len(self.parents) > PARENTS:
            self.parents.popitem(last=False)

    def _stop(self, reason):
        cell = self.cell
        if cell.stopped:
            return
        cell.stopped = reason
        if cell.message is None:  # the kernel hasn't got it yet
            self._done(cell, reason, None)
        else:
            self.ladder = Ladder(time.monotonic())

    def _climb(self, now):
        step = self.ladder.step(now)
        if step is None:
            return
        kernel = self.session.kernel
        if step == "interrupt":
            self._signal()
        elif step == "children":
            kernel.kill_children()
        else:
            kernel.kill()

    def _signal(self):
        """SIGINT, unless the kernel still starts: it would die of it while it imports."""
        if self.cell.running:
            self.session.kernel.interrupt()
            self.session.channels.nudge()

    def _finish(self):
        """The kernel has answered and all output is out."""
        cell, reply = self.cell, self.cell.reply
        self._payload(cell, reply)
        if cell.leaving:
            if self.exit_deadline is None:
                self.exit_deadline = time.monotonic() + LEAVING
                cell.deadline = None
            return
        self._done(cell, cell.status(), None, reply.get("execution_count"))
        self.link.event("status", None, {"state": "idle"})

    def _payload(self, cell, reply):
        payload, reply["payload"] = reply.get("payload") or [], []
        for item in payload if isinstance(payload, list) else []:
            source = item.get("source") if isinstance(item, dict) else None
            if source == "ask_exit" and not item.get("keepkernel"):
                cell.leaving = True
            elif source == "page":
                data = item.get("data") or {}
                self.notice(cell.name, "page", data.get("text/plain", ""))
            elif source == "set_next_input":
                self.notice(cell.name, "set_next_input", item.get("text", ""),
                            replace=bool(item.get("replace")))

    def _done(self, cell, status, cause, count=None):
        now = time.monotonic()
        changed = self.folder.changes() if cell.started else []
        if changed:
            self.link.event("files", cell.name, {"files": changed})
        content = {"status": status, "cause": cause,
                   "seconds": round(now - cell.started, 6) if cell.started else 0.0,
                   "execution_count": count if isinstance(count, int) else None}
        self.known[cell.name] = content
        if cell is self.cell:
            self.cell = self.ladder = None
        self.link.event("done", cell.name, content)

    def _drop_queue(self):
        while self.queue:
            self._done(self.queue.popleft(), "interrupted", None)

    def notice(self, cell, kind, text, **more):
        """Say something that is no output of the code."""
        self.link.event("notice", cell, dict(more, kind=kind, text=valid_text(str(text))))

    # -- what the session tells

    def _begin(self, kernel):
        self.link.event("status", None, {"state": "starting"})
        self.session = Session(kernel, self)

    def ready(self):
        """The kernel is heard: a cell that waited for it goes there now."""
        self.link.event("status", None, {"state": "idle"})
        if self.cell and self.cell.message is None:
            self._send()

    def text(self, pipe, parent, text):
        self.link.stream(pipe.name, self.parents.get(parent), text)

    def message(self, kind, parent, content):
        name, cell = self.parents.get(parent), self.cell
        if cell and cell.deadline is not None and cell.name == name and not cell.leaving:
            cell.deadline = time.monotonic() + IDLE  # it is still being told
        if kind in SHOWN:
            self.link.event(kind, name, content)
        elif kind == "sandglass_notice":
            content.setdefault("kind", "")
            content.setdefault("text", "")
            self.link.event("notice", name, content)
        elif kind == "status" and cell and parent == cell.message:
            if content.get("execution_state") == "idle":
                self._idle()

    def begun(self):
        """The kernel has taken up the cell: from here on SIGINT reaches its code."""
        if self.cell:
            self.cell.running = True
            if self.ladder:
                self._signal()

    def _idle(self):
        cell = self.cell
        cell.idle = True
        if cell.reply is not None:
            self._finish()
        else:
            cell.deadline = time.monotonic() + REPLY

    def reply(self, parent, content):
        cell = self.cell
        if cell is None or parent != cell.message:
            return
        cell.reply = content
        if cell.idle:
            self._finish()
        else:
            cell.deadline = time.monotonic() + IDLE

    def died(self, session, cause):
        """The process is gone and all it said is out."""
        asked = session.restarting or self.leaving
        self.session = self.exit_deadline = None
        session.close()
        cell = self.cell
        name = cell and cell.name
        self.link.event("status", name, {"state": "dead", "cause": cause})
        if not asked:
            self._explain(session, name)
        if cell:
            count = cell.reply.get("execution_count") if cell.reply else None
            self._done(cell, cell.stopped or "died", cause, count)
        if session.restarting:
            self._begin(Kernel())

    def _explain(self, session, name):
        """What the kernel's log says of an end that nobody asked for."""
        if not session.is_ready:
            self.notice(name, "start_failed", "The kernel didn't start:\n" + _text(session.log))
            return
        fault = _fault(session.log)
        if fault:
            self.notice(name, "fault", fault)
        self.notice(name, "variables_lost", LOST)


def _fault(log):
    """What faulthandler wrote: the signal, and where the thread was that caught it.

    It lists all threads, ours too, and this one may come last.
    """
    start = log.rfind(b"Fatal Python error")
    if start < 0:
        return ""
    what, *threads = log[start:].split(b"\n\n")
    there = [thread for thread in threads if thread.startswith(b"Current thread")]
    return _text(b"\n\n".join([what, *there])[:SAID])


def _text(log):
    return log[-SAID:].decode("utf-8", "replace")
