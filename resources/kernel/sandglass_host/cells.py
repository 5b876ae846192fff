"""A cell's state and the steps of stopping it."""

import os

QUEUE = 1000  # cells waiting at most
QUEUE_CODE = 256 * 1024 * 1024  # characters of code in them


def grace():
    """Seconds from Stop to the end of a kernel that doesn't react."""
    try:
        return min(max(float(os.environ.get("SANDGLASS_GRACE", "10")), 0.0), 3600.0)
    except ValueError:
        return 10.0


class Cell:
    """One cell from `execute` to `done`. Times are of time.monotonic()."""

    def __init__(self, name, code, timeout):
        self.name = name
        self.code = code
        self.timeout = timeout or None
        self.message = None  # the id of its execute_request
        self.started = None
        self.running = False  # the kernel said busy
        self.reply = None
        self.idle = False
        self.stopped = None  # interrupted or timed_out: by our own knowledge, never by ename
        self.leaving = False  # exit() was called: the process will end
        self.deadline = None  # for the idle after the reply, or for the end after exit()

    @property
    def times_out_at(self):
        if self.timeout is None or self.started is None or self.stopped:
            return None
        return self.started + self.timeout

    def status(self):
        """The status in `done` of a cell that the kernel answered."""
        return self.stopped or ("ok" if self.reply.get("status") == "ok" else "error")


class Ladder:
    """What is done to a cell that shall stop, and when: each step harder than the last."""

    def __init__(self, now):
        total = grace()
        self._steps = [(now, "interrupt"), (now + total * 0.2, "interrupt"),
                       (now + total * 0.5, "children"), (now + total, "kill")]

    @property
    def due(self):
        return self._steps[0][0] if self._steps else None

    def step(self, now):
        """The next step that is due, or None."""
        if self._steps and now >= self._steps[0][0]:
            return self._steps.pop(0)[1]
        return None
